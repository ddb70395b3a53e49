/** A game as a tree of positions, and steps through it. */
import type { Game, Move, Opening } from "plypack";

/** A position of the game, and the move that led to it. */
export interface Node {
  /** Its place in reading order; 0 for the start. */
  id: number;
  parent: Node | null;
  /** Null for the start, and for moves of the analysis. */
  move: Move | null;
  san: string;
  uci: string;
  fen: string;
  /** The opening of exactly this position, if it has a name. */
  opening: Opening | null;
  /** Half-moves since the start of the game. */
  ply: number;
  /** The move that was played first, then its alternatives. */
  children: Node[];
  /** True if it is in the main line. */
  main: boolean;
  /** True if the user added it on the board. */
  analysis: boolean;
}

/** A game to walk through. */
export interface Line {
  start: Node;
  /** All positions, by their id. */
  nodes: Node[];
  /** The main line, by ply. */
  main: Node[];
}

/** A move that can be played on the board. */
export interface Played {
  san: string;
  uci: string;
  fen: string;
  opening: Opening | null;
}

export const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

function startNode(fen: string): Node {
  return { id: 0, parent: null, move: null, san: "", uci: "", fen, opening: null, ply: 0, children: [], main: true, analysis: false };
}

/** A board without a game. */
export function emptyLine(fen = START): Line {
  const start = startNode(fen);
  return { start, nodes: [start], main: [start] };
}

export function lineOf(game: Game): Line {
  const line = emptyLine(game.fen);
  append(line, line.start, game.moves, true);
  return line;
}

/** Adds moves after `parent`. Numbers are in reading order: a move, the variations in its place, the next move. */
function append(line: Line, parent: Node, moves: Move[], main: boolean): void {
  let before = parent;
  for (const move of moves) {
    const node: Node = {
      id: line.nodes.length,
      parent: before,
      move,
      san: move.san,
      uci: move.uci,
      fen: move.fen,
      opening: move.opening,
      ply: before.ply + 1,
      children: [],
      main,
      analysis: false,
    };
    before.children.push(node);
    line.nodes.push(node);
    if (main) line.main.push(node);
    for (const variation of move.variations) append(line, before, variation, false);
    before = node;
  }
}

/** Returns the move that leads to the same position as `played`, if there is one. */
export const childBy = (children: Node[], played: Played): Node | undefined =>
  children.find((child) => child.uci === played.uci || child.fen === played.fen);

/** A move that is not in the game. */
export function analysisNode(parent: Node, played: Played): Node {
  return { id: -1, parent, move: null, ...played, ply: parent.ply + 1, children: [], main: false, analysis: true };
}

/** The last position of the line of `node`. */
export function lastOf(node: Node): Node {
  let last = node;
  for (let next = node.children[0]; next; next = next.children[0]) last = next;
  return last;
}

/** The first variation at a position: an alternative to its next move, or otherwise to its own move. */
export function intoVariation(node: Node): Node | null {
  const siblings = node.parent?.children ?? [];
  return node.children[1] ?? (siblings[0] === node ? siblings[1] : siblings[siblings.indexOf(node) + 1]) ?? null;
}

/** The position from which the variation of `node` leaves the line above it. */
export function outOfVariation(node: Node): Node | null {
  let at = node;
  while (at.parent && at.parent.children[0] === at) at = at.parent;
  return at.parent;
}

/** The last position of the main line on the way to `node`. */
export function onMainLine(node: Node): Node {
  let at = node;
  while (!at.main && at.parent) at = at.parent;
  return at;
}
