//! What the server says of itself to whoever looks at its URL: server info and the discovery document.

use http::StatusCode;
use serde_json::{Value, json};

use crate::codec::tool::implementation;
use crate::protocol::Revision;
use crate::server::Server;
use crate::transport::http::reply::{self, HttpResponse};

/// `GET /`.
pub(crate) fn server_info(server: &Server) -> HttpResponse {
    let prefix = &server.settings().path_prefix;
    let mut info = json!({
        "name": server.name(),
        "version": server.version(),
        "status": "running",
        "tools": server.catalogue().tools().len(),
        "resources": server.resources().all().count(),
        "prompts": server.prompts().prompts().len(),
        "endpoints": {
            "mcp": format!("{prefix}/mcp"),
            "tools": format!("{prefix}/tools/{{name}}"),
            "openapi": format!("{prefix}/openapi.json"),
            "discovery": format!("{prefix}/.well-known/mcp.json"),
        },
    });
    if server.settings().legacy_sse {
        info["endpoints"]["sse"] = format!("{prefix}/sse").into();
    }
    if let Some(title) = &server.identity().title {
        info["title"] = title.as_str().into();
    }
    document(&info)
}

/// `GET /.well-known/mcp.json`.
pub(crate) fn discovery(server: &Server) -> HttpResponse {
    let prefix = &server.settings().path_prefix;
    let revisions: Vec<_> = Revision::newest_first().map(Revision::as_str).collect();
    let mut transports = vec![json!({"type": "streamable-http", "endpoint": format!("{prefix}/mcp")})];
    if server.settings().legacy_sse {
        transports.push(json!({"type": "sse", "endpoint": format!("{prefix}/sse")}));
    }
    document(&json!({
        "mcpVersion": Revision::LATEST_SESSION.as_str(),
        "supportedVersions": revisions,
        "serverInfo": implementation(server.identity(), Revision::LATEST_SESSION),
        "capabilities": server.capabilities(),
        "transports": transports,
    }))
}

fn document(document: &Value) -> HttpResponse {
    reply::json(StatusCode::OK, document.to_string())
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt as _;

    use super::*;

    async fn body(response: HttpResponse) -> Value {
        assert_eq!(response.status(), 200);
        serde_json::from_slice(&response.into_body().collect().await.unwrap().to_bytes()).unwrap()
    }

    #[tokio::test]
    async fn endpoints_have_the_prefix() {
        let server = Server::builder("batch", "1.2").path_prefix("lab/").build().unwrap();
        let info = body(server_info(&server)).await;
        assert_eq!(
            (&info["name"], &info["status"], &info["tools"]),
            (&json!("batch"), &json!("running"), &json!(0))
        );
        assert_eq!(info["endpoints"]["mcp"], "/lab/mcp");
        assert_eq!(info["endpoints"]["openapi"], "/lab/openapi.json");
        let discovery = body(discovery(&server)).await;
        assert_eq!(discovery["transports"], json!([{"type": "streamable-http", "endpoint": "/lab/mcp"}]));
        assert_eq!(discovery["serverInfo"], json!({"name": "batch", "version": "1.2"}));
        assert_eq!(
            discovery["supportedVersions"],
            json!(["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"])
        );
    }
}
