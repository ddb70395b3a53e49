/** The open game, the current move, the user's own moves, and the page's URL, which is kept up to date. */
import type { Collection, Game } from "plypack";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { address, NO_PLACE, type Place, placeAsked } from "../link.js";
import { type Latest, useLatest } from "../latest.js";
import type { ExplorerFilters } from "../tree/filters.js";
import { type Cursor, inGame, useCursor } from "./cursor.js";
import { emptyLine, type Line, lineOf, type Node, onMainLine } from "./line.js";
import { ownLines, readOwn, writeOwn } from "./own.js";

/** Browsers allow some hundred changes of the URL in half a minute, so quick steps make one change. */
const ADDRESS_PAUSE = 250;

export interface GameState {
  /** The requested game; null without one. */
  game: number | null;
  /** The game shown, and its loading. */
  loaded: Latest<Game>;
  shown: Game | null;
  cursor: Cursor;
  open: (game: number, ply: number | null) => void;
  /** The state of the page by its URL. */
  place: Place;
}

const EMPTY = emptyLine();

/** Own moves of the previous game, and the line in whose positions they begin. */
interface Kept {
  line: Line;
  own: Node[];
}

export function useGame(collection: Collection, url: string | null, filters: ExplorerFilters): GameState {
  const [asked, setAsked] = useState<Place>(placeAsked);
  const { game } = asked;
  const loaded = useLatest<Game>(game === null ? null : () => collection.game(game), [collection, game]);
  const shown = loaded.value?.game === game ? loaded.value : null;
  const isLoaded = game === null || shown !== null;
  const kept = useRef(new Map<number | null, Kept>());
  const line = useMemo(() => {
    const before = isLoaded ? kept.current.get(game)?.line : undefined;
    return before ?? (shown ? lineOf(shown) : EMPTY);
  }, [shown, game]);
  const cursor = useCursor(line);
  const isReady = isLoaded && cursor.line === line;

  // Before the game is painted: a key pressed as soon as the game shows would otherwise move in the game before.
  useLayoutEffect(() => {
    const node = nodeAt(line, asked);
    cursor.load(line, node, (isLoaded && kept.current.get(game)?.own) || []);
    if (asked.own === "" || !isLoaded) return undefined;
    let isOver = false;
    const show = (own: Node[]): void => {
      if (!isOver) cursor.load(line, own[asked.at ?? -1] ?? node, own);
    };
    readOwn(line, asked.own).then(show, (error) => console.warn(error));
    return () => void (isOver = true);
  }, [line, asked]);
  useEffect(() => {
    if (!isReady) return;
    if (cursor.own.length > 0) kept.current.set(game, { line, own: cursor.own });
    else kept.current.delete(game);
  }, [cursor.own, isReady]);

  const place = isReady ? placeOf(game, cursor) : { ...NO_PLACE, game };
  const now = useRef(filters);
  now.current = filters;
  const open = useCallback((next: number, ply: number | null) => {
    const to: Place = { ...NO_PLACE, game: next, ply };
    history.pushState(null, "", address(url, to, now.current));
    setAsked(to);
  }, []);

  useEffect(() => {
    const onPop = (): void => setAsked(placeAsked());
    addEventListener("popstate", onPop);
    return () => removeEventListener("popstate", onPop);
  }, []);
  useAddress(address(url, place, filters), isReady);

  return { game, loaded, shown, cursor, open, place };
}

function nodeAt(line: Line, { ply, move }: Place): Node {
  if (move !== null) return line.nodes[move] ?? line.start;
  return line.main[Math.min(ply ?? 0, line.main.length - 1)]!;
}

function placeOf(game: number | null, { node, own }: Cursor): Place {
  const at = inGame(node);
  const index = node.analysis ? ownLines(own).flat().indexOf(node) : null;
  return { game, ply: onMainLine(at).ply, move: at.main ? null : at.id, own: writeOwn(own), at: index };
}

/** Updates the URL when the view has not changed for a moment. */
function useAddress(wanted: string, isShown: boolean): void {
  const first = useRef(true);
  useEffect(() => {
    if (first.current || !isShown) {
      first.current = false;
      return undefined;
    }
    const timer = setTimeout(() => history.replaceState(null, "", wanted), ADDRESS_PAUSE);
    return () => clearTimeout(timer);
  }, [wanted, isShown]);
}
