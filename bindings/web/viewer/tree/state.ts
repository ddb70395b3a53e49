/** The tree that follows the board. */
import type { Collection, Filter, Tree } from "plypack";
import { useState } from "preact/hooks";
import { type Latest, useLatest } from "../latest.js";

/** Milliseconds that the board has to rest before the tree follows: with an index, and where the whole file is searched. */
const PAUSE = 60;
const LONG_PAUSE = 300;

export interface TreeOptions {
  collection: Collection;
  fen: string;
  /** The filter of the list. */
  filter: Filter | undefined;
  /** Whether the tree is in view. */
  isSeen: boolean;
  /** Whether the file lies on this computer. */
  isLocal: boolean;
}

/** Files up to this many bytes are searched as a whole without asking, wherever they lie. */
const SMALL = 8_000_000;

export interface TreeState {
  tree: Latest<Tree>;
  filtered: boolean | null;
  onFiltered: (filtered: boolean) => void;
  /** Whether a search of the position has to be asked for. */
  waits: boolean;
  wholeFile: boolean;
  onSearch: () => void;
}

export function useTree({ collection, fen, filter, isSeen, isLocal }: TreeOptions): TreeState {
  const wholeFile = !collection.info.indexed;
  const isCheap = isLocal || !wholeFile || collection.info.bytes <= SMALL;
  const [follows, setFollows] = useState(isCheap);
  const [asked, setAsked] = useState("");
  const [filtered, setFiltered] = useState(false);
  const used = filtered ? filter : undefined;
  const isWanted = isSeen && (follows || asked === fen);
  const tree = useLatest<Tree>(
    isWanted ? (work) => collection.tree(fen, used, work) : null,
    [collection, isWanted ? fen : "", JSON.stringify(used)],
    wholeFile ? LONG_PAUSE : PAUSE,
  );
  const cancel = (): void => {
    tree.cancel();
    // Who cancels a search of the whole file does not want another one with the next move.
    if (!wholeFile) return;
    setFollows(false);
    setAsked("");
  };
  return {
    tree: { ...tree, cancel },
    filtered: filter ? filtered : null,
    onFiltered: setFiltered,
    waits: isSeen && !isWanted,
    wholeFile,
    onSearch: () => {
      setFollows(isCheap);
      setAsked(fen);
      tree.retry();
    },
  };
}
