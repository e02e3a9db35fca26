//! JSON Schemas that every host accepts.
