use super::*;

fn identity() -> Implementation {
    Implementation { name: "demo".into(), version: "1.2.3".into(), ..Implementation::default() }
}

fn read(line: &str, port: Option<&str>) -> Result<Command, clap::Error> {
    let arguments = std::iter::once("demo").chain(line.split_whitespace());
    parse(&identity(), arguments, &|name| {
        assert_eq!(name, "MCP_PORT");
        port.map(OsString::from)
    })
}

fn address(line: &str, port: Option<&str>) -> String {
    match read(line, port) {
        Ok(Command::Serve(request)) => request.address.to_string(),
        other => panic!("`{line}` is read as {other:?}"),
    }
}

#[test]
fn flags_win_over_the_variable_and_that_over_the_default() {
    for (line, port, expected) in [
        ("", None, "127.0.0.1:8000"),
        ("serve", None, "127.0.0.1:8000"),
        ("", Some("9000"), "127.0.0.1:9000"),
        ("", Some(""), "127.0.0.1:8000"),
        ("--port 9001", Some("9000"), "127.0.0.1:9001"),
        ("serve -p 0", Some("9000"), "127.0.0.1:0"),
        ("--port 9001", Some("none"), "127.0.0.1:9001"),
        ("--host 0.0.0.0", Some("9000"), "0.0.0.0:9000"),
        ("--host ::1", None, "[::1]:8000"),
        ("--addr [::1]:9002", Some("9000"), "[::1]:9002"),
        ("serve --addr localhost:0", Some("none"), "localhost:0"),
    ] {
        assert_eq!(address(line, port), expected, "`{line}` with MCP_PORT {port:?}");
    }
}

#[test]
fn what_cannot_be_is_refused_in_words() {
    for (line, port, words) in [
        ("--addr 127.0.0.1:1 --port 2", None, "--addr <HOST:PORT>' cannot be used with '--port"),
        ("serve --addr 127.0.0.1:1 --host ::1", None, "cannot be used with '--host"),
        ("", Some("http"), "MCP_PORT is `http`; a port is a number from 0 to 65535"),
        ("--port 65536", None, "65536"),
        ("--addr 8000", None, "`--port 8000`"),
        ("--allow-host demo.example:https", None, "`mcp.example.org:8443`"),
        ("--allow-host https://demo.example", None, "without a scheme"),
        ("--allow-origin demo.example", None, "https://example.org"),
        ("--allow-origin null", None, "never let in"),
        ("--path-prefix {x}", None, "path of a URL"),
        ("--port 1 stdio", None, "cannot be used with"),
        ("schema", None, "<NAME>"),
        ("tols", None, "tools"),
        ("--ask-timeout 0", None, "number of seconds"),
        ("stdio --ask-timeout 1min", None, "number of seconds"),
    ] {
        let error = read(line, port).unwrap_err();
        assert_eq!(error.exit_code(), 2, "{line}");
        let shown = error.to_string();
        assert!(shown.contains(words), "`{line}`: {shown}");
    }
}

#[test]
fn commands_are_told_apart() {
    assert_eq!(read("stdio", None).unwrap(), Command::Stdio(StdioRequest { ask_timeout: None }));
    assert_eq!(read("tools", Some("none")).unwrap(), Command::Tools);
    assert_eq!(read("schema add", None).unwrap(), Command::Schema { name: "add".into() });
}

#[test]
fn flags_go_over_the_settings_of_the_author() {
    let settings = |line: &str| {
        let Ok(Command::Serve(request)) = read(line, None) else { panic!("{line}") };
        let mut settings = Settings {
            allowed_hosts: vec!["built.example".into()],
            path_prefix: "/built".into(),
            cors: true,
            ..Settings::default()
        };
        request.apply(&mut settings);
        settings
    };
    let untouched = settings("");
    assert_eq!(untouched.path_prefix, "/built");
    assert_eq!(untouched.allowed_hosts, ["built.example"]);
    assert!(untouched.cors);

    let changed = settings(
        "serve --path-prefix weber/7/ --allow-host a.example,[::1],*.b.example --allow-host * --allow-origin https://a.example/",
    );
    assert_eq!(changed.path_prefix, "/weber/7");
    assert_eq!(changed.allowed_hosts, ["built.example", "a.example", "[::1]", "*.b.example", "*"]);
    assert_eq!(changed.allowed_origins, ["https://a.example"]);
    assert_eq!(settings("--path-prefix /").path_prefix, "");
    assert!(settings("--legacy-sse").legacy_sse && !settings("").legacy_sse);
}

#[test]
fn questions_wait_as_long_as_the_operator_says() {
    let timeout = |line: &str| {
        let mut settings = Settings::default();
        match read(line, None).unwrap() {
            Command::Serve(request) => request.apply(&mut settings),
            Command::Stdio(request) => request.apply(&mut settings),
            other => panic!("{other:?}"),
        }
        settings.ask_timeout
    };
    assert_eq!(timeout(""), Settings::default().ask_timeout);
    assert_eq!(timeout("stdio"), Settings::default().ask_timeout);
    assert_eq!(timeout("--ask-timeout 90"), Duration::from_secs(90));
    assert_eq!(timeout("stdio --ask-timeout 0.5"), Duration::from_millis(500));
}

#[test]
fn the_host_that_is_named_is_served() {
    let hosts = |line: &str| {
        let Ok(Command::Serve(request)) = read(line, None) else { panic!("{line}") };
        let mut settings = Settings::default();
        request.apply(&mut settings);
        settings.allowed_hosts
    };
    assert_eq!(hosts("--host 10.0.0.7"), ["10.0.0.7"]);
    assert_eq!(hosts("--addr mcp.example:80"), ["mcp.example"]);
    assert_eq!(hosts("--host 2001:db8::1"), ["[2001:db8::1]"]);
    for line in ["--host 0.0.0.0", "--host ::", "--host localhost", "--host 127.0.0.1", ""] {
        assert!(hosts(line).is_empty(), "{line}");
    }
}

#[test]
fn the_program_has_the_name_of_the_server() {
    let version = read("--version", None).unwrap_err();
    assert_eq!((version.to_string().as_str(), version.exit_code()), ("demo 1.2.3\n", 0));
    let help = read("--help", None).unwrap_err().to_string();
    assert!(help.starts_with("MCP server demo\n"), "{help}");
    for word in ["Usage: demo", "serve", "stdio", "tools", "schema", "--addr", "[env: MCP_PORT]", "--cors"] {
        assert!(help.contains(word), "{word}: {help}");
    }
}
