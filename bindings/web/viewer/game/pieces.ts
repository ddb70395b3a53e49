/** A position in words. */
import type { Color } from "chessground/types";

const NAMES: Record<string, string> = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };

/** Returns the places of the pieces, as "White: king g1, …. Black: …", for users who do not see the board. */
export function piecesOf(fen: string): string {
  const squares = fen
    .split(" ")[0]!
    .split("/")
    .flatMap((rank, row) =>
      [...rank.replace(/\d/g, (empty) => " ".repeat(Number(empty)))].map((piece, file) => ({
        piece,
        square: "abcdefgh"[file]! + (8 - row),
      })),
    );
  const list = (color: Color): string =>
    Object.keys(NAMES)
      .map((kind) => (color === "white" ? kind.toUpperCase() : kind))
      .flatMap((kind) => squares.filter(({ piece }) => piece === kind))
      .map(({ piece, square }) => `${NAMES[piece.toLowerCase()]} ${square}`)
      .join(", ");
  return `White: ${list("white")}. Black: ${list("black")}.`;
}
