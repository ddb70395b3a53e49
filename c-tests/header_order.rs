//! The order of the functions in the header: by type, and within a type first the functions that make an object, last
//! the function that frees it. cbindgen keeps the order of the sources, in which a type can have several files.

/// The types as in function names, with the titles of their parts of the header.
const TYPES: &[(&str, &str)] = &[
    ("version", "Versions"),
    ("status", "Statuses"),
    ("error", "Error objects"),
    ("position", "Positions"),
    ("move", "Moves, without a position"),
    ("codec", "Move codecs"),
    ("game", "Games"),
    ("walk", "Walks through games"),
    ("writer", "Writers"),
    ("paths", "Files and folders"),
    ("reader", "Readers"),
    ("edits", "Edits that were made"),
    ("scan", "Scans"),
    ("query", "Queries"),
    ("search", "Searches"),
    ("hits", "Results of searches: hits"),
    ("tree", "Results of searches: moves played next"),
    ("orders", "Results of searches: move orders"),
    ("names", "Results of searches: names"),
    ("rows", "Results of searches: rows of columns"),
    ("explorer", "Opening explorer"),
    ("file", "Whole files"),
];

/// Functions whose receiver is not the type to which they belong.
const SEARCHES: [&str; 9] =
    ["continuations", "count", "duplicates", "find", "list", "names", "rows", "transpositions", "tree"];

/// The index in [`TYPES`] of the type to which a function belongs.
fn type_of(function: &str) -> usize {
    let words = function.trim_start_matches("plypack_");
    let (first, rest) = words.split_once('_').unwrap_or((words, ""));
    let name = match (first, rest) {
        ("version", _) | (_, "version") => "version",
        ("query", rest) if SEARCHES.contains(&rest.split('_').next().unwrap()) => "search",
        _ => first,
    };
    TYPES.iter().position(|row| row.0 == name).unwrap_or_else(|| panic!("{function} belongs to no type of the list"))
}

/// The name of the function in a declaration with its comment.
fn name_of(declaration: &str) -> &str {
    let code = declaration.rsplit("*/\n").next().unwrap();
    let end = code.find('(').unwrap();
    let start = code[..end].rfind([' ', '*']).unwrap() + 1;
    &code[start..end]
}

/// 0 for a function that makes an object, 1 for one that uses it, 2 for one that frees it.
fn stage_of(declaration: &str) -> u8 {
    let name = name_of(declaration);
    let handle = format!("struct plypack_{} **", TYPES[type_of(name)].0);
    let makes = declaration.rsplit("*/\n").next().unwrap().contains(&handle) || name.ends_with("_new");
    match name.ends_with("_free") {
        true => 2,
        false => u8::from(!makes),
    }
}

/// The same header with its functions in order, and a title before the functions of each type.
pub fn ordered(header: &str) -> String {
    let (types, rest) = header.split_once("extern \"C\" {\n#endif // __cplusplus\n\n").unwrap();
    let (functions, end) = rest.split_once("\n#ifdef __cplusplus\n}").unwrap();
    let mut functions: Vec<&str> = functions.trim_end().split("\n\n").collect();
    functions.sort_by_key(|function| (type_of(name_of(function)), stage_of(function)));
    let mut text = format!("{types}extern \"C\" {{\n#endif // __cplusplus\n\n");
    for part in functions.chunk_by(|a, b| type_of(name_of(a)) == type_of(name_of(b))) {
        text += &format!("/* {} */\n\n", TYPES[type_of(name_of(part[0]))].1);
        for function in part {
            text += &(must_use(function) + "\n\n");
        }
    }
    families(&short_comments(&format!("{text}#ifdef __cplusplus\n}}{end}")))
}

/// Returns the declaration of a function, marked if it returns a status, in lines of as many parameters as fit.
fn must_use(declaration: &str) -> String {
    let at = declaration.rfind("*/\n").map_or(0, |end| end + 3);
    let (comment, code) = declaration.split_at(at);
    let mark = if code.starts_with("plypack_status ") { "PLYPACK_NODISCARD " } else { "" };
    format!("{comment}{}", filled(&format!("{mark}{code}")))
}

