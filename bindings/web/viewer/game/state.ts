/** The open game: which it is, where it stands, and the page's address, which follows. */
import type { Collection, Game } from "plypack";
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { address, type Place, placeAsked } from "../link.js";
import { type Latest, useLatest } from "../latest.js";
import { type Cursor, useCursor } from "./cursor.js";
import { emptyLine, type Line, lineOf, type Node, onMainLine } from "./line.js";

/** Browsers allow some hundred changes of the address in half a minute: those of quick steps are told together. */
const ADDRESS_PAUSE = 250;

export interface GameState {
  /** The game that is asked for; null without one. */
  game: number | null;
  /** The game that is shown, and its work. */
  loaded: Latest<Game>;
  shown: Game | null;
  cursor: Cursor;
  open: (game: number, ply: number | null) => void;
  /** Where the page stands, as its address tells it. */
  place: Place;
}

const EMPTY = emptyLine();

export function useGame(collection: Collection, url: string | null): GameState {
  const [asked, setAsked] = useState<Place>(placeAsked);
  const { game } = asked;
  const loaded = useLatest<Game>(game === null ? null : () => collection.game(game), [collection, game]);
  const shown = loaded.value?.game === game ? loaded.value : null;
  const line = useMemo(() => (shown ? lineOf(shown) : EMPTY), [shown]);
  const cursor = useCursor(line);
  const isReady = cursor.line === line;

  useEffect(() => cursor.load(line, nodeAt(line, asked)), [line, asked]);

  const place = placeOf(game, isReady ? cursor.node : line.start);
  const open = useCallback((next: number, ply: number | null) => {
    const to: Place = { game: next, ply, move: null };
    history.pushState(null, "", address(url, to));
    setAsked(to);
  }, []);

  useEffect(() => {
    const onPop = (): void => setAsked(placeAsked());
    addEventListener("popstate", onPop);
    return () => removeEventListener("popstate", onPop);
  }, []);
  useAddress(url, place, shown !== null && isReady);

  return { game, loaded, shown, cursor, open, place };
}

function nodeAt(line: Line, { ply, move }: Place): Node {
  if (move !== null) return line.nodes[move] ?? line.start;
  return line.main[Math.min(ply ?? 0, line.main.length - 1)]!;
}

/** Moves of the analysis are not told: their place is where they left the game. */
function placeOf(game: number | null, node: Node): Place {
  let at = node;
  while (at.analysis && at.parent) at = at.parent;
  return { game, ply: onMainLine(at).ply, move: at.main ? null : at.id };
}

/** Writes the place into the address, when it has not changed for a moment. */
function useAddress(url: string | null, place: Place, isShown: boolean): void {
  const first = useRef(true);
  useEffect(() => {
    if (first.current || !isShown) {
      first.current = false;
      return undefined;
    }
    const timer = setTimeout(() => history.replaceState(null, "", address(url, place)), ADDRESS_PAUSE);
    return () => clearTimeout(timer);
  }, [place.game, place.ply, place.move, isShown]);
}
