"""Opening trees of all positions, made by plain loops and by searches."""

from __future__ import annotations

from typing import Any

import loops

import plypack


def expected(written: list[loops.Written], min_games: int, max_ply: int | None = None) -> dict[str, loops.Tree]:
    """The trees of positions that many games reach, with mean ratings."""
    trees = loops.trees(written, max_ply).items()
    return {fen: loops.with_means(tree) for fen, tree in trees if sum(row[0] for row in tree.values()) >= min_games}


def by_position(rows: list[dict[str, Any]], name: str = "uci") -> dict[str, dict[Any, list[int]]]:
    """The rows of a tree, by position and the move in the column ``name``. Each position and move has only one row."""
    found: dict[str, dict[Any, list[int]]] = {}
    for row in rows:
        moves = found.setdefault(row["fen"], {})
        assert row[name] not in moves
        counts = [row[column] for column in ("games", "white", "draws", "black", "other")]
        moves[row[name]] = [*counts, row["rating"] or 0, row["last_year"] or 0]
    return found


def check_searches(rows: list[dict[str, Any]], paths: list[str], **conditions: Any) -> None:
    """Each position has the key and the branches of ``Database.tree``; mean ratings are only compared for one file."""
    databases = [plypack.open(path) for path in paths]
    keys = {row["fen"]: row["position"] for row in rows}
    for fen, moves in by_position(rows, "move").items():
        assert plypack.position_key(fen) == keys[fen]
        searched: dict[int | None, list[int]] = {}
        for one in (branch for database in databases for branch in database.tree(fen, **conditions)):
            known = searched.setdefault(one.move, [0] * 7)
            counts = (one.games, one.white, one.draws, one.black, one.other, one.rating or 0)
            added = [left + right for left, right in zip(known, counts)]
            searched[one.move] = [*added, max(known[6], one.last_year or 0)]
        if len(databases) > 1:
            for row in (*moves.values(), *searched.values()):
                row[5] = 0
        assert moves == searched, fen
