"""What an upload may be, and what becomes of hostile ones (sandbox.md 3, rows 47 and 48; 10)."""

import os
import re
import stat
import tarfile
import time
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.workers import zips
from workers.archive import ArchiveRefused, Upload, inspect, pack_built, unpack, unpack_built

ELF = b"\x7fELF" + b"\x02\x01\x01" + bytes(60)


def refusal(data: bytes, filename: str = "bot.zip") -> str:
    """The text with which the upload is refused."""
    with pytest.raises(ArchiveRefused) as refused:
        inspect(data, filename)
    return str(refused.value)


def test_a_single_python_file_is_a_bot() -> None:
    assert inspect(zips.GOOD_BOT, "my hunter.py") == Upload(
        "python", "bot.py", ("bot.py",), len(zips.GOOD_BOT)
    )


@pytest.mark.parametrize(
    ("filename", "language", "entry"),
    [
        ("bot.py", "python", "bot.py"),
        ("Grazer.JS", "javascript", "bot.js"),
        ("module.mjs", "javascript", "bot.mjs"),
        ("C:\\bots\\bot.py", "python", "bot.py"),
        ("../../etc/bot.py", "python", "bot.py"),
    ],
)
def test_the_ending_of_a_single_file_tells_its_language(filename: str, language: str, entry: str) -> None:
    upload = inspect(b"// a bot", filename)
    assert (upload.language, upload.entry) == (language, entry)


def test_an_executable_is_known_by_its_first_bytes() -> None:
    upload = inspect(ELF, "hunter")
    assert (upload.language, upload.entry) == ("native", "bot")


def test_a_zip_with_bot_py_in_its_root_is_a_python_bot() -> None:
    upload = inspect(zips.zip_of({"bot.py": zips.GOOD_BOT, "lib/rules.py": b""}), "upload.zip")
    assert upload == Upload("python", "bot.py", ("bot.py", "lib/rules.py"), len(zips.GOOD_BOT))


def test_a_zip_is_known_by_its_content_whatever_its_name() -> None:
    assert inspect(zips.zip_of({"bot.js": b"// bot"}), "bot.py").language == "javascript"


def test_a_stored_zip_is_read_as_well() -> None:
    data = zips.zip_of({"bot.py": zips.GOOD_BOT}, zipfile.ZIP_STORED)
    assert inspect(data, "bot.zip").entry == "bot.py"


def test_the_manifest_names_language_and_entry() -> None:
    toml = b'language = "python"\nentry = "src/main.py"\n'
    upload = inspect(zips.zip_of({"bot.toml": toml, "src/main.py": zips.GOOD_BOT}), "b.zip")
    assert (upload.language, upload.entry) == ("python", "src/main.py")


@pytest.mark.parametrize(
    ("toml", "says"),
    [
        (b"language = ", "bot.toml is not TOML"),
        (b"\xff", "bot.toml is not UTF-8"),
        (
            b'language = "cobol"',
            "language: found 'cobol', wanted one of c, cpp, go, java, javascript, native, python",
        ),
        (b'entry = "bot.py"', "language: found 'None'"),
        (b'language = "python"\nentry = "../x.py"', "entry: found '../x.py', wanted a file of the archive"),
        (b'language = "python"\nentry = 7', "entry: found '7'"),
        (b'language = "python"\nbuild = ["-O2"]', "Python bots take no flags here"),
        (b'language = "python"\nbuild = "-O2"', "wanted a list of strings"),
        (b'language = "c"\nentry = "bot.py"\nbuild = ["-O2", "-fplugin=x"]', "found '-fplugin=x', allowed"),
        (b'language = "python"\nlanguages = 1', "unknown key 'languages'; known are language, entry, build"),
        (b"a = " + b"[" * 5000, "bot.toml is"),
        (b"#" * 70_000, "bot.toml is larger than 64 KiB"),
    ],
)
def test_a_manifest_with_nonsense_is_refused_with_its_place(toml: bytes, says: str) -> None:
    assert says in refusal(
        zips.zip_of({"bot.toml": toml, "bot.py": zips.GOOD_BOT, "noise": os.urandom(2000)})
    )


def test_a_zip_without_an_entry_says_which_names_are_looked_for() -> None:
    assert "give the file to start one of these names" in refusal(zips.zip_of({"main.py": zips.GOOD_BOT}))


def test_a_zipped_folder_says_to_zip_the_files_themselves() -> None:
    text = refusal(zips.zip_of({"hunter/bot.py": zips.GOOD_BOT}))
    assert "found hunter/bot.py; zip the files themselves" in text


def test_two_entries_are_refused_because_either_could_be_meant() -> None:
    text = refusal(zips.zip_of({"bot.py": zips.GOOD_BOT, "bot.js": b"// bot"}))
    assert "bot.js and bot.py each look like the bot" in text


