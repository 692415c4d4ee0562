"""The five files of a board of Maze to Savor (M7): reading, strict and lenient, and writing."""

from pathlib import Path

import pytest

from flagstone.boards.savor_files import Files, FilesError, read, write
from flagstone.boards.savor_generator import generate

GOOD = {
    "stairs": "[0, 4, 5, 2, 0, 10]\n",
    "poles": "[0, 2, 5, 24]\n",
    "walls": "[1, 0, 2, 8, 2]\n",
    "flag": "[2, 2, 12]\n",
    "seed": "42\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with five good files: the document's examples."""
    for name, text in GOOD.items():
        (tmp_path / f"{name}.txt").write_text(text)
    return tmp_path


def faults(folder: Path, *, lenient: bool = False, elements: str = "full") -> list[str]:
    """Every fault of the files, a line each."""
    with pytest.raises(FilesError) as raised:
        read(folder, lenient=lenient, elements=elements)
    assert str(raised.value).splitlines() == list(raised.value.faults)
    return list(raised.value.faults)


def stairs(folder: Path, text: str) -> Files:
    """The files with other stairs."""
    (folder / "stairs.txt").write_bytes(text.encode())
    return read(folder)


def test_m7_the_documents_examples_are_read(folder: Path) -> None:
    files = read(folder)
    assert files == Files(
        {"stairs": [[0, 4, 5, 2, 0, 10]], "poles": [[0, 2, 5, 24]], "walls": [[1, 0, 2, 8, 2]], "flag": [2, 2, 12]},
        42,
        (),
    )


@pytest.mark.parametrize(
    "text",
    [
        "[0,4,5,2,0,10]",
        "  [ 0 ,4, 5 , 2,0,  10 ]  \n",
        "0, 4, 5, 2, 0, 10\n",
        "[0, 4, 5, 2, 0, 10\n",
        "0, 4, 5, 2, 0, 10]\n",
        "\t[0,\t4, 5, 2, 0, 10]",
        "[0, 4, 5, 2, 0, 10] # up to the third floor\n",
        "# stairs\n\n   \n[0, 4, 5, 2, 0, 10]#\n#[9]\n\n",
        "[0, 4, 5, 2, 0, 10]\r\n",
        "\r\n[0, 4, 5, 2, 0, 10]\r\n\r\n",
        "\ufeff[0, 4, 5, 2, 0, 10]\n",
        "[0, +4, 05, 2, -0, 1 0]\n",
        "[0, 4, 5, 2, 0, 10] # für später: … ✓\n",
    ],
)
def test_m7_spaces_blank_lines_comments_brackets_and_line_ends_do_not_matter(folder: Path, text: str) -> None:
    assert stairs(folder, text).settings["stairs"] == [[0, 4, 5, 2, 0, 10]]


def test_m7_files_of_entries_may_be_empty(folder: Path) -> None:
    for name in ("stairs", "poles", "walls"):
        (folder / f"{name}.txt").write_text("# none\n")
    (folder / "flag.txt").write_text("0, 0, 0")
    assert read(folder).settings == {"stairs": [], "poles": [], "walls": [], "flag": [0, 0, 0]}


def test_m7_each_error_has_file_line_entry_and_reason_and_all_are_reported_at_once(folder: Path) -> None:
    (folder / "stairs.txt").write_text("# stairs\n[0, 1, 2]\n\n[0, 1, 1, 1, 1, 1]\n  0,1, 1,1,1,1 # again\n")
    (folder / "poles.txt").write_text("[1, 1, 2, 2]\n[0, 2, 5, x]\n")
    (folder / "walls.txt").write_text("[0, 1, 1, 2, 2]\n")
    (folder / "flag.txt").write_text("[0, 5, 12]\n")
    (folder / "seed.txt").write_text("-1\n")
    assert faults(folder) == [
        "stairs.txt line 2: [0, 1, 2]: 3 numbers where 6 are needed: floor, row, column, floor, row, column",
        "stairs.txt line 5: 0,1, 1,1,1,1: it repeats stairs.txt line 4",
        "poles.txt line 1: [1, 1, 2, 2]: it has only one floor",
        "poles.txt line 2: [0, 2, 5, x]: not a list of 4 whole numbers",
        "walls.txt line 1: [0, 1, 1, 2, 2]: it is not straight",
        "flag.txt line 1: [0, 5, 12]: the flag cannot be on a first cell or on the entrance of Bawana",
        "seed.txt line 1: -1: not a whole number from 0 to 2**64 - 1",
    ]


@pytest.mark.parametrize(
    "text", ["x", "[a, b]", "1.5", "0x10", "1_000", "1e3", "٣", "[[1]]", "1,", "--1", "[1;2]", "½"]
)
def test_m7_things_that_are_not_numbers_are_errors(folder: Path, text: str) -> None:
    (folder / "poles.txt").write_text(text, encoding="utf-8")
    assert faults(folder) == [f"poles.txt line 1: {text}: not a list of 4 whole numbers"]


@pytest.mark.parametrize("name", ["stairs", "poles", "walls", "flag", "seed"])
def test_m7_a_missing_file_is_an_error_lenient_or_not(folder: Path, name: str) -> None:
    (folder / "flag.txt").write_text("[0, 0, 0]\n")  # which can be reached without stairs
    (folder / f"{name}.txt").unlink()
    for lenient in (False, True):
        (fault,) = faults(folder, lenient=lenient)
        assert fault == f"{name}.txt: there is no such file in {folder}"


def test_m7_a_folder_that_is_none_is_said_once(tmp_path: Path) -> None:
    assert faults(tmp_path / "nowhere") == [f"{tmp_path}/nowhere: there is no such folder"]
    (tmp_path / "file").touch()
    assert faults(tmp_path / "file") == [f"{tmp_path}/file: is no folder"]
    (tmp_path / "empty").mkdir()
    assert len(faults(tmp_path / "empty")) == 5


@pytest.mark.parametrize("name", ["flag", "seed"])
def test_m7_no_flag_and_no_seed_are_errors_lenient_or_not(folder: Path, name: str) -> None:
    (folder / f"{name}.txt").write_text("# to come\n")
    for lenient in (False, True):
        assert faults(folder, lenient=lenient) == [f"{name}.txt: there is no {name}"]


def test_m7_a_second_flag_or_seed_is_an_error_lenient_or_not(folder: Path) -> None:
    (folder / "flag.txt").write_text("[2, 2, 12]\n[2, 2, 12]\n")
    (folder / "seed.txt").write_text("1\n\n2\n")
    for lenient in (False, True):
        assert faults(folder, lenient=lenient) == [
            "flag.txt line 2: [2, 2, 12]: a second flag",
            "seed.txt line 3: 2: a second seed",
        ]


@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64 - 1])
def test_m7_the_seed_is_an_integer_below_2_to_the_64(folder: Path, seed: int) -> None:
    (folder / "seed.txt").write_text(f"[{seed}]\n")
    assert read(folder).seed == seed


