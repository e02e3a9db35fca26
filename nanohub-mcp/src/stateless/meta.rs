use std::borrow::Cow;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::ctx::caller::Caller;
use crate::jsonrpc::message::present;
use crate::jsonrpc::{ErrorCode, ErrorObject};
use crate::protocol::{ClientCapabilities, Implementation, LogLevel, Revision};

/// `_meta` key of the revision that a request speaks.
pub(crate) const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";

/// `_meta` key of what the client can do.
pub(crate) const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

/// `_meta` of a request that names its own revision (2026-07-28, basic, *`_meta`*).
#[derive(Debug)]
pub(crate) struct Meta<'a> {
    /// The revision by name; whether there is such a one is not known yet.
    pub(crate) version: Cow<'a, str>,
    fields: Fields<'a>,
}

#[derive(Debug, Deserialize)]
struct Params<'a> {
    #[serde(borrow, default, rename = "_meta")]
    meta: Option<&'a RawValue>,
}

#[derive(Debug, Deserialize)]
struct Fields<'a> {
    // `null` is a claim here, if a broken one.
    #[serde(
        borrow,
        default,
        deserialize_with = "present",
        rename = "io.modelcontextprotocol/protocolVersion"
    )]
    version: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "io.modelcontextprotocol/clientCapabilities")]
    capabilities: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "io.modelcontextprotocol/clientInfo")]
    client: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "io.modelcontextprotocol/logLevel")]
    log_level: Option<&'a RawValue>,
}

/// What a request says of itself, read.
#[derive(Debug)]
pub(crate) struct Envelope {
    pub(crate) caller: Caller,
    pub(crate) log_level: Option<LogLevel>,
}

impl<'a> Meta<'a> {
    /// Reads the claim of a request to be of the stateless era, or `None` where it makes none. A broken claim is
    /// an error: it must not be served as if it were older.
    pub(crate) fn read(params: Option<&'a RawValue>) -> Result<Option<Self>, ErrorObject> {
        let Some(params) = params.filter(|params| params.get().starts_with('{')) else { return Ok(None) };
        // Nothing else can go wrong with an object whose members are not read.
        let twice =
            |_| ErrorObject::invalid_params("`_meta` must be there once, and each of its members once");
        let Params { meta } = serde_json::from_str(params.get()).map_err(twice)?;
        let Some(meta) = meta.filter(|meta| meta.get().starts_with('{')) else { return Ok(None) };
        let fields: Fields<'a> = serde_json::from_str(meta.get()).map_err(twice)?;
        let Some(version) = fields.version else { return Ok(None) };
        let version: Text<'a> = serde_json::from_str(version.get()).map_err(|_| {
            ErrorObject::invalid_params(format!("`_meta[\"{PROTOCOL_VERSION}\"]` must be a string"))
        })?;
        Ok(Some(Self { version: version.0, fields }))
    }

    /// The revision, or -32022 with the ones that there are. Only stateless ones are listed: no request can
    /// name another for itself.
    pub(crate) fn revision(&self) -> Result<Revision, ErrorObject> {
        Revision::parse(&self.version).filter(|revision| revision.is_stateless()).ok_or_else(|| {
            let supported: Vec<&str> = Revision::stateless().map(Revision::as_str).collect();
            ErrorObject::new(ErrorCode::UnsupportedProtocolVersion, "unsupported protocol version")
                .data(serde_json::json!({"supported": supported, "requested": self.version}))
        })
    }

    /// Reads the rest.
    pub(crate) fn envelope(&self, revision: Revision) -> Result<Envelope, ErrorObject> {
        let capabilities = self
            .fields
            .capabilities
            .and_then(|declared| serde_json::from_str::<Value>(declared.get()).ok())
            .and_then(|declared| ClientCapabilities::new(declared, revision))
            .ok_or_else(|| {
                ErrorObject::invalid_params(format!(
                    "`_meta[\"{CLIENT_CAPABILITIES}\"]` must be there, an object"
                ))
            })?;
        // Only said for people; a client that says it wrongly is served all the same.
        let client =
            self.fields.client.and_then(|client| serde_json::from_str::<Implementation>(client.get()).ok());
        let log_level = self
            .fields
            .log_level
            .map(|level| {
                serde_json::from_str::<LogLevel>(level.get()).map_err(|_| {
                    ErrorObject::invalid_params(
                        "`_meta[\"io.modelcontextprotocol/logLevel\"]` is no log level",
                    )
                })
            })
            .transpose()?;
        Ok(Envelope { caller: Caller { revision, capabilities, client, session_id: None }, log_level })
    }
}

#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// Whether only the stateless era has a method, so that a request without a claim lacks one.
pub(crate) fn is_stateless_only(method: &str) -> bool {
    matches!(method, "server/discover" | "subscriptions/listen")
}

/// What a request lacks that comes before anything else on a pipe: nothing tells which era its client is of.
#[cfg(feature = "stdio")]
pub(crate) fn unopened() -> ErrorObject {
    ErrorObject::invalid_params(format!(
        "send `initialize` first; or, for 2026-07-28, carry `_meta[\"{PROTOCOL_VERSION}\"]` and \
         `_meta[\"{CLIENT_CAPABILITIES}\"]` in every request"
    ))
}

/// What a request lacks that claims, by its header or its method, to be of the stateless era.
pub(crate) fn missing() -> ErrorObject {
    ErrorObject::invalid_params(format!(
        "every request of 2026-07-28 carries `_meta[\"{PROTOCOL_VERSION}\"]` and `_meta[\"{CLIENT_CAPABILITIES}\"]`; \
         clients of older revisions send `initialize` first"
    ))
}
