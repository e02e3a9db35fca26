//! What a resource expands to, as rustfmt would print it. `UPDATE_EXPECT=1` writes the files anew.

use expect_test::{ExpectFile, expect_file};
use proc_macro2::TokenStream;
use quote::quote;

macro_rules! snapshot {
    ($name:literal) => {
        expect_file![concat!(env!("CARGO_MANIFEST_DIR"), "/tests/expand/resource/", $name)]
    };
}

fn check(args: &TokenStream, item: &TokenStream, expected: &ExpectFile) {
    expected.assert_eq(&prettyplease::unparse(&syn::parse2(super::expand(args, item)).unwrap()));
}

#[test]
fn a_small_resource() {
    check(
        &quote!("catalogue://models"),
        &quote! {
            /// What can be simulated.
            fn models() -> &'static str {
                "diffusion1d"
            }
        },
        &snapshot!("models.rs"),
    );
}

#[test]
fn everything_said() {
    check(
        &quote!(
            "runs://{user}/{id}/log",
            crate = facade::mcp,
            name = "run-log",
            title = "Log",
            description = "Log of a run.",
            mime_type = "text/plain",
            audience(user, assistant),
            priority = 0.5,
            complete(user = users, id = Known),
            timeout = "5s",
            icon = "https://example.org/a.png",
            meta("example.org/cost" = 3)
        ),
        &quote! {
            #[cfg(unix)]
            pub(crate) async fn log(ctx: &Ctx, runs: &Runs, user: String, id: u32) -> Result<String, ResourceError> {
                runs.log(ctx, user, id).await
            }
        },
        &snapshot!("everything.rs"),
    );
}

#[test]
fn a_stand_in() {
    check(
        &quote!("runs://{id}", titel = "Run"),
        &quote! {
            /// A run.
            fn run(idd: u32) -> String {
                idd.to_string()
            }
        },
        &snapshot!("stand_in.rs"),
    );
}
