use std::collections::BTreeSet;
use std::convert::Infallible;
use std::error::Error;
use std::task::{Context, Poll};

use http::{Request, Response};
use http_body::Body;

use crate::ctx::channel::BoxFuture;
use crate::server::Server;
use crate::transport::http::body::ResponseBody;
use crate::transport::http::service;

/// All routes of a server as one [`tower::Service`], cheap to clone. The routes are those of
/// [`Server::into_router`].
#[derive(Debug, Clone)]
pub struct McpService {
    server: Server,
}

impl<B> tower::Service<Request<B>> for McpService
where
    B: Body + Send + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    type Response = Response<ResponseBody>;
    type Error = Infallible;
    type Future = BoxFuture<Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let server = self.server.clone();
        Box::pin(async move { Ok(service::handle(&server, request).await) })
    }
}

impl Server {
    /// All routes as a service, for any stack that is built on `tower`.
    #[must_use]
    pub fn into_service(self) -> McpService {
        McpService { server: self }
    }

    /// All routes as a router, to nest in a bigger application.
    ///
    /// Each route is there by its path and there is no fallback, so that `nest`, `merge` and `route_layer`
    /// do what they say.
    ///
    /// A router does not know where it is nested. Tell the server too, with
    /// [`path_prefix`](crate::ServerBuilder::path_prefix), so that the paths that it names to clients, in `/`,
    /// `/openapi.json`, `/.well-known/mcp.json` and errors, are right:
    ///
    /// ```
    /// # use nanohub_mcp::{BuildError, Server};
    /// # fn nested() -> Result<axum::Router, BuildError> {
    /// let server = Server::builder("batch", "1.0").path_prefix("/lab/batch").build()?;
    /// Ok(axum::Router::new().nest("/lab/batch", server.into_router()))
    /// # }
    /// ```
    pub fn into_router(self) -> axum::Router {
        const LEGACY_PATHS: [&str; 2] = ["/sse", "/sse/"];
        const PATHS: [&str; 6] =
            ["/", "/mcp", "/mcp/", "/tools/{name}", "/openapi.json", "/.well-known/mcp.json"];
        let prefix = self.settings().path_prefix.clone();
        let mut paths: BTreeSet<String> = PATHS.map(Into::into).into();
        if self.settings().legacy_sse {
            paths.extend(LEGACY_PATHS.map(Into::into));
        }
        if !prefix.is_empty() {
            // Below the prefix as well, where the router is not nested and no proxy takes it off.
            paths.extend(paths.clone().iter().map(|path| format!("{prefix}{path}")));
            paths.insert(prefix);
        }
        let service = self.into_service();
        let mut router = axum::Router::new();
        for path in &paths {
            router = router.route_service(path, service.clone());
        }
        router
    }
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::Body;
    use axum::extract::Request;
    use axum::middleware::{self, Next};
    use axum::response::{IntoResponse as _, Response};
    use http::{Method, StatusCode, Version};
    use tower::ServiceExt as _;

    use crate::Server;
    use crate::transport::http::tests::server;

    async fn status(router: &Router, method: Method, uri: &str, token: bool) -> u16 {
        let mut request = Request::builder().method(method).uri(uri).version(Version::HTTP_2);
        if token {
            request = request.header("authorization", "Bearer x");
        }
        let request = request.body(Body::empty()).unwrap();
        router.clone().oneshot(request).await.unwrap().status().as_u16()
    }

    async fn authorize(request: Request, next: Next) -> Response {
        match request.headers().get("authorization") {
            Some(_) => next.run(request).await,
            None => StatusCode::UNAUTHORIZED.into_response(),
        }
    }

