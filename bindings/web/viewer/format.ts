/** Formats of numbers and texts. */

const counts = new Intl.NumberFormat("en");

/** 400,000 */
export const count = (value: number): string => counts.format(value);

/** "1 game", "2 games" */
export const games = (value: number): string => `${count(value)} ${value === 1 ? "game" : "games"}`;

/** 98.4 MB, in units of 1000 bytes. */
export function size(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  let unit = 0;
  let value = bytes;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** A whole percentage, as "54%" or "<1%". */
export function percent(part: number, whole: number): string {
  const value = (100 * part) / whole;
  return whole === 0 ? "" : value > 0 && value < 0.5 ? "<1%" : `${Math.round(value)}%`;
}

/** A PGN date without its unknown parts: "1997.03.11", "1997.03", "1997". */
export const date = (value: string): string => value.replace(/(\.\?+)+$/, "").replace(/^\?+$/, "");

/** A result in a narrow column. */
export const result = (value: string): string => (value === "1/2-1/2" ? "½-½" : value);

/** A tag's value; "?" if it is unknown. */
export const known = (value: string): string => (value === "?" ? "" : value);

/** Seconds as "1:23:45" or "3:07"; tenths below ten seconds. */
export function clock(seconds: number): string {
  if (seconds < 10 && !Number.isInteger(seconds)) return `0:0${seconds.toFixed(1)}`;
  const whole = Math.floor(seconds);
  const two = (value: number): string => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** "+0.35", "−1.20", "#5", "#−3" */
export function evaluation(value: { pawns: number } | { mate: number }): string {
  const signed = (text: string): string => text.replace("-", "−");
  if ("mate" in value) return `#${signed(String(value.mate))}`;
  return `${value.pawns > 0 ? "+" : ""}${signed(value.pawns.toFixed(2))}`;
}

/** "12." before a move of White, "12…" before one of Black, by the position before it. */
export function moveNumber(fen: string): string {
  const fields = fen.split(" ");
  return `${fields[5] ?? "1"}${fields[1] === "b" ? "…" : "."}`;
}
