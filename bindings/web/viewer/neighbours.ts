/** The open game in the list, and the games before and after it. */
import { useMemo } from "preact/hooks";
import type { GameState } from "./game/state.js";
import type { ListState } from "./list/state.js";

export interface Neighbours {
  /** The open game's place in the list, or -1. */
  at: number;
  /** Opens the game at a place of the list; in a list for a position, at that position. */
  openAt: (index: number) => void;
  previous: (() => void) | null;
  /** The first game of the list, if no game is open. */
  next: (() => void) | null;
}

export function useNeighbours(list: ListState, { game, open }: GameState, onOpen: () => void): Neighbours {
  const { rows, plyAt } = list;
  const at = useMemo(() => (game === null ? -1 : rows.indexOf(game)), [rows, game]);
  // Rows of the list are drawn again when this changes.
  const openAt = useMemo(
    () =>
      (index: number): void => {
        open(rows.game(index), plyAt(index));
        onOpen();
      },
    [open, rows, onOpen],
  );
  const to = (index: number) => (index >= 0 && index < rows.count ? () => openAt(index) : null);
  const isInList = game === null || at >= 0;
  return { at, openAt, previous: to(at - 1), next: isInList ? to(at + 1) : null };
}