    #[tokio::test]
    async fn h10_a_nested_router_answers_directly() {
        let nested = Router::new().nest("/a/b", server(Server::builder("test", "1")).into_router());
        let service = Router::new().nest_service("/a/b", server(Server::builder("test", "1")).into_service());
        let prefixed = server(Server::builder("test", "1").path_prefix("/a/b")).into_router();
        let both = server(Server::builder("test", "1").path_prefix("/a/b")).into_router();
        let both = Router::new().nest("/a/b", both);
        for router in [nested, service, prefixed, both] {
            for path in ["/a/b/mcp", "/a/b/mcp/", "/a/b/mcp?x=1"] {
                for method in [Method::GET, Method::POST, Method::DELETE, Method::OPTIONS] {
                    // As HTTP/2 has it: no `Host`, only an authority (H04).
                    let uri = format!("http://localhost:3000{path}");
                    let status = status(&router, method.clone(), &uri, false).await;
                    assert!(
                        status != 403 && status != 404 && !(300..400).contains(&status),
                        "{method} {path}: {status}"
                    );
                }
            }
            for path in ["/a/b", "/a/b/openapi.json", "/a/b/.well-known/mcp.json?x"] {
                assert_eq!(
                    status(&router, Method::GET, &format!("http://localhost{path}"), false).await,
                    200,
                    "{path}"
                );
            }
            assert_eq!(
                status(&router, Method::POST, "http://localhost/a/b/tools/noon?x=1", false).await,
                200
            );
            assert_eq!(status(&router, Method::POST, "http://evil.test/a/b/tools/noon", false).await, 403);
            assert_eq!(status(&router, Method::GET, "http://localhost/a/bc", false).await, 404);
        }
    }

    #[tokio::test]
    async fn the_transport_of_2024_11_05_takes_no_path_unless_it_is_served() {
        for (served, expected) in [(true, 405), (false, 404)] {
            let router = server(Server::builder("test", "1").legacy_sse(served)).into_router();
            let router = Router::new().nest("/a/b", router);
            for path in ["/a/b/sse", "/a/b/sse/"] {
                let uri = format!("http://localhost{path}");
                assert_eq!(status(&router, Method::POST, &uri, false).await, expected, "{path}");
            }
        }
    }

    #[tokio::test]
    async fn h10_a_nested_server_with_the_prefix_names_paths_that_are_there() {
        let inner = server(Server::builder("test", "1").path_prefix("/a/b")).into_router();
        let router = Router::new().nest("/a/b", inner);
        let get = async |path: &str| {
            let request =
                Request::builder().uri(format!("http://localhost{path}")).body(Body::empty()).unwrap();
            let response = router.clone().oneshot(request).await.unwrap();
            assert_eq!(response.status(), 200, "{path}");
            let body = axum::body::to_bytes(response.into_body(), 1 << 20).await.unwrap();
            serde_json::from_slice::<serde_json::Value>(&body).unwrap()
        };
        let about = get("/a/b").await;
        assert_eq!(about["endpoints"]["mcp"], "/a/b/mcp");
        let discovery = get(about["endpoints"]["discovery"].as_str().unwrap()).await;
        assert_eq!(discovery["transports"][0]["endpoint"], "/a/b/mcp");
        let openapi = get(about["endpoints"]["openapi"].as_str().unwrap()).await.to_string();
        assert!(openapi.contains("/a/b"), "{openapi}");
        assert_eq!(status(&router, Method::POST, "http://localhost/a/b/tools/noon", false).await, 200);
    }

    #[tokio::test]
    async fn h10_a_route_layer_is_in_front_of_every_route() {
        let router =
            server(Server::builder("test", "1")).into_router().route_layer(middleware::from_fn(authorize));
        let router = Router::new().nest("/a/b", router);
        for (method, path) in [(Method::POST, "/a/b/tools/noon"), (Method::GET, "/a/b/openapi.json")] {
            assert_eq!(status(&router, method.clone(), path, false).await, 401, "{path}");
            assert_eq!(status(&router, method, path, true).await, 200, "{path}");
        }
        assert_eq!(status(&router, Method::GET, "/elsewhere", false).await, 404);
    }

    #[test]
    fn a_prefix_may_be_named_like_a_route() {
        let _ = server(Server::builder("test", "1").path_prefix("/mcp")).into_router();
    }
}