fn filled(code: &str) -> String {
    const WIDTH: usize = 130;
    let (head, parameters) = code.split_once('(').unwrap();
    let indent = head.len() + 1;
    let mut text = format!("{head}(");
    let mut column = indent;
    for (i, parameter) in parameters.split(',').map(str::trim).enumerate() {
        if i > 0 && column + parameter.len() + 2 > WIDTH {
            text += &format!(",\n{}", " ".repeat(indent));
            column = indent;
        } else if i > 0 {
            text += ", ";
            column += 2;
        }
        text += parameter;
        column += parameter.len();
    }
    text
}

/// The same header without blank lines between constants of one family, `PLYPACK_CODEC_` for example, with comments of one line.
fn families(header: &str) -> String {
    let blocks: Vec<&str> = header.split("\n\n").collect();
    let mut text = String::new();
    for (i, block) in blocks.iter().enumerate() {
        let is_related = i > 0 && family(block).is_some() && family(block) == family(blocks[i - 1]);
        text += if i == 0 {
            ""
        } else if is_related {
            "\n"
        } else {
            "\n\n"
        };
        text += block;
    }
    text
}

/// The second word in the name of a constant with a comment of one line.
fn family(block: &str) -> Option<&str> {
    let (comment, define) = block.split_once('\n')?;
    let is_short = comment.starts_with("/** ") && comment.ends_with("*/") && !define.contains('\n');
    let name = define.strip_prefix("#define PLYPACK_").filter(|_| is_short)?;
    name.split('_').next()
}

/// The same header with comments of one line on one line.
fn short_comments(header: &str) -> String {
    let mut text = String::new();
    let mut lines = header.lines();
    while let Some(line) = lines.next() {
        let indent = line.trim_end_matches("/**");
        let mut ahead = lines.clone();
        let content = ahead.next().and_then(|next| next.trim_start().strip_prefix("* "));
        match (content, ahead.next()) {
            (Some(content), Some(end)) if line.trim() == "/**" && end.trim() == "*/" => {
                text += &format!("{indent}/** {content} */\n");
                lines = ahead;
            }
            _ => text += &format!("{line}\n"),
        }
    }
    text
}

#[test]
fn families_of_constants_stand_together() {
    let header =
        "/** A. */\n#define PLYPACK_A_B 1\n\n/** B. */\n#define PLYPACK_A_C 2\n\n/** C. */\n#define PLYPACK_B 3\n";
    assert_eq!(families(header), header.replacen("\n\n", "\n", 1));
}

#[test]
fn comments_of_one_line_are_short() {
    let header = "/**\n * One.\n */\nint a;\n    /**\n     * Two,\n     * three.\n     */\n    int b;\n";
    let short = "/** One. */\nint a;\n    /**\n     * Two,\n     * three.\n     */\n    int b;\n";
    assert_eq!(short_comments(header), short);
}

#[test]
fn functions_are_ordered_by_type_and_stage() {
    let [free, find, new, count, version] = [
        "/**\n * Frees (all).\n */\nvoid plypack_game_free(struct plypack_game *game);",
        "plypack_status plypack_query_find(const struct plypack_query *query,\n    int x);",
        "/**\n * New.\n */\nplypack_status plypack_game_new(struct plypack_game **game,\n    int x);",
        "plypack_status plypack_game_tag_count(const struct plypack_game *game);",
        "uint32_t plypack_abi_version(void);",
    ];
    let header = |functions: &str| {
        format!("A\nextern \"C\" {{\n#endif // __cplusplus\n\n{functions}\n\n#ifdef __cplusplus\n}}\nZ\n")
    };
    let mixed = [free, find, new, count, version].join("\n\n");
    let games = short_comments(&[must_use(new), must_use(count), must_use(free)].join("\n\n"));
    let find = must_use(find);
    let games = games.trim_end();
    let sorted = format!("/* Versions */\n\n{version}\n\n/* Games */\n\n{games}\n\n/* Searches */\n\n{find}");
    assert_eq!(ordered(&header(&mixed)), header(&sorted));
}
