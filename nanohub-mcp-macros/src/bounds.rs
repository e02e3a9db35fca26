//! `range = 1..=10` and `len = 1..=80`: what a value must keep to.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned as _;
use syn::{Expr, ExprBinary, ExprLit, ExprParen, ExprRange, ExprUnary, Lit, RangeLimits, UnOp};

use crate::attr::ungrouped;
use crate::errors::Errors;

/// A range of numbers, at least one of its ends given.
#[derive(Debug, Clone)]
pub(crate) struct Range {
    pub(crate) start: Option<Bound>,
    pub(crate) end: Option<Bound>,
    /// Whether the end is itself allowed.
    pub(crate) inclusive: bool,
}

/// An end of a range: an expression, and its value where that is a literal.
#[derive(Debug, Clone)]
pub(crate) struct Bound {
    expr: Expr,
    value: Option<Number>,
}

/// A number written as a literal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Number {
    Integer(i128),
    Float(f64),
}

impl Range {
    /// Reads the value of the key, which is `range` or `len`.
    pub(crate) fn new(key: &str, expr: &Expr, errors: &mut Errors) -> Option<Self> {
        let Expr::Range(ExprRange { start, end, limits, .. }) = ungrouped(expr) else {
            errors.at(expr, format!("`{key}` takes a range: `{key} = 1..=10`"));
            return None;
        };
        let bound = |expr: &Expr| Bound { expr: expr.clone(), value: Number::of(expr) };
        let range = Self {
            start: start.as_deref().map(bound),
            end: end.as_deref().map(bound),
            inclusive: matches!(limits, RangeLimits::Closed(_)),
        };
        if range.start.is_none() && range.end.is_none() {
            errors.at(expr, format!("`{key}` without a bound allows everything: leave it out, or bound it"));
            return None;
        }
        if let (Some(start), Some(end)) = (range.start_value(), range.end_value())
            && (start > end || (start >= end && !range.inclusive))
        {
            errors.at(expr, format!("this {key} is empty: no value is in it"));
            return None;
        }
        Some(range)
    }

    /// Reads `len`, whose bounds are counts.
    pub(crate) fn of_len(expr: &Expr, errors: &mut Errors) -> Option<Self> {
        let range = Self::new("len", expr, errors)?;
        for bound in range.start.iter().chain(&range.end) {
            if matches!(bound.value, Some(Number::Float(_) | Number::Integer(i128::MIN..=-1))) {
                errors.at(&bound.expr, "a length is a whole number, 0 or more");
                return None;
            }
        }
        Some(range)
    }

    /// Whether the number is known to be outside.
    pub(crate) fn excludes(&self, number: Number) -> bool {
        self.start_value().is_some_and(|start| number < start)
            || self.end_value().is_some_and(|end| if self.inclusive { number > end } else { number >= end })
    }

    fn start_value(&self) -> Option<Number> {
        self.start.as_ref()?.value
    }

    fn end_value(&self) -> Option<Number> {
        self.end.as_ref()?.value
    }

