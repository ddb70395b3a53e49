"""Files for the tests: samples of the repository, and corpora next to it if they exist."""

import loops
import pytest
from places import DATA, SAMPLES

import plypack


@pytest.fixture(scope="session")
def packed(tmp_path_factory):
    """The path of a packed sample: ``packed("famous")``."""
    folder, made = tmp_path_factory.mktemp("packed"), {}

    def path_of(name):
        if name not in made:
            made[name] = folder / f"{name}.plypack"
            plypack.pack(SAMPLES / f"{name}.pgn", made[name])
        return made[name]

    return path_of


@pytest.fixture(scope="session")
def famous(packed):
    """19 well-known games."""
    return plypack.open(packed("famous"))


@pytest.fixture(scope="session")
def corpus(tmp_path_factory):
    """A packed corpus, with its PGN; skips the test if the corpora do not exist."""
    folder, made = tmp_path_factory.mktemp("corpora"), {}

    def packed_corpus(name):
        pgn = DATA / f"{name}.pgn.zst"
        if not pgn.is_file():
            pytest.skip(f"the corpora are not here: {pgn}")
        if name not in made:
            made[name] = folder / f"{name}.plypack"
            plypack.pack(pgn, made[name])
        return made[name], pgn

    return packed_corpus


@pytest.fixture(scope="session")
def written(tmp_path_factory):
    """Two files of several blocks with an index, with known games."""
    return loops.write_files(tmp_path_factory.mktemp("written"))
