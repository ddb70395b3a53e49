/** The tree that follows the board. */
import type { Collection, ExplorerAnswer, ExplorerGame, Filter, Tree, WorkOptions } from "plypack";
import { useState } from "preact/hooks";
import { type Latest, useLatest } from "../latest.js";
import { conditionsOf, countOf, type ExplorerFilters, explore, treeOf } from "./filters.js";

/** Milliseconds without a move after which the tree is updated: with an index, and for a search of the whole file. */
const PAUSE = 60;
const LONG_PAUSE = 300;

export interface TreeOptions {
  collection: Collection;
  fen: string;
  /** The filter of the list. */
  filter: Filter | undefined;
  /** The filters of the tree. */
  filters: ExplorerFilters;
  /** True if the tree is in view. */
  isSeen: boolean;
  /** True if the file is on this computer. */
  isLocal: boolean;
}

/** Files up to this many bytes are searched completely without asking, local or not. */
const SMALL = 8_000_000;
/** In files up to this many bytes, reading all tags is a small read. */
const TINY = 400_000;

/** A game of the explorer, with its move in the position. */
export type TopGame = ExplorerGame & { san: string };

/** A tree, and the top games if the same answer has them. */
type ShownTree = Tree & { top?: TopGame[] };

export interface TreeState {
  tree: Latest<Tree>;
  /** Games with the highest ratings that reached the position; null until they are requested. */
  top: Latest<TopGame[]>;
  isTopOpen: boolean;
  onTop: (isOpen: boolean) => void;
  filtered: boolean | null;
  onFiltered: (filtered: boolean) => void;
  /** True if the user must request the search of the position. */
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

  /** With an index the explorer answers at once; a search of the whole file must report progress and be cancellable. */
  const isExplored = isFiltered && !used && !wholeFile;
  const work = async (options: WorkOptions): Promise<ShownTree> => {
    if (isExplored) {
      const answer = await explore(collection, fen, filters, options);
      return { ...(await treeOf(answer, fen)), top: topOf(answer) };
    }
    return collection.tree(fen, { ...used, ...(isFiltered && conditionsOf(filters)) }, options);
  };
  const tree = useLatest<ShownTree>(isWanted ? work : null, [collection, key], pause);

  // The first answer loads the tags of all games: for a large file on a server, only at the user's request.
  const [isTopAsked, setTop] = useState<boolean | null>(null);
  const isTopOpen = isTopAsked ?? (isLocal || collection.info.bytes <= TINY || isExplored);
  const alone = useLatest<TopGame[]>(
    isWanted && isTopOpen && !used && !isExplored ? async (options) => topOf(await explore(collection, fen, filters, options)) : null,
    [collection, key, isTopOpen],
    pause,
  );

  const cancel = (): void => {
    tree.cancel();
    // After a user has cancelled a search of the whole file, the next move does not start another one.
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
