//! Texts for a reader that assigns a tag directly after a result to the game before it.

/// Returns the text with an empty line before each `Event` tag directly after a result (`pgn.5`), and without empty
/// lines between that tag and the other tags of its game.
pub fn separated(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut done = 0;
    for at in memchr::memmem::find_iter(text, b"[Event \"") {
        let before = text[..at].trim_ascii_end();
        let is_on_its_line = text[before.len()..at].iter().all(|byte| matches!(byte, b' ' | b'\t'));
        let is_after_result = [&b"1-0"[..], b"0-1", b"1/2-1/2", b"*"].iter().any(|result| before.ends_with(result));
        if is_on_its_line && is_after_result {
            out.extend_from_slice(&text[done..at]);
            out.extend_from_slice(b"\n\n");
            done = at;
            let line = memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |end| at + end + 1);
            if text[line..].starts_with(b"\n[") {
                out.extend_from_slice(&text[at..line]);
                done = line + 1;
            }
        }
    }
    out.extend_from_slice(&text[done..]);
    out
}
