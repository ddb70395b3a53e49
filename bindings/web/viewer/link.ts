/** The page's URL: file, game, move, own moves and filters. */
import { type ExplorerFilters, NO_FILTERS, RATINGS, SPEEDS } from "./tree/filters.js";

export interface Place {
  /** Counted from 0, in the URL as in the module. */
  game: number | null;
  /** Half-moves of the main line. */
  ply: number | null;
  /** A move of a variation, by its place in reading order. */
  move: number | null;
  /** Own moves, as `writeOwn` writes them. */
  own: string;
  /** The own move on the board, counted from 0. */
  at: number | null;
}

export const NO_PLACE: Place = { game: null, ply: null, move: null, own: "", at: null };

const whole = (text: string | null): number | null => (text !== null && /^\d{1,10}$/.test(text) ? Number(text) : null);

const asked = (): URLSearchParams => new URLSearchParams(location.hash.slice(1));

/** The file in the URL. */
export const fileAsked = (): string | null => new URLSearchParams(location.search).get("file");

export function placeAsked(): Place {
  const values = asked();
  const number = (name: string): number | null => whole(values.get(name));
  return { game: number("game"), ply: number("ply"), move: number("move"), own: values.get("own") ?? "", at: number("at") };
}

export function filtersAsked(): ExplorerFilters {
  const values = asked();
  const list = (name: string): string[] => (values.get(name) ?? "").split(",");
  return {
    speeds: SPEEDS.filter((speed) => list("speeds").includes(speed)),
    ratings: RATINGS.filter((rating) => list("ratings").includes(String(rating))),
    since: values.get("since") ?? "",
    until: values.get("until") ?? "",
  };
}

export function fragment({ game, ply, move, own, at }: Place, { speeds, ratings, since, until }: ExplorerFilters): string {
  const parts: [name: string, value: string | number | null][] = [
    ["game", game],
    ["ply", move === null && ply ? ply : null],
    ["move", move],
    ["own", own],
    ["at", at],
    ["speeds", speeds.join()],
    ["ratings", ratings.join()],
    ["since", encodeURIComponent(since)],
    ["until", encodeURIComponent(until)],
  ];
  const set = parts.filter(([, value]) => value !== null && value !== "").map(([name, value]) => `${name}=${value}`);
  return set.length > 0 ? `#${set.join("&")}` : "";
}

/** Returns the URL of a view of a file; for a local file it has only a fragment. */
export function address(file: string | null, place = NO_PLACE, filters = NO_FILTERS): string {
  const search = file === null ? "" : `?file=${encodeURIComponent(file).replace(/%2F/g, "/").replace(/%3A/g, ":")}`;
  return `${location.pathname}${search}${fragment(place, filters)}`;
}
