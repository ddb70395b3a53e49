/** The tree that follows the board. */
import type { Collection, ExplorerAnswer, ExplorerGame, Filter, Tree, WorkOptions } from "plypack";
import { useState } from "preact/hooks";
import { type Latest, useLatest } from "../latest.js";
import { conditionsOf, countOf, type ExplorerFilters, explore, treeOf } from "./filters.js";

/** Milliseconds that the board has to rest before the tree follows: with an index, and where the whole file is searched. */
const PAUSE = 60;
const LONG_PAUSE = 300;

export interface TreeOptions {
  collection: Collection;
  fen: string;
  /** The filter of the list. */
  filter: Filter | undefined;
  /** The filters beside the tree. */
  filters: ExplorerFilters;
  /** True if the tree is in view. */
  isSeen: boolean;
  /** True if the file lies on this computer. */
  isLocal: boolean;
}

/** Files up to this many bytes are searched as a whole without asking, wherever they lie. */
const SMALL = 8_000_000;
/** Of files up to this many bytes, all tags are a small read. */
const TINY = 400_000;

/** A game of the explorer, with its move in the position. */
export type TopGame = ExplorerGame & { san: string };

/** A tree, and the top games where the same answer has them. */
type ShownTree = Tree & { top?: TopGame[] };

export interface TreeState {
  tree: Latest<Tree>;
  /** Games of the highest ratings that reached the position; null while they are not asked for. */
  top: Latest<TopGame[]>;
  isTopOpen: boolean;
  onTop: (isOpen: boolean) => void;
  filtered: boolean | null;
  onFiltered: (filtered: boolean) => void;
  /** True if a search of the position has to be asked for. */
  waits: boolean;
  wholeFile: boolean;
  onSearch: () => void;
}

export function useTree({ collection, fen, filter, filters, isSeen, isLocal }: TreeOptions): TreeState {
  const wholeFile = !collection.info.indexed;
  const isSmall = isLocal || collection.info.bytes <= SMALL;
  const isCheap = isSmall || !wholeFile;
  const [follows, setFollows] = useState(isCheap);
  const [asked, setAsked] = useState("");
  const [filtered, setFiltered] = useState(false);
  const used = filtered ? filter : undefined;
  const isFiltered = countOf(filters) > 0;
  const isWanted = isSeen && (follows || asked === fen);
  const key = isWanted ? JSON.stringify([fen, used, filters]) : "";
  const pause = wholeFile ? LONG_PAUSE : PAUSE;

  /** Of an index the explorer answers at once; a search of the whole file has to tell how far it is, and to end when it is cancelled. */
  const isExplored = isFiltered && !used && !wholeFile;
  const work = async (options: WorkOptions): Promise<ShownTree> => {
    if (isExplored) {
      const answer = await explore(collection, fen, filters, options);
      return { ...(await treeOf(answer, fen)), top: topOf(answer) };
    }
    return collection.tree(fen, { ...used, ...(isFiltered && conditionsOf(filters)) }, options);
  };
  const tree = useLatest<ShownTree>(isWanted ? work : null, [collection, key], pause);

  // The first answer loads the tags of all games: of a large file on a server that is for the user to ask.
  const [isTopAsked, setTop] = useState<boolean | null>(null);
  const isTopOpen = isTopAsked ?? (isLocal || collection.info.bytes <= TINY || isExplored);
  const alone = useLatest<TopGame[]>(
    isWanted && isTopOpen && !used && !isExplored ? async (options) => topOf(await explore(collection, fen, filters, options)) : null,
    [collection, key, isTopOpen],
    pause,
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
    top: isExplored ? { ...tree, value: tree.value?.top ?? null, error: null, busy: false } : alone,
    isTopOpen,
    onTop: setTop,
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

function topOf({ topGames = [], moves }: ExplorerAnswer): TopGame[] {
  return topGames.map((game) => ({ ...game, san: moves.find(({ uci }) => uci === game.uci)?.san ?? "" }));
}
