use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};

use crate::cli::print::print;
use crate::cli::shorthand;
use crate::codec;
use crate::error::Result;
use crate::protocol::Revision;
use crate::server::Server;
use crate::server::catalogue::Registered;
use crate::tool::definition::Hints;

const HEADINGS: [&str; 5] = ["NAME", "SESSION-ONLY", "ANNOTATIONS", "ARGUMENTS", "≈TOKENS"];
const ANNOTATIONS: usize = 2;
const ARGUMENTS: usize = 3;
const TOKENS: usize = 4;
const GAP: &str = "  ";
/// What a cell is at least wide, before a table is wider than its terminal.
const NARROW: usize = 20;

/// Prints the tools as a table.
pub(super) fn run(server: &Server) -> Result<()> {
    print(&table(server, terminal_width()))?;
    Ok(())
}

/// Columns of the terminal; `None` for a file or a pipe, where a line per tool is best.
fn terminal_width() -> Option<usize> {
    if !io::stdout().is_terminal() {
        return None;
    }
    #[cfg(unix)]
    if let Ok(size) = rustix::termios::tcgetwinsize(io::stdout())
        && size.ws_col > 0
    {
        return Some(size.ws_col.into());
    }
    Some(100)
}

/// A tool as a row: each cell is pieces that may go on a line of their own.
type Row = [Vec<String>; 5];

fn table(server: &Server, width: Option<usize>) -> String {
    let catalogue = server.catalogue();
    let tools = catalogue.tools();
    if tools.is_empty() {
        return "no tools\n".into();
    }
    let sizes: Vec<usize> = tools.iter().map(|registered| tokens(registered)).collect();
    let rows: Vec<Row> =
        tools.iter().zip(&sizes).map(|(registered, tokens)| row(registered, *tokens)).collect();
    let widths = widths(&rows, width);
    let mut table = String::new();
    line(&mut table, &HEADINGS, &widths);
    for row in &rows {
        let cells: Vec<Vec<String>> =
            row.iter().zip(widths).map(|(pieces, width)| wrap(pieces, width)).collect();
        for index in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
            let cells: [&str; 5] =
                std::array::from_fn(|column| cells[column].get(index).map_or("", String::as_str));
            line(&mut table, &cells, &widths);
        }
    }
    let session_only = tools.iter().filter(|registered| registered.session_only).count();
    let total: usize = sizes.iter().sum();
    let plural = if tools.len() == 1 { "" } else { "s" };
    let _ = writeln!(table, "\n{} tool{plural}, {session_only} session-only, ≈{total} tokens", tools.len());
    if session_only > 0 {
        table.push_str("session-only: it takes a context (`&Ctx`), so it is called at /mcp, not by REST\n");
    }
    table
}

fn row(registered: &Registered, tokens: usize) -> Row {
    let or_none = |pieces: Vec<String>| if pieces.is_empty() { vec!["–".into()] } else { pieces };
    [
        vec![registered.tool.name.into()],
        vec![if registered.session_only { "yes" } else { "–" }.into()],
        or_none(annotations(registered.tool.hints)),
        or_none(shorthand::arguments(registered.inputs.schema())),
        vec![tokens.to_string()],
    ]
}

/// What a tool takes of a model's context: four bytes are about a token.
fn tokens(registered: &Registered) -> usize {
    let listed = codec::tool::tool(registered, Revision::LATEST_SESSION);
    serde_json::to_string(&listed).expect("wire types serialise").len().div_ceil(4)
}

fn annotations(hints: Hints) -> Vec<String> {
    let Hints { read_only, destructive, idempotent, open_world } = hints;
    [
        (read_only, "read-only"),
        (destructive, "destructive"),
        (idempotent, "idempotent"),
        (open_world, "open-world"),
    ]
    .into_iter()
    .filter_map(|(hint, name)| hint.map(|is| if is { name.into() } else { format!("not {name}") }))
    .collect()
}

/// Widths of the columns. Where the table is too wide, the two with lists give way.
fn widths(rows: &[Row], available: Option<usize>) -> [usize; 5] {
    let mut widths: [usize; 5] = std::array::from_fn(|column| {
        let cells = rows.iter().map(|row| length(&row[column].join(", ")));
        cells.chain([length(HEADINGS[column])]).max().unwrap_or(0)
    });
    let Some(available) = available else { return widths };
    for column in [ANNOTATIONS, ARGUMENTS] {
        let all = widths.iter().sum::<usize>() + GAP.len() * (widths.len() - 1);
        let excess = all.saturating_sub(available);
        let width = widths[column].saturating_sub(excess).max(NARROW.min(widths[column]));
        // Lines that were wrapped seldom fill the width; what they leave is for the other column.
        let lines = rows.iter().flat_map(|row| wrap(&row[column], width));
        widths[column] =
            lines.map(|line| length(&line)).chain([length(HEADINGS[column])]).max().unwrap_or(width);
    }
    widths
}

/// Puts as many pieces on a line as it holds.
fn wrap(pieces: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (index, piece) in pieces.iter().enumerate() {
        let comma = if index + 1 < pieces.len() { "," } else { "" };
        match lines.last_mut() {
            Some(line) if length(line) + 1 + length(piece) + comma.len() <= width => {
                let _ = write!(line, " {piece}{comma}");
            }
            _ => lines.push(format!("{piece}{comma}")),
        }
    }
    lines
}

fn line(table: &mut String, cells: &[&str; 5], widths: &[usize; 5]) {
    let start = table.len();
    for (column, (cell, width)) in cells.iter().zip(widths).enumerate() {
        let space = " ".repeat(width.saturating_sub(length(cell)));
        let _ = match column {
            TOKENS => write!(table, "{space}{cell}"),
            _ => write!(table, "{cell}{space}{GAP}"),
        };
    }
    table.truncate(start + table[start..].trim_end().len());
    table.push('\n');
}

fn length(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::sample::sample;

    #[test]
    fn a_line_per_tool_where_there_is_no_terminal() {
        let expected = [
            "NAME          SESSION-ONLY  ANNOTATIONS            ARGUMENTS                                                                     ≈TOKENS",
            "add           –             read-only, idempotent  a: integer, b?: integer                                                            72",
            "submit_batch  yes           not destructive        run_handle: string, queue?: standby|long, nodes?: string[], options?: object       99",
            "purge         –             destructive            –                                                                                  34",
            "",
            "3 tools, 1 session-only, ≈205 tokens",
            "session-only: it takes a context (`&Ctx`), so it is called at /mcp, not by REST",
        ];
        assert_eq!(table(&sample(), None).lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_terminal_is_not_overrun() {
        let expected = [
            "NAME          SESSION-ONLY  ANNOTATIONS      ARGUMENTS                ≈TOKENS",
            "add           –             read-only,       a: integer, b?: integer       72",
            "                            idempotent",
            "submit_batch  yes           not destructive  run_handle: string,           99",
            "                                             queue?: standby|long,",
            "                                             nodes?: string[],",
            "                                             options?: object",
            "purge         –             destructive      –                             34",
        ];
        assert_eq!(table(&sample(), Some(80)).lines().take(8).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn no_tools_is_said() {
        let server = Server::builder("demo", "1").build().unwrap();
        assert_eq!(table(&server, Some(80)), "no tools\n");
    }
}
