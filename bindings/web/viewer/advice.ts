/** Meaning of an error for a user of the page, and advice. */

export interface Problem {
  title: string;
  advice: string;
  /** Message of the module. */
  detail: string;
}

/** Titles and advice, by patterns of codes. */
const ADVICE: [code: RegExp, title: string, advice: string][] = [
  [
    /^NO_RANGES$/,
    "The server sends only whole files",
    "This server does not answer requests for parts of a file: download the file and drop it here, or put it on a host that answers them.",
  ],
  [
    /^NETWORK$/,
    "The file could not be fetched",
    "Check the address and the connection. If both are right, the server may not let other pages read its files (CORS): download the file and drop it here.",
  ],
  [/^ADDRESS$/, "This is not an address", "Write it as https://example.org/games.plypack, or as a path beside this page."],
  [/^(CHANGED|IO)$/, "The file was changed or moved", "Open it again."],
  [/^NOT_PLYPACK$/, "This is not a plypack file", "Choose a file that ends in .plypack, or a PGN file: that is packed here first."],
  [
    /^(TRUNCATED|FOOTER_MISSING)$/,
    "The file is cut off",
    "Its end is missing: download or copy it again. The command “plypack repair” gets the games out of what is there.",
  ],
  [/^UNSUPPORTED_/, "The file needs a newer page", "It was made by a newer plypack: update this page, then open it again."],
  [
    /^CHECKSUM_|_MALFORMED$|^TRAILING_BYTES$/,
    "The file is damaged",
    "Download or copy it again. The command “plypack repair” gets out all games that can still be read.",
  ],
  [/^(OUT_OF_RANGE|NOT_FOUND)$/, "There is no such game", "The link may be of another version of the file: choose a game of the list."],
  [/^NO_MEMORY$/, "There is not enough memory", "Close other pages, or use the command “plypack” on a computer with more memory."],
  [/^(INVALID_|ILLEGAL_|LIMIT_)/, "This cannot be searched", "Change the filter or the position."],
];

const OTHER = ["This did not work", "Reload the page. If it happens again, tell the authors of plypack what you did."] as const;

/** A text that is not a URL. */
export class AddressError extends Error {
  readonly code = "ADDRESS";
}

/** A file that could not be loaded completely. */
export class DownloadError extends Error {
  readonly code = "NETWORK";
}

/** The code of an error of the module; "" for others. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error ? (error as Error & { code?: unknown }).code : undefined;
  return typeof code === "string" ? code : "";
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Returns whether work ended because it was cancelled. */
export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError";

export function problemOf(error: unknown): Problem {
  const code = codeOf(error);
  const [, title, advice] = ADVICE.find(([known]) => known.test(code)) ?? [null, ...OTHER];
  return { title, advice, detail: messageOf(error) };
}

/** Returns whether an error is about the query, not about the file or the network. */
export const isOfQuery = (error: unknown): boolean => /^(INVALID_|ILLEGAL_|LIMIT_)/.test(codeOf(error));
