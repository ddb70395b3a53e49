// A small adapter in JavaScript with chessops (npm install, in this folder): the steps `positions` and `coord16` of
// ../../ROADMAP.md, and with byte.mjs the step after them. Copy it: this file is CC0; chessops is GPL-3.0.

import { createInterface } from "node:readline";
import { Chess, castlingSide } from "chessops/chess";
import { parseFen } from "chessops/fen";
import { SquareSet } from "chessops/squareSet";
import { kingCastlesTo, makeUci, opposite, squareFile } from "chessops/util";
import { byteCodec } from "./byte.mjs";

const refused = (group, code, at) => ({ error: { class: group, code, at } });

// positions.1, positions.2: what chessops takes that is no FEN here
const FEN = /^[ _]*[1-8PNBRQKpnbrqk/]+([ _]+[wb]([ _]+(-|[KQA-Hkqa-h]+)([ _]+(-|[a-h][1-8])([ _]+[0-9]+){0,2})?)?)?[ _]*$/;

function positionOf(fen) {
    const fields = fen.split(/[ _]+/).filter((field) => field);
    const setup = FEN.test(fen) ? parseFen(fields.slice(0, 4).join(" ")).unwrap((found) => found, () => null) : null;
    if (setup && setup.board.occupied.has(setup.epSquare)) setup.epSquare = undefined;
    const position = setup?.pockets ? null : setup && Chess.fromSetup(setup).unwrap((found) => found, () => null);
    if (!position) throw refused("caller", "ILLEGAL_POSITION");
    return position;
}

// moves.1
function packed({ board }, { from, to, promotion }, castles) {
    const { role, color } = board.get(from), capture = board.occupied.has(to), isPawn = role === "pawn";
    const enPassant = isPawn && !capture && squareFile(from) !== squareFile(to), double = isPawn && Math.abs(from - to) === 16;
    const promoted = promotion ? 8 + ["knight", "bishop", "rook", "queen"].indexOf(promotion) : 0;
    const flags = castles ? { h: 2, a: 3 }[castles] : enPassant ? 5 : double ? 1 : 4 * capture + promoted;
    return flags << 12 | from << 6 | (castles ? kingCastlesTo(color, castles) : to);
}

// A move with its packed move, its text (moves.3) and the side to which it castles.
function choiceOf(position, move) {
    const castles = castlingSide(position, move), word = packed(position, move, castles);
    const usual = castles && squareFile(move.from) === 4 && squareFile(move.to) % 7 === 0;
    return { move, castles, word, text: makeUci(usual ? { from: move.from, to: word & 63 } : move) };
}

// All legal moves in canonical order (moves.4).
function legalMoves(position) {
    const rows = [];
    for (const [from, targets] of position.allDests()) {
        for (const to of targets) {
            const last = position.board.get(from).role === "pawn" && SquareSet.backranks().has(to);
            const promotions = last ? ["knight", "bishop", "rook", "queen"] : [undefined];
            rows.push(...promotions.map((promotion) => choiceOf(position, { from, to, promotion })));
        }
    }
    const key = ({ word }) => (word & 0xfff) << 4 | word >> 12;
    return rows.sort((a, b) => key(a) - key(b));
}

const choices = (position) => [...legalMoves(position), ...(position.isCheck() ? [] : [{ text: "0000", word: 0 }])];

function play(position, { move }) {
    if (move) return position.play(move);
    position.turn = opposite(position.turn); // positions.5
    position.epSquare = undefined;
}

function word16(position) {
    return choices(position).map((row) => ({ ...row, code: Buffer.from([row.word & 255, row.word >> 8]) }));
}

const CODECS = { // the codes of all choices, and where the one ends that begins at `at` (coord16.1)
    coord16: { rows: word16, end: (_, at) => at + 2 },
    byte: byteCodec(legalMoves, choices),
};

function decode({ codec, fen, plies, input }) {
    const position = positionOf(fen), data = Buffer.from(input, "hex"), moves = [];
    let at = 0;
    while (moves.length < plies) {
        const end = CODECS[codec].end(data, at, position);
        if (end > data.length) throw refused("malformed", "TRUNCATED", data.length);
        const row = CODECS[codec].rows(position).find(({ code }) => code.equals(data.subarray(at, end)));
        if (!row) throw refused("malformed", "MOVE_MALFORMED", at);
        moves.push(row.text);
        play(position, row);
        at = end;
    }
    if (at < data.length) throw refused("malformed", "TRAILING_BYTES", at);
    return { moves };
}

function encode({ codec, fen, moves }) {
    const position = positionOf(fen);
    const codes = moves.map((text, ply) => {
        const row = CODECS[codec].rows(position).find((one) => one.text === text);
        if (!row) throw refused("caller", /^([a-h][1-8]){2}[nbrq]?$|^0000$/.test(text) ? "ILLEGAL_MOVE" : "INVALID_MOVE_TEXT", ply);
        play(position, row);
        return row.code.toString("hex");
    });
    return { output: codes.join("") };
}

const OPS = {
    order: ({ fen }) => ({ moves: legalMoves(positionOf(fen)).map(({ text }) => text) }),
    "move-table": ({ codec, fen }) => ({ table: CODECS[codec].rows(positionOf(fen)).map(({ text, code }) => [text, code.toString("hex")]) }),
    decode,
    encode,
};

function answer(request) {
    if (request.op === "hello") return { hello: 1, name: "small-javascript", version: "1", ops: Object.keys(OPS), codecs: Object.keys(CODECS) };
    try {
        return { id: request.id, result: "valid", ...OPS[request.op](request) };
    } catch ({ error, stack }) {
        if (!error) throw stack;
        return { id: request.id, result: "invalid", error };
    }
}

for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line);
    if (request.op === "bye") break;
    console.log(JSON.stringify(answer(request)));
}
