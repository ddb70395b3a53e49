/** A player's name next to the board. */
import type { Color } from "chessground/types";
import { clock } from "../format.js";
import type { Node } from "./line.js";

export interface PlayerProps {
  color: Color;
  name: string;
  title: string;
  elo: string;
  /** Score of the player: "1", "½", "0" or "". */
  score: string;
  /** Seconds left at this point, if known. */
  seconds: number | null;
  toMove: boolean;
}

export function Player({ color, name, title, elo, score, seconds, toMove }: PlayerProps) {
  return (
    <div class={`player ${toMove ? "to-move" : ""}`}>
      <span class={`disc ${color}`} role="img" aria-label={color} />
      {title && <span class="title">{title}</span>}
      <span class="player-name">{name || (color === "white" ? "White" : "Black")}</span>
      {elo && <span class="player-elo">{elo}</span>}
      {score && <span class="score">{score}</span>}
      {seconds !== null && <span class="player-clock">{clock(seconds)}</span>}
    </div>
  );
}

const SCORES: Record<string, [white: string, black: string]> = { "1-0": ["1", "0"], "0-1": ["0", "1"], "1/2-1/2": ["½", "½"] };

/** Returns the contents of a player's line at a position of a game. */
export function playerOf(color: Color, tags: Map<string, string>, node: Node, score: boolean): PlayerProps {
  const side = color === "white" ? "White" : "Black";
  const value = (name: string): string => (tags.get(name) ?? "").replace(/^[?-]$/, "");
  return {
    color,
    name: value(side),
    title: value(`${side}Title`),
    elo: value(`${side}Elo`),
    score: (score && SCORES[tags.get("Result") ?? ""]?.[color === "white" ? 0 : 1]) || "",
    seconds: clockOf(color, node),
    toMove: (node.fen.split(" ")[1] === "b") === (color === "black"),
  };
}

/** The clock after the player's last move. */
function clockOf(color: Color, node: Node): number | null {
  const mover = node.fen.split(" ")[1] === "b" ? "white" : "black";
  const own = mover === color ? node : node.parent;
  return own?.move?.clock ?? null;
}
