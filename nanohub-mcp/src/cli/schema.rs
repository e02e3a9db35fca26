use crate::cli::print::print;
use crate::codec;
use crate::error::{Error, Result};
use crate::protocol::Revision;
use crate::schema::words::nearest;
use crate::server::Server;

/// How many names an error lists.
const LISTED: usize = 20;

/// Prints a tool as `tools/list` shows it.
pub(super) fn run(server: &Server, name: &str) -> Result<()> {
    print(&text(server, name)?)?;
    Ok(())
}

fn text(server: &Server, name: &str) -> Result<String> {
    let catalogue = server.catalogue();
    let Some(registered) = catalogue.get(name) else { return Err(unknown(server, name)) };
    let tool = codec::tool::tool(registered, Revision::LATEST_SESSION);
    Ok(serde_json::to_string_pretty(&tool).expect("wire types serialise") + "\n")
}

fn unknown(server: &Server, name: &str) -> Error {
    let catalogue = server.catalogue();
    let names = || catalogue.tools().iter().map(|registered| registered.tool.name);
    let guess = nearest(name, names()).map(|name| format!(": did you mean `{name}`?")).unwrap_or_default();
    let known: Vec<String> = names().take(LISTED).map(|name| format!("`{name}`")).collect();
    let known = match names().count() {
        0 => "the server has no tools".into(),
        count if count > LISTED => {
            format!("there is {}, and {} more that `tools` lists", known.join(", "), count - LISTED)
        }
        _ => format!("there is {}", known.join(", ")),
    };
    Error::Usage(format!("there is no tool `{name}`{guess}\nnote: {known}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::sample::sample;

    #[test]
    fn a_tool_is_printed_as_it_is_listed() {
        let text = text(&sample(), "add").unwrap();
        assert!(
            text.starts_with("{\n  \"name\": \"add\",\n  \"description\": \"Add two integers.\""),
            "{text}"
        );
        assert!(text.ends_with("}\n"));
        let printed: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(printed["annotations"]["readOnlyHint"], true);
        assert_eq!(printed["inputSchema"]["type"], "object");
    }

    #[test]
    fn an_unknown_name_brings_up_the_nearest() {
        let error = text(&sample(), "ad").unwrap_err();
        assert_eq!(
            format!("{error:?}"),
            "there is no tool `ad`: did you mean `add`?\nnote: there is `add`, `submit_batch`, `purge`"
        );
    }
}