    /// Expands to: `.minimum(1i128).maximum(10i128)`, with `.below(10i128)` for `..10`.
    pub(crate) fn limits(&self) -> TokenStream {
        let minimum = self.start.iter().map(|start| quote!(.minimum(#start)));
        let maximum = self
            .end
            .iter()
            .map(|end| if self.inclusive { quote!(.maximum(#end)) } else { quote!(.below(#end)) });
        quote!(#(#minimum)* #(#maximum)*)
    }

    /// Expands to: `.min_len(1).max_len(80)`.
    pub(crate) fn lengths(&self) -> TokenStream {
        let minimum = self.start.iter().map(|Bound { expr, .. }| quote!(.min_len(#expr)));
        let maximum = self.end.iter().map(|Bound { expr, value }| match value {
            _ if self.inclusive => quote!(.max_len(#expr)),
            Some(Number::Integer(below)) => {
                let mut maximum = Literal::i128_unsuffixed((below - 1).max(0));
                maximum.set_span(expr.span());
                quote!(.max_len(#maximum))
            }
            _ => quote!(.max_len(::core::primitive::usize::saturating_sub(#expr, 1))),
        });
        quote!(#(#minimum)* #(#maximum)*)
    }
}

impl ToTokens for Range {
    /// As it was written, for messages.
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let [start, end] = [&self.start, &self.end].map(|bound| bound.iter().map(|bound| &bound.expr));
        let dots = if self.inclusive { quote!(..=) } else { quote!(..) };
        tokens.extend(quote!(#(#start)* #dots #(#end)*));
    }
}

impl ToTokens for Bound {
    /// A literal with its type, so that it can be converted into a limit without being inferred.
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let mut literal = match self.value {
            Some(Number::Integer(value)) => Literal::i128_suffixed(value.saturating_abs()),
            Some(Number::Float(value)) => Literal::f64_suffixed(value.abs()),
            None => return self.expr.to_tokens(tokens),
        };
        literal.set_span(self.expr.span());
        if self.value.is_some_and(|value| value.as_f64() < 0.0) {
            tokens.extend(quote!(-));
        }
        literal.to_tokens(tokens);
    }
}

impl Number {
    /// The number that a literal stands for, a minus before it or not.
    pub(crate) fn of(expr: &Expr) -> Option<Self> {
        match ungrouped(expr) {
            Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) => match Self::of(expr)? {
                Self::Integer(value) => Some(Self::Integer(-value)),
                Self::Float(value) => Some(Self::Float(-value)),
            },
            Expr::Lit(ExprLit { lit: Lit::Int(literal), .. })
                if matches!(literal.suffix(), "f32" | "f64") =>
            {
                literal.base10_parse().ok().map(Self::Float)
            }
            Expr::Lit(ExprLit { lit: Lit::Int(literal), .. }) => {
                literal.base10_parse().ok().map(Self::Integer)
            }
            Expr::Lit(ExprLit { lit: Lit::Float(literal), .. }) => {
                literal.base10_parse().ok().map(Self::Float)
            }
            _ => None,
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "compared with a float, an integer is rounded like one")]
    fn as_f64(self) -> f64 {
        match self {
            Self::Integer(value) => value as f64,
            Self::Float(value) => value,
        }
    }
}

/// The number, or range of numbers, with integers written as the floats that they are meant to be.
pub(crate) fn floats(expr: &Expr) -> Expr {
    let mut expr = ungrouped(expr).clone();
    match &mut expr {
        Expr::Range(ExprRange { start, end, .. }) => {
            for end in [start, end].into_iter().flatten() {
                **end = floats(end);
            }
        }
        Expr::Binary(ExprBinary { left, right, .. }) => {
            for side in [left, right] {
                **side = floats(side);
            }
        }
        Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) | Expr::Paren(ExprParen { expr, .. }) => {
            **expr = floats(expr);
        }
        Expr::Lit(ExprLit { lit, .. }) => {
            if let Lit::Int(integer) = &*lit
                && integer.suffix().is_empty()
                && let Ok(value) = integer.base10_parse::<f64>()
            {
                let mut float = Literal::f64_unsuffixed(value);
                float.set_span(integer.span());
                *lit = Lit::new(float);
            }
        }
        _ => {}
    }
    expr
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        match (self, other) {
            (Self::Integer(a), Self::Integer(b)) => a.partial_cmp(b),
            (a, b) => a.as_f64().partial_cmp(&b.as_f64()),
        }
    }
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    fn range(expr: &Expr) -> Result<Range, String> {
        let mut errors = Errors::new();
        let range = Range::new("range", expr, &mut errors);
        errors.check().map(|()| range.unwrap()).map_err(|error| error.to_string())
    }

    #[test]
    fn limits() {
        let limits = |expr| range(&expr).unwrap().limits().to_string();
        assert_eq!(limits(parse_quote!(-1_000..=5)), ". minimum (- 1000i128) . maximum (5i128)");
        assert_eq!(limits(parse_quote!(0.5..1.0)), ". minimum (0.5f64) . below (1f64)");
        assert_eq!(limits(parse_quote!(..=LIMIT)), ". maximum (LIMIT)");
    }

    #[test]
    fn what_is_no_range() {
        assert!(range(&parse_quote!(5)).is_err());
        assert!(range(&parse_quote!(..)).is_err());
        assert!(range(&parse_quote!(2..=1)).is_err());
        assert!(range(&parse_quote!(1..1)).is_err());
        assert!(range(&parse_quote!(1..=1)).is_ok());
    }

    #[test]
    fn a_default_is_compared_as_a_number() {
        let range = range(&parse_quote!(0..10)).unwrap();
        assert!(range.excludes(Number::Float(-0.1)));
        assert!(range.excludes(Number::Integer(10)));
        assert!(!range.excludes(Number::Float(9.5)));
    }
}
