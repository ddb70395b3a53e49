/** An open file: list, board, moves and tree side by side, or in tabs on narrow screens. */
import type { Color } from "chessground/types";
import { position as positionOf } from "plypack";
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import type { OpenFile } from "./files.js";
import { moveNumber } from "./format.js";
import { BoardPanel } from "./game/boardpanel.js";
import { type Keys, useKeys } from "./game/keys.js";
import type { Node } from "./game/line.js";
import type { Cursor } from "./game/cursor.js";
import { GamePanel } from "./game/panel.js";
import { useGame } from "./game/state.js";
import { useLatest } from "./latest.js";
import { address, filtersAsked } from "./link.js";
import { ListPanel } from "./list/panel.js";
import { useList } from "./list/state.js";
import { NARROW, useMedia } from "./media.js";
import { useNeighbours } from "./neighbours.js";
import { DamageNotice, WarningsNotice } from "./notices.js";
import { type Tab, Tabs } from "./tabs.js";
import { openingOf } from "./tree/opening.js";
import { arrowsOf } from "./tree/arrows.js";
import { conditionsOf, countOf, type ExplorerFilters } from "./tree/filters.js";
import { type TopGame, useTree } from "./tree/state.js";
import { OpeningTree } from "./tree/tree.js";

/** Positions that the user only passes are not requested. */
const STEP_PAUSE = 30;

const NO_LINK = "The file lies on this computer only: put it on a web host to link to its games";

export function Workspace({ file }: { file: OpenFile }) {
  const { collection, url } = file;
  const narrow = useMedia(NARROW);
  const [tab, setTab] = useState<Tab>("list");
  const [flipped, setFlipped] = useState(false);
  const list = useList(collection);
  const [filters, setFilters] = useState<ExplorerFilters>(filtersAsked);
  const [arrows, setArrows] = useState(true);
  const state = useGame(collection, url, filters);
  const { cursor, shown, game } = state;
  const { fen } = cursor.node;
  const tags = useMemo(() => new Map(shown?.tags ?? []), [shown]);

  const asked = useLatest(() => positionOf(fen), [fen], STEP_PAUSE);
  const position = asked.fresh ? asked.value : null;
  const opening = openingOf(cursor.node, position);
  const isTreeSeen = (!narrow || tab === "tree") && (list.loaded > 0 || collection.info.games === 0);
  const tree = useTree({ collection, fen, filter: list.filter, filters, isSeen: isTreeSeen, isLocal: url === null });

  const shownTree = arrows && isTreeSeen && tree.tree.fresh && !tree.tree.busy ? tree.tree.value : null;
  const shapes = useMemo(() => (shownTree ? arrowsOf(shownTree) : []), [shownTree]);

  const onOpen = useCallback(() => {
    if (!narrow) return;
    setTab("moves");
    scrollTo({ top: 0 });
  }, [narrow]);
  useEffect(() => {
    const onPop = (): void => setFilters(filtersAsked());
    addEventListener("popstate", onPop);
    return () => removeEventListener("popstate", onPop);
  }, []);
  const { at, openAt, previous, next } = useNeighbours(list, state, onOpen);
  const flip = (): void => setFlipped(!flipped);
  const orientation: Color = flipped ? "black" : "white";

  const toFilter = (): void => document.getElementById("filter-text")?.focus();
  useKeys({ ...keysOf(cursor), f: flip, a: () => setArrows(!arrows), n: next, p: previous, "/": toFilter });
  useEffect(() => {
    if (narrow && game !== null) setTab("moves");
  }, [narrow]);

  const showGames = (): void => {
    const isFiltered = countOf(filters) > 0;
    const label = `${labelOf(cursor.node)}${isFiltered ? ", filtered" : ""}`;
    list.setPosition({ fen, label, filter: isFiltered ? conditionsOf(filters) : undefined });
    setTab("list");
  };
  const openTop = async ({ id }: TopGame): Promise<void> => {
    const found = await collection.findGame(id);
    const { moves } = await collection.game(found);
    state.open(found, moves.find((move) => isSamePosition(move.fen, fen))?.ply ?? null);
    onOpen();
  };
  const panel = (name: Tab) => ({
    id: `panel-${name}`,
    hidden: narrow && tab !== name,
    ...(narrow && { role: "tabpanel" as const, "aria-labelledby": `tab-${name}` }),
  });

  return (
    <>
      <div class="notices">
        <DamageNotice errors={collection.info.errors} />
        <WarningsNotice warnings={file.warnings} />
      </div>
      <main class="workspace">
        {narrow && <Tabs tab={tab} onTab={setTab} />}
        <section class="board-panel" aria-label="Board" hidden={narrow && tab === "list"}>
          <BoardPanel
            cursor={cursor}
            tags={tags}
            isGame={shown !== null}
            orientation={orientation}
            position={position}
            arrows={shapes}
            onFlip={flip}
            onPreviousGame={previous}
            onNextGame={next}
          />
        </section>
        <section class="panel moves-panel" aria-label="Game" {...panel("moves")}>
          <GamePanel
            state={state}
            tags={tags}
            position={position}
            pgn={() => collection.pgn([game ?? 0])}
            link={() => new URL(address(url, state.place, filters), location.href).href}
            noLink={url === null ? NO_LINK : null}
          />
        </section>
        <section class="panel tree-panel" aria-label="Opening tree" {...panel("tree")}>
          <OpeningTree
            {...tree}
            opening={opening}
            filters={filters}
            onFilters={setFilters}
            arrows={arrows}
            onArrows={setArrows}
            onShowGames={showGames}
            onOpenGame={(top) => void openTop(top)}
            onPlay={cursor.play}
          />
        </section>
        <section class="panel list-panel" aria-label="Games" {...panel("list")}>
          <ListPanel list={list} total={collection.info.games - collection.info.deleted} open={at} onOpen={openAt} />
        </section>
      </main>
    </>
  );
}

const keysOf = (cursor: Cursor): Keys => ({
  ArrowLeft: cursor.previous,
  ArrowRight: cursor.next,
  ArrowUp: cursor.first,
  ArrowDown: cursor.last,
  Home: cursor.first,
  End: cursor.last,
  "Shift+ArrowRight": cursor.into,
  "Shift+ArrowLeft": cursor.out,
  Escape: cursor.node.analysis ? cursor.leave : null,
});

/** Compares two FENs without their counters. */
const isSamePosition = (left: string, right: string): boolean => left.split(" ", 4).join() === right.split(" ", 4).join();

const labelOf = (node: Node): string => (node.parent ? `${moveNumber(node.parent.fen)} ${node.san}` : "the start");
