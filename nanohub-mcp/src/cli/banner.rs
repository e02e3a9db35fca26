use std::fmt;
use std::path::Path;

use serde_json::json;

use crate::cli::address::Host;
use crate::cli::example;
use crate::server::Server;

/// What the operator sees at the start: every endpoint with the command that tries it.
pub(super) struct Banner<'a> {
    pub(super) server: &'a Server,
    pub(super) host: &'a Host,
    /// The port that is listened on, which may be another than was asked for.
    pub(super) port: u16,
    /// The program that runs.
    pub(super) program: &'a Path,
}

impl fmt::Display for Banner<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { server, host, port, program } = self;
        let prefix = &server.settings().path_prefix;
        let base = format!("http://{}:{port}{prefix}", host.in_url());
        let catalogue = server.catalogue();
        let tools = catalogue.tools();
        let session_only = tools.iter().filter(|registered| registered.session_only).count();

        writeln!(f, "{} {} listens on http://{host}:{port}{prefix}", server.name(), server.version())?;
        let plural = if tools.len() == 1 { "" } else { "s" };
        write!(f, "{} tool{plural}", tools.len())?;
        match session_only {
            0 => writeln!(f, "\n")?,
            1 => writeln!(f, ", of which 1 takes a context and is called at /mcp only\n")?,
            count => writeln!(f, ", of which {count} take a context and are called at /mcp only\n")?,
        }
        let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
        writeln!(f, "  MCP        {} -d {}", curl(&base, "/mcp"), quoted(&list.to_string()))?;
        writeln!(f, "  REST       {}", self.rest(&base))?;
        writeln!(f, "  OpenAPI    {}", curl(&base, "/openapi.json"))?;
        writeln!(f, "  discovery  {}", curl(&base, "/.well-known/mcp.json"))?;
        writeln!(f, "  about      {}\n", curl(&base, "/"))?;

        let start = json!({"command": program.to_string_lossy(), "args": ["stdio"]});
        writeln!(f, "Clients connect to {base}/mcp, or start the server themselves:")?;
        writeln!(f, "  {}\n", json!({"mcpServers": {server.name(): start}}))?;
        self.warn(f)
    }
}

impl Banner<'_> {
    /// How to call the first tool that does no harm.
    fn rest(&self, base: &str) -> String {
        let catalogue = self.server.catalogue();
        let plain = || catalogue.tools().iter().filter(|registered| !registered.session_only);
        let harmless = plain().filter(|registered| registered.tool.hints.destructive != Some(true)).find_map(
            |registered| Some((registered.tool.name, example::arguments(registered.inputs.schema())?)),
        );
        match harmless {
            Some((name, arguments)) => {
                format!("{} -d {}", curl(base, &format!("/tools/{name}")), quoted(&arguments.to_string()))
            }
            None if plain().next().is_some() => format!("{} -d '{{…}}'", curl(base, "/tools/NAME")),
            None => format!("{base}/tools/NAME, where no tool can be called: all take a context"),
        }
    }

    /// Says who is let in where other machines can connect.
    fn warn(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { server, host, .. } = self;
        let allowed = &server.settings().allowed_hosts;
        if host.is_loopback() || allowed.iter().any(|host| host == "*") {
            return Ok(());
        }
        if allowed.is_empty() {
            return writeln!(
                f,
                "warning: listening on every interface, but only requests to `localhost` are served, others are \
                 refused; to serve other machines, add `--allow-host` with the name that they use, or `*` for any"
            );
        }
        writeln!(
            f,
            "warning: other machines can connect; served are requests to `localhost` and `{}`, `--allow-host` adds \
             to them",
            allowed.join("`, `")
        )
    }
}

/// Fetches a route. zsh takes the brackets of an IPv6 address for a pattern, so that one is quoted.
fn curl(base: &str, route: &str) -> String {
    let url = format!("{base}{route}");
    format!("curl -s {}", if url.contains('[') { quoted(&url) } else { url })
}

/// As one word of a POSIX shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::sample::{sample, tool};

    fn banner(server: &Server, host: &str) -> String {
        let host = host.parse().unwrap();
        Banner { server, host: &host, port: 8000, program: Path::new("/opt/demo") }.to_string()
    }

    #[test]
    fn every_endpoint_comes_with_a_command() {
        assert_eq!(
            banner(&sample(), "127.0.0.1"),
            r#"demo 1.2.3 listens on http://127.0.0.1:8000
3 tools, of which 1 takes a context and is called at /mcp only

  MCP        curl -s http://127.0.0.1:8000/mcp -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
  REST       curl -s http://127.0.0.1:8000/tools/add -d '{"a":1,"b":2}'
  OpenAPI    curl -s http://127.0.0.1:8000/openapi.json
  discovery  curl -s http://127.0.0.1:8000/.well-known/mcp.json
  about      curl -s http://127.0.0.1:8000/

Clients connect to http://127.0.0.1:8000/mcp, or start the server themselves:
  {"mcpServers":{"demo":{"command":"/opt/demo","args":["stdio"]}}}

"#
        );
    }

    #[test]
    fn commands_are_for_this_machine_and_have_the_prefix() {
        let server = sample().reconfigured(|settings| settings.set_path_prefix("weber/7"));
        let text = banner(&server, "0.0.0.0");
        assert!(text.contains("listens on http://0.0.0.0:8000/weber/7\n"), "{text}");
        assert!(text.contains("curl -s http://127.0.0.1:8000/weber/7/openapi.json\n"), "{text}");
        assert!(
            text.contains("warning: listening on every interface, but only requests to `localhost`"),
            "{text}"
        );
    }

    #[test]
    fn who_is_let_in_is_said() {
        let allowing = |hosts: &[&str]| {
            let hosts: Vec<String> = hosts.iter().map(|host| (*host).to_owned()).collect();
            sample().reconfigured(|settings| settings.allowed_hosts = hosts)
        };
        let text = banner(&allowing(&["a.example", "b.example"]), "0.0.0.0");
        assert!(text.contains("`localhost` and `a.example`, `b.example`"), "{text}");
        assert!(!banner(&allowing(&["*"]), "0.0.0.0").contains("warning"));
        assert!(!banner(&sample(), "localhost").contains("warning"));
    }

    #[test]
    fn no_command_does_harm() {
        let purge = || tool("purge", "Delete all.", json!({"type": "object"})).destructive(true);
        let server = Server::builder("demo", "1").tools([purge()]).build().unwrap();
        assert!(
            banner(&server, "::1").contains("  REST       curl -s 'http://[::1]:8000/tools/NAME' -d '{…}'\n")
        );
        let ask = tool("ask", "Ask.", json!({"type": "object"})).lent::<crate::Ctx>("ctx");
        let server = Server::builder("demo", "1").tools([ask]).build().unwrap();
        assert!(banner(&server, "::1").contains("all take a context"));
    }

    #[test]
    fn quotes_survive_the_shell() {
        assert_eq!(quoted(r#"{"name":"it's"}"#), r#"'{"name":"it'\''s"}'"#);
    }
}
