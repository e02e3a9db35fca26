//! What a prompt expands to, as rustfmt would print it. `UPDATE_EXPECT=1` writes the files anew.

use expect_test::{ExpectFile, expect_file};
use proc_macro2::TokenStream;
use quote::quote;

macro_rules! snapshot {
    ($name:literal) => {
        expect_file![concat!(env!("CARGO_MANIFEST_DIR"), "/tests/expand/prompt/", $name)]
    };
}

fn check(args: TokenStream, item: &TokenStream, expected: &ExpectFile) {
    expected.assert_eq(&prettyplease::unparse(&syn::parse2(super::expand(args, item)).unwrap()));
}

#[test]
fn everything_said() {
    check(
        quote!(title = "Explain", inline, complete(model = models), meta(audience = "newcomers")),
        &quote! {
            /// Explain a model.
            pub fn explain(
                library: &Library,
                /// Name of the model.
                #[arg(title = "Model")]
                model: String,
                #[arg(name = "how-long", default = 3)] paragraphs: u8,
                tone: Option<Tone>,
                #[arg(default = "English")] language: String,
            ) -> Vec<Message> {
                library.explain(model, paragraphs, tone, language)
            }
        },
        &snapshot!("everything.rs"),
    );
}

#[test]
fn a_stand_in() {
    check(
        quote!(),
        &quote! {
            fn explain(#[arg(len = 3)] model: &str) -> String {
                model.to_owned()
            }
        },
        &snapshot!("stand_in.rs"),
    );
}