@pytest.mark.parametrize(
    ("name", "language"),
    [
        *(("bot.rs", "rust"), ("Cargo.toml", "rust"), ("bot.ts", "typescript"), ("bot.cpp", "cpp")),
        *(
            ("bot.c", "c"),
            ("Main.java", "java"),
            ("Bot.java", "java"),
            ("bot.go", "go"),
            ("bot.wasm", "wasm"),
        ),
    ],
)
def test_the_entry_of_a_zip_tells_its_language(name: str, language: str) -> None:
    upload = inspect(zips.zip_of({name: b"x"}), "bot.zip")
    assert (upload.language, upload.entry) == (language, name)


def test_a_single_java_file_keeps_the_name_of_its_class() -> None:
    assert inspect(b"class Hunter {}", "Hunter.java").entry == "Hunter.java"
    assert inspect(b"class Bot {}", "my bot.java").entry == "Bot.java"


def test_allowed_flags_of_the_manifest_are_taken() -> None:
    files = {"bot.toml": b'language = "cpp"\nbuild = ["-O3", "-std=c++20"]', "bot.cpp": b"int main() {}"}
    assert inspect(zips.zip_of(files), "bot.zip").build == ("-O3", "-std=c++20")


def test_the_folder_of_built_files_is_kept_for_the_build() -> None:
    text = refusal(zips.zip_of({"bot.c": b"int main() {}", ".built/bot": ELF}))
    assert text == ".built/bot: the folder .built is kept for what is built here"


def test_what_was_built_is_packed_the_same_way_every_time_and_unpacks_to_run(tmp_path: Path) -> None:
    folder = tmp_path / "source"
    (folder / ".built").mkdir(parents=True)
    (folder / "bot.c").write_bytes(b"int main() {}")
    (folder / "bot.py").write_bytes(b"# two entries are no matter here")
    (folder / ".built" / "bot").write_bytes(ELF)
    (folder / ".built" / "bot").chmod(0o755)
    packed = pack_built(folder)
    assert packed == pack_built(folder)
    size = unpack_built(zips.write(tmp_path, "packed", packed), tmp_path / "unpacked")
    assert size == sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    assert (tmp_path / "unpacked" / ".built" / "bot").read_bytes() == ELF
    assert stat.S_IMODE((tmp_path / "unpacked" / ".built" / "bot").stat().st_mode) == 0o755
    assert stat.S_IMODE((tmp_path / "unpacked" / "bot.c").stat().st_mode) == 0o644


def test_a_built_bot_larger_than_a_blob_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bot").write_bytes(os.urandom(17 << 20))
    with pytest.raises(ArchiveRefused, match="the built bot is larger than 16 MiB when packed"):
        pack_built(tmp_path)


def test_a_built_archive_is_distrusted_like_any_other(tmp_path: Path) -> None:
    packed = zips.write(tmp_path, "packed", zips.zip_of({"../bot": b"x"}))
    with pytest.raises(ArchiveRefused, match=r"neither '\.' nor '\.\.'"):
        unpack_built(packed, tmp_path / "unpacked")


def test_a_native_entry_must_be_an_executable() -> None:
    assert "bot is not a Linux executable (ELF)" in refusal(zips.zip_of({"bot": b"#!/bin/sh\n"}))


@pytest.mark.parametrize("filename", ["bot.tar.gz", "bot.rar", "notes.txt", "bot", ""])
def test_other_files_are_refused_with_what_is_taken(filename: str) -> None:
    assert ".ts, .wasm, or an executable built for Linux) or a zip" in refusal(b"x", filename)


def test_an_empty_upload_is_refused() -> None:
    assert refusal(b"", "bot.py") == "bot.py is empty: upload a bot"


def test_a_tar_archive_is_never_opened() -> None:
    out = BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        link = tarfile.TarInfo("bot.py")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/shadow"
        tar.addfile(link)
    assert "or a zip of several" in refusal(out.getvalue(), "bot.tar")


def test_a_zip_in_name_only_is_refused() -> None:
    assert "not a zip archive" in refusal(b"hello", "bot.zip")


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("../bot.py", "neither '.' nor '..'"),
        ("a/../../bot.py", "neither '.' nor '..'"),
        ("a/./b.py", "neither '.' nor '..'"),
        ("a//b.py", "no empty part"),
        ("/etc/cron.d/bot", "must start in the archive"),
        ("C:/bot.py", "must start in the archive"),
        ("a\\b.py", "not with a backslash"),
        ("a\nb.py", "no control or invisible characters"),
        ("a\u202eb.py", "no control or invisible characters"),
        ("a\u0000b.py", "no control or invisible characters"),
        ("/".join("abcdefghijk"), "at most 10 levels"),
        ("ä" * 101, "at most 200 bytes"),
    ],
)
def test_a_bad_path_is_refused_with_its_name(path: str, says: str) -> None:
    entries = [("bot.py", zips.GOOD_BOT, 0o100644), (path, b"x", 0o100644)]
    assert says in refusal(zips.zip_of_entries(entries))


