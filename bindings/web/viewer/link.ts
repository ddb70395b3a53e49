/** The address of the page: which file, game and move it shows. */

export interface Place {
  /** Counted from 0, as the module does; the address counts from 0, too. */
  game: number | null;
  /** Half-moves of the main line. */
  ply: number | null;
  /** A move of a variation, by its place in reading order. */
  move: number | null;
}

const whole = (text: string | null): number | null => (text !== null && /^\d{1,10}$/.test(text) ? Number(text) : null);

/** The file that the address asks for. */
export const fileAsked = (): string | null => new URLSearchParams(location.search).get("file");

export function placeAsked(): Place {
  const values = new URLSearchParams(location.hash.slice(1));
  return { game: whole(values.get("game")), ply: whole(values.get("ply")), move: whole(values.get("move")) };
}

export function fragment(place: Place): string {
  if (place.game === null) return "";
  const where = place.move !== null ? `&move=${place.move}` : place.ply ? `&ply=${place.ply}` : "";
  return `#game=${place.game}${where}`;
}

/** The address of a place in a file; of a local file only the fragment can be told. */
export function address(file: string | null, place: Place): string {
  const search = file === null ? "" : `?file=${encodeURIComponent(file).replace(/%2F/g, "/").replace(/%3A/g, ":")}`;
  return `${location.pathname}${search}${fragment(place)}`;
}
