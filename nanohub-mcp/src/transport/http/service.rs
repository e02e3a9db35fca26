//! Which request goes where: guards, then routes.

use std::error::Error;

use bytes::Bytes;
use http::header::ALLOW;
use http::request::Parts;
use http::{HeaderValue, Method, Request, StatusCode};
use http_body::Body;

use crate::jsonrpc::ErrorObject;
use crate::server::Server;
use crate::transport::http::refused::Refused;
use crate::transport::http::reply::{self, HttpResponse};
use crate::transport::http::route::Route;
use crate::transport::http::{accept, cors, discovery, guard, legacy_sse, mcp, openapi, request_body, rest};

/// Answers a request.
pub(crate) async fn handle<B>(server: &Server, request: Request<B>) -> HttpResponse
where
    B: Body + Send + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    let (parts, body) = request.into_parts();
    let mut response = answer(server, &parts, body).await;
    cors::expose(&mut response, &parts.headers, server.settings());
    response
}

async fn answer<B>(server: &Server, parts: &Parts, body: B) -> HttpResponse
where
    B: Body + Send + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    let settings = server.settings();
    let guards = guard::check_origin(parts, settings).and_then(|()| guard::check_host(parts, settings));
    let is_rest = Route::is_rest(parts.uri.path(), &settings.path_prefix);
    if let Err(refused) = guards {
        return if is_rest { refused.into_rest() } else { refused.into_response() };
    }
    if parts.method == Method::OPTIONS {
        return cors::preflight(&parts.headers, settings);
    }
    let route = Route::of(parts.uri.path(), &settings.path_prefix);
    let Some(route) = route.filter(|route| *route != Route::LegacySse || settings.legacy_sse) else {
        if is_rest {
            return rest::nothing_here(server);
        }
        return reply::error(StatusCode::NOT_FOUND, None, &ErrorObject::invalid_request("nothing is here"));
    };
    // hyper sends the head alone.
    let method = if parts.method == Method::HEAD { &Method::GET } else { &parts.method };
    match (route, method) {
        // A client that was given the bare URL opens its stream there.
        (Route::Root, &Method::GET) if !accept::accepts(&parts.headers).events => {
            discovery::server_info(server)
        }
        (Route::LegacySse, &Method::GET) => legacy_sse::open(server, parts),
        (Route::Mcp | Route::Root, &Method::POST) => match read(server, parts, body).await {
            Ok(body) => match legacy_sse::session_id(route, parts, settings) {
                Some(id) => legacy_sse::post(server, parts, id, &body),
                None => mcp::post(server, parts, &body).await,
            },
            Err(refused) => refused.into_response(),
        },
        // A probe for the head alone must not become the reader of a session's stream.
        (Route::Mcp | Route::Root, &Method::GET) if parts.method != Method::HEAD => mcp::get(server, parts),
        (Route::Mcp | Route::Root, &Method::DELETE) => mcp::delete(server, parts),
        (Route::Tool(name), &Method::POST) => match read(server, parts, body).await {
            Ok(body) => rest::call_tool(server, name, parts, body).await,
            Err(refused) => refused.into_rest(),
        },
        (Route::OpenApi, &Method::GET) => openapi::openapi(server),
        (Route::Discovery, &Method::GET) => discovery::discovery(server),
        (Route::Favicon, &Method::GET) => reply::empty(StatusCode::NO_CONTENT),
        (route, _) => {
            let mut response = if is_rest {
                rest::wrong_method()
            } else {
                let error = ErrorObject::invalid_request("this method is not known here");
                reply::error(StatusCode::METHOD_NOT_ALLOWED, None, &error)
            };
            response.headers_mut().insert(ALLOW, HeaderValue::from_static(route.methods()));
            response
        }
    }
}

/// Reads a body that says what it is.
async fn read<B>(server: &Server, parts: &Parts, body: B) -> Result<Bytes, Refused>
where
    B: Body + Send + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    guard::check_content_type(&parts.headers)?;
    request_body::read(&parts.headers, body, server.settings()).await
}
