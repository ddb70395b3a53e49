"""Checks of the data source in every engine that supports it: Spark on one machine, Spark on several, Sail."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import known_trees
import loops
from damaged import damage_block

import plypack
import plypack.spark
from plypack.spark import PlypackDataSource

#: Partitions from whole files down to blocks.
_SIZES = (64 << 20, 3000, 1)


class Checks:
    """Queries with answers known from the files themselves."""

    def __init__(self, spark: Any, files: list[str]) -> None:
        self.spark = spark
        self.files = files
        spark.dataSource.register(PlypackDataSource)

    def table(self, files: Any = None, **options: Any) -> Any:
        paths = self.files if files is None else files
        return self.spark.read.format("plypack").options(**options).load(paths if isinstance(paths, str) else json.dumps(paths))

    def sql(self, query: str, files: Any = None, **options: Any) -> list[tuple[Any, ...]]:
        self.table(files, **options).createOrReplaceTempView("chess")
        return [tuple(row) for row in self.spark.sql(query).collect()]

    def all_columns(self) -> None:
        """Every column has the values that it has in pyarrow."""
        for table in ("games", "plies"):
            expected = [row for path in self.files for row in plypack.open(path).scan(table).to_arrow().to_pylist()]
            for row in expected:
                if table == "games":
                    row["tags"] = dict(row["tags"])
                    row["utc_timestamp"] = row["utc_timestamp"] and row["utc_timestamp"].replace(tzinfo=None)
            order = ("file", "game", "ply")[: 3 if table == "plies" else 2]
            rows = [row.asDict() for row in self.table(table=table).orderBy(*order).collect()]
            for row in rows:
                if table == "games":
                    row["moves"] = bytes(row["moves"])
            assert rows == expected, table

    def any_partitions(self) -> None:
        """The same SQL gives the same rows, with any partitions and filters."""
        games = [game for path in self.files for game in plypack.open(path)]
        carlsen = sum(game.headers.get("White") == "Carlsen, Magnus" and game.result != "1-0" for game in games)
        assert carlsen > 3
        for size in _SIZES:
            for pushdown in ("false", "true"):
                options = {"partitionBytes": size, "filterPushdown": pushdown, "columns": "game,white,result,day"}
                count = "SELECT count(*) FROM chess WHERE white = 'Carlsen, Magnus' AND result IN ('0-1', '1/2-1/2', '*')"
                assert self.sql(count, **options) == [(carlsen,)]
                last = "SELECT count(*) FROM chess WHERE game >= 30 AND game < 50 AND day > DATE '2000-01-01' AND white LIKE 'Carl%'"
                assert self.sql(last, **options) == [(self._late(),)]
        assert self.sql("SELECT count(*) FROM chess", columns="game", batchRows=7) == [(len(games),)]

    def _late(self) -> int:
        scans = [plypack.open(path).scan("games", ["day", "white"], games=range(30, min(50, len(plypack.open(path))))) for path in self.files]
        rows = [row for scan in scans for row in scan.to_arrow().to_pylist()]
        return sum(bool(row["day"] and row["day"].year >= 2000 and str(row["day"]) > "2000-01-01" and (row["white"] or "").startswith("Carl")) for row in rows)

    def positions(self) -> None:
        """Positions and opening trees equal the results of searches."""
        fen = plypack.open(self.files[0]).scan("plies", ["fen"], games=range(3, 4)).to_arrow()["fen"].to_pylist()[1]
        key = plypack.position_key(fen)
        hits = [(path, hit.game, hit.ply) for path in self.files for hit in plypack.open(path).find(fen=fen)]
        assert len(hits) > 1
        tree: dict[int | None, int] = {}
        for path in self.files:
            for branch in plypack.open(path).tree(fen):
                tree[branch.move] = tree.get(branch.move, 0) + branch.games
        first = "SELECT file, game, min(ply) FROM chess {} GROUP BY file, game ORDER BY file, game"
        moves = "SELECT move, sum(games) FROM chess {} GROUP BY move"
        where = f"WHERE position = {key}"
        for size in _SIZES:
            plies = {"table": "plies", "columns": "file,game,ply,position", "partitionBytes": size}
            for pushdown in ("false", "true"):
                assert self.sql(first.format(where), filterPushdown=pushdown, **plies) == hits
            assert self.sql(first.format(""), position=key, **plies) == hits
            assert self.sql(first.format(""), fen=fen, **plies) == hits
            assert dict(self.sql(moves.format(where), table="tree", partitionBytes=size)) == tree
            assert dict(self.sql(moves.format(""), table="tree", partitionBytes=size, fen=fen)) == tree

    def answers_of_indexed_files(self, written: list[loops.Written]) -> None:
        """Files with an index, of many blocks, with edits, in partitions: the same results as a plain loop over the
        games."""
        files, size = [str(one.path) for one in written], 3000
        assert all(len(plypack.open(path).scan().partitions(size)) > 3 for path in files)

        def places(query: str, **options: Any) -> list[tuple[Any, ...]]:
            rows = self.sql(query, files, partitionBytes=size, **options)
            return sorted((files.index(file), *rest) for file, *rest in rows)

        for where, condition in loops.CONDITIONS.values():
            options = {name: value if isinstance(value, str) else "..".join(str(end or "") for end in value) for name, value in where.items()}
            assert places("SELECT file, game FROM chess", columns="file,game", **options) == loops.listed(written, condition)
        for where, test in loops.TARGETS.values():
            wanted = loops.first_ones(loops.occurrences(written, test))
            assert places("SELECT file, game, ply FROM chess", table="plies", columns="file,game,ply", **where) == wanted
        (result, won), after_e4 = loops.CONDITIONS["result"], loops.same_position(loops.AFTER_E4)
        wanted = loops.first_ones(loops.occurrences(written, after_e4, won))
        assert places("SELECT file, game, ply FROM chess", table="plies", columns="file,game,ply", fen=loops.AFTER_E4, **result) == wanted
        columns = "move,games,white,draws,black,other,rating_sum,rated,last_year"
        for fen in (loops.AFTER_E4, loops.OPEN_GAME):
            wanted, key = loops.occurrences(written, loops.same_position(fen)), plypack.position_key(fen)
            assert places("SELECT file, game, ply FROM chess", table="plies", position=key) == wanted
            assert places(f"SELECT file, game, ply FROM chess WHERE position = {key}", table="plies", filterPushdown="true") == wanted
            for options in ({"fen": fen}, {"position": key}):
                rows = self.sql(f"SELECT {columns} FROM chess", files, table="tree", partitionBytes=size, **options)
                assert loops.added_up(rows) == loops.tree(written, wanted)

    def opening_trees(self, written: list[loops.Written]) -> None:
        """The trees of all positions of many games equal the trees of a plain loop, and of a search for each
        position."""
        files = [str(one.path) for one in written]
        for min_games, options in ((1, {"partitionBytes": 3000}), (4, {"partitionBytes": 3000, "maxPly": 6}), (30, {})):
            rows = [row.asDict() for row in plypack.spark.tree(self.spark, files, min_games, **options).collect()]
            assert rows and known_trees.by_position(rows) == known_trees.expected(written, min_games, options.get("maxPly"))
            # Searches also count games that reach a position later.
            if "maxPly" not in options:
                known_trees.check_searches(rows, files)
        won = [row.asDict() for row in plypack.spark.tree(self.spark, files[0], 9, result="white").collect()]
        assert won and all(row["games"] == row["white"] for row in won)
        known_trees.check_searches(won, files[:1], result="white")

    def wrong_trees(self) -> None:
        """Arguments without a tree are an error before anything runs."""
        for arguments, text in (({"min_games": 0}, "min_games"), ({"table": "plies"}, "table"), ({"maxply": "x"}, "invalid"), ({"colums": "x"}, "colums")):
            try:
                plypack.spark.tree(self.spark, self.files, **arguments)
                raise AssertionError(f"no error for {arguments}")
            except ValueError as error:
                assert text in str(error), str(error)

    def paths(self, folder: Path) -> None:
        """Folders and patterns, also relative to the folder of the driver."""
        for number, path in enumerate(self.files):
            shutil.copyfile(path, folder / f"{number}.plypack")
        games = sum(len(plypack.open(path)) for path in self.files)
        relative = os.path.relpath(folder)
        for path in (str(folder), f"{folder}/*.plypack", f"{folder}/[01].plypack", relative, f"{relative}/*.plypack", f"file://{folder}/*.plypack"):
            assert self.table(path, columns="game").count() == games
        options = {"columns": "game", "storageOptions": json.dumps({"auto_mkdir": False})}
        assert self.table(f"file://{folder}/", **options).count() == games

    def filters_reach_the_files(self, folder: Path) -> None:
        """A query is not affected by a damaged block that its filter leaves out, if the filter reaches the file."""
        path = folder / "damaged.plypack"
        path.write_bytes(damage_block(self.files[0], 1))
        for condition, options, count in (("game < 100", {"columns": "game,pgn"}, 100), ("game < 100 AND ply = 0", {"table": "plies"}, 100)):
            query = f"SELECT count(*) FROM chess WHERE {condition}"
            assert self.sql(query, str(path), filterPushdown="true", **options) == [(count,)]
            try:
                self.sql(query, str(path), **options)
                raise AssertionError("no error without the filter")
            except Exception as error:
                assert "no error" not in str(error)

    def damage(self, folder: Path, says_why: bool = True) -> None:
        """One of 20 files is damaged: a clear error, or on request all other games and the number of missing games."""
        for number in range(19):
            shutil.copyfile(self.files[1], folder / f"{number:02}.plypack")
        (folder / "damaged.plypack").write_bytes(damage_block(self.files[0], 1))
        options = {"columns": "file,game,pgn", "partitionBytes": "2000"}
        try:
            self.sql("SELECT count(pgn) FROM chess", str(folder), **options)
            raise AssertionError("no error")
        except Exception as error:
            assert "no error" not in str(error)
            assert not says_why or ("damaged.plypack" in str(error) and "cannot be read" in str(error)), str(error)
        whole = plypack.open(self.files[0])
        left = {game for (game,) in self.sql("SELECT game FROM chess WHERE file LIKE '%damaged%' AND pgn > ''", str(folder), onDamage="skip", **options)}
        others = self.sql("SELECT count(pgn) FROM chess WHERE file NOT LIKE '%damaged%'", str(folder), onDamage="skip", **options)
        assert others == [(19 * len(plypack.open(self.files[1])),)]
        assert 0 < len(left) < len(whole)
        found = [tuple(row) for row in plypack.spark.damage(self.spark, str(folder), **options).collect()]
        assert {file for file, *_ in found} == {str(folder / "damaged.plypack")}
        assert sum(missing for _, _, _, missing, _ in found) == len(whole) - len(left)
        (folder / "damaged.plypack").write_bytes(b"no such file")
        assert self.sql("SELECT count(pgn) FROM chess", str(folder), onDamage="skip", **options) == others
        ((file, _, _, missing, error),) = [tuple(row) for row in plypack.spark.damage(self.spark, str(folder), **options).collect()]
        assert file.endswith("damaged.plypack") and missing is None and error

    def wrong_options(self) -> None:
        """An unknown option gives an error that names it."""
        for options, text in (({"colums": "game"}, "colums"), ({"columns": "gam"}, "gam"), ({"white": "/x/m"}, "flags"), ({"onDamage": "no"}, "skip"), ({"table": "x"}, "plies")):
            try:
                self.table(**options).count()
                raise AssertionError(f"no error for {options}")
            except Exception as error:
                assert text in str(error), str(error)