@pytest.mark.parametrize("seed", ["-1", str(2**64), "1" * 30, "9" * 5000, "1, 2", "seven", "[]"])
def test_m7_any_other_seed_is_an_error(folder: Path, seed: str) -> None:
    (folder / "seed.txt").write_text(seed)
    (fault,) = faults(folder)
    assert fault.startswith("seed.txt line 1: ")
    assert fault.endswith("not a whole number from 0 to 2**64 - 1")
    assert len(fault) < 150


def test_m7_lenient_leaves_out_entries_in_error_each_with_a_warning(folder: Path) -> None:
    (folder / "stairs.txt").write_text("[0, 4, 5, 2, 0, 10]\n[1, 1, 1, 1, 2, 2]\n[0, 4, 5, 2, 0, 10]\n")
    (folder / "walls.txt").write_text("[2, 2, 12, 2, 14]\n[0, 1, 1, 1, 4]\nwall\n")
    files = read(folder, lenient=True)
    assert files.settings["stairs"] == [[0, 4, 5, 2, 0, 10]]
    assert files.settings["walls"] == [[0, 1, 1, 1, 4]]
    assert [warning.split(": ")[0] for warning in files.warnings] == [
        "stairs.txt line 2",
        "stairs.txt line 3",
        "walls.txt line 1",
        "walls.txt line 3",
    ]
    assert files.warnings[2] == ("walls.txt line 1: [2, 2, 12, 2, 14]: it covers the flag at [2, 2, 12]; left out")


@pytest.mark.parametrize(
    ("name", "text"), [("flag", "[2, 2, 7]"), ("flag", "here"), ("seed", "seven"), ("flag", "[1, 7, 20]")]
)
def test_m7_a_flag_or_seed_in_error_still_stops_a_lenient_reading(folder: Path, name: str, text: str) -> None:
    (folder / "walls.txt").write_text("[0, 1, 1, 2, 2]\n")
    (folder / f"{name}.txt").write_text(text)
    found = faults(folder, lenient=True)
    assert [fault.split(" ")[0] for fault in found] == ["walls.txt", f"{name}.txt"]


def test_m7_a_lenient_reading_judges_the_flag_by_what_is_left(folder: Path) -> None:
    (folder / "stairs.txt").write_text("[0, 7, 22, 2, 0, 10]\n")  # inside Bawana, and the only way up
    assert faults(folder, lenient=True)[-1].endswith("no player could ever reach it")
    assert read(folder, elements="base").warnings == ()


def test_m7_the_base_game_has_its_own_checks(folder: Path) -> None:
    (folder / "walls.txt").write_text("[0, 7, 21, 9, 21]\n")
    assert read(folder, elements="base").settings["walls"] == [[0, 7, 21, 9, 21]]
    assert len(faults(folder)) == 1


def test_files_that_are_none_are_errors(folder: Path) -> None:
    (folder / "walls.txt").unlink()
    (folder / "walls.txt").mkdir()
    (folder / "stairs.txt").write_bytes(b"\xff\xfe[\x00\x00\x07\n")
    (folder / "poles.txt").write_bytes(b"# \n" * 500_000)
    found = faults(folder)
    assert found[0] == "poles.txt: more than 1048576 bytes, which is no file of a board"
    assert found[1].startswith("walls.txt: cannot be read: ")
    assert found[2].startswith("stairs.txt line 1: ")
    assert all(character.isprintable() for character in found[2])


def test_an_entry_in_error_is_shown_in_short(folder: Path) -> None:
    (folder / "walls.txt").write_text("[" + ", ".join("1" * 100) + "]")
    (fault,) = faults(folder)
    assert len(fault) < 200
    assert "..." in fault


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    for seed in range(10):
        board = generate(seed)
        write(tmp_path / "new" / str(seed), board, seed)
        assert read(tmp_path / "new" / str(seed)) == Files(board, seed, ())
