/** Own moves: tried on the board, they stay beside the game. */
import { position } from "plypack";
import { analysisNode, type Line, type Node } from "./line.js";

/** Returns the own moves in a position, the earliest first. */
export const ownMoves = (own: Node[], parent: Node): Node[] => own.filter((node) => node.parent === parent);

/** Splits own moves into lines. A line begins at the game or at an earlier line. */
export function ownLines(own: Node[]): Node[][] {
  const goesOn = (node: Node): boolean => node.parent!.analysis && ownMoves(own, node.parent!)[0] === node;
  return own.filter((node) => !goesOn(node)).map((node) => ownLine(own, node));
}

/** Returns a move and the own moves that follow it. */
export function ownLine(own: Node[], node: Node): Node[] {
  const next = ownMoves(own, node)[0];
  return next ? [node, ...ownLine(own, next)] : [node];
}

/**
 * Writes own moves for an address: lines with `;` between them, such as `4,e7e5,g1f3`. A line begins with its position: the number of a
 * move of the game, or `o` and the number of an own move, counted from 0 in the order of the lines.
 */
export function writeOwn(own: Node[]): string {
  const lines = ownLines(own);
  const all = lines.flat();
  const from = ({ parent }: Node): string => (parent!.analysis ? `o${all.indexOf(parent!)}` : String(parent!.id));
  return lines.map((line) => [from(line[0]!), ...line.map(({ uci }) => uci)].join(",")).join(";");
}

/** Reads the text of {@link writeOwn}. The first illegal move ends it: the address may be of another version of the file. */
export async function readOwn(line: Line, text: string): Promise<Node[]> {
  const own: Node[] = [];
  for (const part of text.split(";")) {
    const [from = "", ...moves] = part.split(",");
    let at = from.startsWith("o") ? own[Number(from.slice(1))] : line.nodes[Number(from)];
    for (const uci of moves) {
      const played = at && (await position(at.fen)).moves.find((move) => move.uci === uci);
      if (!at || !played) return own;
      at = analysisNode(at, played);
      own.push(at);
    }
  }
  return own;
}
