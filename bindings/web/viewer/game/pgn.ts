/** A game with own moves as PGN. */
import type { Game } from "plypack";
import { moveNumber } from "../format.js";
import type { Line, Node } from "./line.js";
import { ownMoves } from "./own.js";

/** Lines of PGN have fewer letters than this (PGN standard, 4.3). */
const WIDTH = 80;

/** The game with its notes, and own moves as variations. Without a game, the first own line is its main line. */
export function pgnWith(line: Line, own: Node[], game: Game | null): string {
  const next = (node: Node): Node[] => [...node.children, ...ownMoves(own, node)];
  const parts: string[] = [];
  let isNumbered = false;

  const writeBare = (node: Node): void => {
    const isWhite = node.parent!.fen.split(" ")[1] !== "b";
    if (isWhite || !isNumbered) parts.push(moveNumber(node.parent!.fen).replace("…", "..."));
    parts.push(node.san);
    isNumbered = true;
  };
  const write = (node: Node): void => {
    comments(node.move?.before ?? []);
    writeBare(node);
    parts.push(...(node.move?.nags ?? []).map((nag) => `$${nag}`));
    comments(node.move?.comments ?? []);
  };
  const comments = (texts: string[]): void => {
    for (const text of texts) parts.push(`{ ${text.replaceAll("}", ")").trim()} }`);
    if (texts.length > 0) isNumbered = false;
  };
  /** A variation that begins with `first`, or with the move before it. */
  const variation = (first: Node, before?: Node): void => {
    parts.push("(");
    isNumbered = false;
    if (before) writeBare(before);
    write(first);
    follow(first);
    parts.push(")");
    isNumbered = false;
  };
  /** Writes the moves after a position. */
  const follow = (from: Node): void => {
    for (let [main, ...others] = next(from); main; [main, ...others] = next(main)) {
      write(main);
      others.forEach((other) => variation(other));
      // An own line after the end of the game is written as a variation that repeats the last move.
      if (!main.main || main.children.length > 0) continue;
      ownMoves(own, main).forEach((added) => variation(added, main));
      return;
    }
  };
  comments(game?.comments ?? []);
  follow(line.start);

  const tags: [name: string, value: string][] = game?.tags ?? [["Event", "Analysis"]];
  const values = tags.map(([name, value]) => (name ? `[${name} "${value.replace(/[\\"]/g, "\\$&")}"]` : value));
  return `${values.join("\n")}\n\n${wrapped([...parts, game?.result ?? "*"])}\n`;
}

function wrapped(parts: string[]): string {
  const text = parts.reduce((before, part) => `${before}${before.endsWith("(") || part === ")" ? "" : " "}${part}`);
  const lines = [""];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)!;
    if (last === "") lines[lines.length - 1] = word;
    else if (last.length + word.length + 1 < WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join("\n");
}
