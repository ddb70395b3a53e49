// Compiles a Kaitai Struct description, and reads plypack files with the generated JavaScript parser:
//
//     node read.js plypack.ksy FILE...
//
// Writes one JSON object a file, one a line: what `plypack info --json` reports, as far as the container has it.
// The packages of package.json must be in node_modules here, or in a folder of NODE_PATH.
"use strict";

const fs = require("node:fs");
const yaml = require("js-yaml");
const compiler = require("kaitai-struct-compiler");
const { KaitaiStream } = require("kaitai-struct");

// The description compiles for all languages; those with static types are stricter than JavaScript.
async function compileForAll(description) {
    for (const language of compiler.languages) {
        await compiler.compile(language, description, null, false);
    }
}

// The generated module is a UMD module: without a module loader it adds its name to `this`.
async function parserOf(description) {
    const files = await compiler.compile("javascript", description, null, false);
    const root = { KaitaiStream };
    for (const source of Object.values(files)) {
        new Function("define", "exports", source).call(root);
    }
    return root.Plypack.Plypack;
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

// The group of `info --json` in which the bytes of a section kind are counted.
const GROUPS = {
    MOVES: "moves", MOVE_SIZES: "moves",
    PLIES: "games", STATES: "games", TAG_LAYOUTS: "games", TAG_VALUES: "games",
    NAMES: "names",
    ANNOTATIONS: "annotations", COMMENT_TEXT: "annotations", UNPARSED_TEXT: "annotations",
    VALUES: "annotations", VALUE_CODES: "annotations",
    SUMMARIES: "index",
};

// Only pages and records that fill the segment up to its directory are those that the directory describes.
function segmentBytes({ lenSegment, content }) {
    const { directory, lenDirectory, pages, records } = content;
    const filled = sum(pages.map(({ place }) => place.lenPage.value + place.lenLists.value))
        + sum(records.flatMap(({ place }) => place.groups.map((group) => group.lenRecord.value)))
        + sum(directory.optionalParts.map((part) => part.lenPart.value));
    if (records.length !== directory.blocks.length || filled !== lenSegment - 16 - 8 - lenDirectory) {
        throw new Error("an index segment has parts that do not fill it");
    }
    return lenSegment;
}

function bytes(Plypack, sections, segments) {
    const counts = { moves: 0, games: 0, names: 0, annotations: 0, index: sum(segments.map(segmentBytes)) };
    for (const { header, stored } of sections) {
        if (header.compression === Plypack.Compression.STORED && header.lenRaw.value !== stored.length) {
            throw new Error("a stored section has two different lengths");
        }
        counts[GROUPS[Plypack.SectionKind[header.kind]]] += stored.length;
    }
    return counts;
}

// The list of the footer in force must say of the blocks what their headers say.
function compareWithFooter(listed) {
    const counts = [0, 0];
    for (const { entry, block: { fields, checksum } } of listed) {
        const kind = entry.attributes.value;
        const said = [entry.numGames.value, entry.numPlies.value, kind, counts[kind], entry.headerChecksum];
        const found = [fields.numGames.value, fields.numPlies.value, fields.attributes.value, fields.firstNumber.value, checksum];
        if (found.join() !== said.join()) {
            throw new Error(`a block has ${found.join()}, the footer says ${said.join()}`);
        }
        counts[kind] += entry.numGames.value;
    }
}

function summary(Plypack, file) {
    compareWithFooter(file.blocks);
    if (file.record.footerChecksum !== file.footer.checksum) {
        throw new Error("the commit record names another footer");
    }
    const blocks = file.blocks.map(({ block }) => block);
    const sections = blocks.flatMap((block) => block.sections);
    const moves = sections.map((section) => section.header).filter((h) => h.kind === Plypack.SectionKind.MOVES);
    const codecs = [...new Set(moves.map((h) => h.codec))].sort((a, b) => a - b);
    // A valid file may have a codec that has no name yet.
    const name = (codec) => Plypack.Codec[codec]?.toLowerCase().replaceAll("_", "-") ?? `codec ${codec}`;
    const { major, minor } = file.record.versions.writeVersion;
    file.optionalParts.forEach(({ content }) => content);
    return {
        format_version: `${major}.${minor}`,
        games: sum(blocks.map((block) => block.fields.numGames.value)),
        plies: sum(blocks.map((block) => block.fields.numPlies.value)),
        blocks: blocks.length,
        codec: codecs.map(name).join("+"),
        bytes: bytes(Plypack, sections, file.indexSegments.map(({ segment }) => segment)),
    };
}

async function main([path, ...files]) {
    const description = yaml.load(fs.readFileSync(path, "utf8"));
    await compileForAll(description);
    const Plypack = await parserOf(description);
    for (const file of files) {
        const read = new Plypack(new KaitaiStream(fs.readFileSync(file)));
        console.log(JSON.stringify(summary(Plypack, read)));
    }
}

main(process.argv.slice(2)).catch((error) => {
    console.error(error);
    process.exitCode = 1;
});