@pytest.mark.parametrize(
    ("mode", "says"),
    [
        (stat.S_IFLNK | 0o777, "is a link"),
        (stat.S_IFIFO | 0o644, "is no regular file"),
        (stat.S_IFCHR | 0o644, "is no regular file"),
        (stat.S_IFBLK | 0o644, "is no regular file"),
        (stat.S_IFSOCK | 0o644, "is no regular file"),
        (stat.S_IFDIR | 0o755, "is no regular file"),
    ],
)
def test_links_pipes_and_devices_are_refused(mode: int, says: str) -> None:
    entries = [("bot.py", zips.GOOD_BOT, 0o100644), ("odd", b"/etc/shadow", mode)]
    assert f"odd {says}" in refusal(zips.zip_of_entries(entries))


def test_a_link_to_a_folder_with_a_file_behind_it_is_refused() -> None:
    entries = [
        ("bot.py", zips.GOOD_BOT, 0o100644),
        ("out", b"/tmp", stat.S_IFLNK | 0o777),
        ("out/owned", b"x", 0o100644),
    ]
    assert "out is a link" in refusal(zips.zip_of_entries(entries))


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize(
    ("first", "second", "says"),
    [
        ("a.py", "a.py", "a.py is in the archive twice"),
        ("a.py", "A.py", "a.py and A.py differ only in how their letters are written"),
        ("lib/a.py", "LIB/b.py", "lib and LIB differ only"),
        ("straße", "STRASSE", "differ only"),
        ("\u00e9", "e\u0301", "differ only"),
        ("lib", "lib/a.py", "lib is both a file and a folder"),
        ("lib/a.py", "lib", "lib is both a file and a folder"),
    ],
)
def test_doubles_and_twins_are_refused(first: str, second: str, says: str) -> None:
    entries = [(name, b"x", 0o100644) for name in ("bot.py", first, second)]
    assert says in refusal(zips.zip_of_entries(entries))


def test_a_folder_named_twice_is_no_harm() -> None:
    entries = [("lib/", b"", zips.FOLDER), ("lib/", b"", zips.FOLDER), ("lib/a.py", b"", 0o100644)]
    with pytest.warns(UserWarning, match="Duplicate name"):
        data = zips.zip_of_entries([*entries, ("bot.py", zips.GOOD_BOT, 0o100644)])
    assert inspect(data, "bot.zip").files == ("bot.py", "lib/a.py")


def test_too_many_entries_are_refused_before_they_are_read() -> None:
    data = zips.zip_of({"bot.py": b"x", **{f"f{number}": b"" for number in range(20_000)}})
    began = time.perf_counter()
    assert "20001 entries, at most 500 are allowed" in refusal(data)
    assert time.perf_counter() - began < 0.1


def test_a_bomb_is_refused_by_its_stated_size() -> None:
    data = zips.with_stated_size(zips.zip_of({"bot.py": bytes(1 << 20)}), 1 << 30)
    assert "bot.py is larger than 16 MiB" in refusal(data)


def test_many_large_files_are_refused_by_their_sum() -> None:
    data = zips.zip_of({f"{name}.bin": bytes(12 << 20) for name in "abc"})
    assert "unpacks to 36 MiB, at most 32 MiB" in refusal(data)


def test_a_file_packed_extremely_well_is_refused() -> None:
    assert "times its size, at most 100 times" in refusal(zips.zip_of({"bot.py": bytes(8 << 20)}))


def test_a_size_that_lies_low_is_found_while_unpacking() -> None:
    data = zips.with_stated_size(zips.zip_of({"bot.py": bytes(100_000)}), 10)
    assert "bot.py is larger than the 10 bytes that the archive states" in refusal(data)


def test_a_size_that_lies_high_is_found_while_unpacking() -> None:
    data = zips.with_stated_size(zips.zip_of({"bot.py": zips.GOOD_BOT}), 500)
    assert f"bot.py has {len(zips.GOOD_BOT)} bytes, the archive states 500" in refusal(data)


def test_an_archive_over_the_limit_is_refused_whatever_is_in_it() -> None:
    data = zips.zip_of({"bot.py": os.urandom(9 << 20)})
    assert "larger than 8 MiB, the limit for an archive" in refusal(data)


def test_entries_that_share_bytes_are_refused() -> None:
    data = zips.with_second_entry_at_first(zips.zip_of({"bot.py": zips.GOOD_BOT, "a": b"x"}))
    text = refusal(data)
    assert "overlaps another entry" in text or "has another name in its own header" in text


