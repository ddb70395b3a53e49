// The codec byte (../../../spec/codecs/byte.md), for adapter.mjs. This file is CC0.

import { Chess } from "chessops/chess";
import { SquareSet } from "chessops/squareSet";
import { squareFile, squareRank } from "chessops/util";

// byte.4
function isFast({ board, turn }) {
    const count = (role) => board.pieces(turn, role).size(), bishops = board.pieces(turn, "bishop");
    const shades = [SquareSet.darkSquares(), SquareSet.lightSquares()].every((shade) => bishops.intersect(shade).size() <= 1);
    return count("pawn") <= 8 && count("rook") <= 2 && count("knight") <= 2 && count("queen") <= 2 && shades
        && !(count("queen") === 2 && count("pawn") > 6);
}

const KING = ["", "0,1", "1,1", "1,0", "1,-1", "0,-1", "-1,-1", "-1,0", "-1,1"]; // byte.7
const KNIGHT = ["1,2", "2,1", "2,-1", "1,-2", "-1,-2", "-2,-1", "-2,1", "-1,2"]; // byte.8

// byte.6 to byte.15
function fastByte({ board, turn }, { move, castles }) {
    if (!move) return 0x0f;
    const { role } = board.get(move.from), file = squareFile(move.to), rank = squareRank(move.to);
    const east = file - squareFile(move.from), north = rank - squareRank(move.from);
    const order = role === "pawn" ? (s) => 8 * squareFile(s) + squareRank(s) : (s) => 8 * (7 - squareRank(s)) + squareFile(s);
    const number = [...board.pieces(turn, role)].sort((a, b) => order(a) - order(b)).indexOf(move.from);
    const line = north === 0 ? file : 15 - rank, diagonal = east * north > 0 ? file : 8 + file;
    if (castles) return castles === "h" ? 0x09 : 0x0b;
    if (role === "king") return KING.indexOf(`${east},${north}`);
    if (role === "knight") return 0x10 + 8 * number + KNIGHT.indexOf(`${east},${north}`);
    if (role === "rook") return 0x20 + 16 * number + line;
    if (role === "bishop") return (SquareSet.darkSquares().has(move.to) ? 0x40 : 0x50) + diagonal;
    if (role === "queen") return (number ? 0xe0 : 0x60) + (east && north ? 16 + diagonal : line);
    const way = east === 0 ? 1 : (east < 0) === (turn === "white") ? 2 : 3;
    const promotion = 4 * way + ["queen", "rook", "bishop", "knight"].indexOf(move.promotion);
    return 0x80 + 16 * number + (move.promotion ? promotion : Math.abs(north) === 2 ? 0 : way);
}

// byte.17 to byte.19: the texts of the list; castling is in it without the right, too
function fallbackList(position, legalMoves) {
    const setup = position.toSetup(), corner = position.turn === "white" ? 0 : 56;
    const rooks = position.board.pieces(position.turn, "rook").intersect(SquareSet.fromSquare(corner).with(corner + 7));
    if (position.board.kingOf(position.turn) === corner + 4) setup.castlingRights = setup.castlingRights.union(rooks);
    const more = legalMoves(Chess.fromSetup(setup).unwrap()).filter(({ castles }) => castles);
    return [...new Set([...legalMoves(position), ...more].map(({ text }) => text))].sort().concat("0000");
}

function byteCodes(position, legalMoves, choices) {
    const list = isFast(position) ? null : fallbackList(position, legalMoves);
    const ofNumber = (n) => [...Array(Math.floor(n / 255)).fill(0), 255 - (n % 255)]; // byte.16
    const codeOf = (row) => list ? ofNumber(list.indexOf(row.text)) : [fastByte(position, row)];
    return choices(position).map((row) => ({ ...row, code: Buffer.from(codeOf(row)) }));
}

// The codec, on functions that give the legal moves of a position, and its choices (codecs.6).
export function byteCodec(legalMoves, choices) {
    const rows = (position) => byteCodes(position, legalMoves, choices);
    const lastByte = (data, at, position) => isFast(position) ? at : data.findIndex((byte, i) => i >= at && byte);
    return { rows, end: (data, at, position) => lastByte(data, at, position) + 1 || Infinity };
}