def test_a_wrong_checksum_is_refused() -> None:
    data = zips.zip_of({"bot.py": zips.GOOD_BOT}, zipfile.ZIP_STORED)
    assert "checksum differs" in refusal(data.replace(b"hello", b"hallo"))


def test_an_encrypted_entry_is_refused() -> None:
    data = bytearray(zips.zip_of({"bot.py": zips.GOOD_BOT}))
    data[data.index(b"PK\x01\x02") + 8] |= 1
    assert "bot.py is encrypted" in refusal(bytes(data))


def test_other_ways_of_packing_are_refused() -> None:
    data = zips.zip_of({"bot.py": zips.GOOD_BOT}, zipfile.ZIP_BZIP2)
    assert "only stored and deflated are read" in refusal(data)


@pytest.mark.parametrize("junk", [b"x", bytes(100)])
def test_bytes_after_the_end_are_refused(junk: bytes) -> None:
    assert "cannot be unpacked" in refusal(zips.zip_of({"bot.py": zips.GOOD_BOT}) + junk)


def test_bytes_before_the_archive_are_refused() -> None:
    data = zips.zip_of({"bot.py": zips.GOOD_BOT})
    assert "directory is not where" in refusal(b"PK\x03\x04" + data)


def test_every_cut_of_an_archive_is_refused_and_nothing_else_happens() -> None:
    data = zips.zip_of({"bot.py": zips.GOOD_BOT, "lib/a.py": b"x = 1\n"})
    for end in range(4, len(data)):
        refusal(data[:end])


@settings(derandomize=True, deadline=None, max_examples=300)
@given(at=st.integers(min_value=0), byte=st.integers(0, 255))
def test_any_changed_byte_gives_a_refusal_or_the_same_content(at: int, byte: int) -> None:
    data = bytearray(zips.zip_of({"bot.py": zips.GOOD_BOT, "lib/a.py": b"x = 1\n"}))
    data[4 + at % (len(data) - 4)] = byte
    try:
        upload = inspect(bytes(data), "bot.zip")
    except ArchiveRefused:
        return
    assert upload.size <= len(zips.GOOD_BOT) + 6


def test_messages_show_no_control_characters() -> None:
    assert re.search(r"[\x00-\x1f\x7f]", refusal(b"x", "a\x1b[2Jb.txt")) is None


def test_unpacking_writes_plain_files_with_fixed_modes(tmp_path: Path) -> None:
    data = zips.zip_with_modes(
        {
            "bot.py": (zips.GOOD_BOT, 0o100600),
            "lib/": (b"", stat.S_IFDIR | 0o700),
            "lib/deep/tool": (b"x", 0o106755),
        }
    )
    folder = tmp_path / "unpacked"
    unpack(zips.write(tmp_path, "upload", data), "bot.zip", folder)
    assert (folder / "bot.py").read_bytes() == zips.GOOD_BOT
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in [folder, *folder.rglob("*")]}
    assert modes == {"unpacked": 0o755, "bot.py": 0o644, "lib": 0o755, "deep": 0o755, "tool": 0o755}


def test_modes_do_not_depend_on_the_umask(tmp_path: Path) -> None:
    path = zips.write(tmp_path, "upload", zips.zip_of({"lib/a.py": b"", "bot.py": zips.GOOD_BOT}))
    before = os.umask(0o077)
    try:
        unpack(path, "bot.zip", tmp_path / "unpacked")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "unpacked" / "lib").stat().st_mode) == 0o755


def test_an_executable_is_unpacked_to_run(tmp_path: Path) -> None:
    unpack(zips.write(tmp_path, "upload", ELF), "hunter", tmp_path / "unpacked")
    assert stat.S_IMODE((tmp_path / "unpacked" / "bot").stat().st_mode) == 0o755


def test_a_refused_archive_leaves_nothing_behind(tmp_path: Path) -> None:
    path = zips.write(tmp_path, "upload", zips.with_stated_size(zips.zip_of({"bot.py": bytes(9000)}), 9))
    with pytest.raises(ArchiveRefused):
        unpack(path, "bot.zip", tmp_path / "unpacked")
    assert [left.name for left in tmp_path.iterdir()] == ["upload"]


def test_unpacking_twice_leaves_the_first_in_place(tmp_path: Path) -> None:
    path = zips.write(tmp_path, "upload", zips.GOOD_BOT)
    unpack(path, "bot.py", tmp_path / "unpacked")
    first = (tmp_path / "unpacked" / "bot.py").stat().st_ino
    unpack(path, "bot.py", tmp_path / "unpacked")
    assert (tmp_path / "unpacked" / "bot.py").stat().st_ino == first
    assert sorted(left.name for left in tmp_path.iterdir()) == ["unpacked", "upload"]
