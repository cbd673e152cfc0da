"""The programs that bots see: a root of their own, chosen, checked and shown; and how one is built."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.workers.sandbox.yard import LIMITS
from workers.sandbox import BoxExit, SandboxError, filelist, open_level, rootbuild, system
from workers.sandbox.filelist import FileListError
from workers.sandbox.interface import Level
from workers.sandbox.interpreter import find_interpreter
from workers.sandbox.system import HOST, System

PROGRAMS = ("dash", "cat", "ls", "prlimit", "true")


@pytest.fixture
def small_root(open_folder: Path) -> Path:
    """A real root for bots with a handful of the host's programs and the libraries they need."""
    root = open_folder / "small"
    for name in ("bin", "lib", "lib64", "sbin"):
        (root / "usr" / name).mkdir(parents=True)
        (root / name).symlink_to(f"usr/{name}")
    (root / "etc").mkdir()
    for name in PROGRAMS:
        program = Path(shutil.which(name) or "").resolve()
        for file in (program, *libraries(program)):
            target = (
                root / "usr" / file.relative_to("/usr")
                if file.is_relative_to("/usr")
                else root / str(file)[1:]
            )
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
            target.chmod(0o755)
    (root / "usr/bin/sh").symlink_to("dash")
    stamp(root, "run")
    return root


def libraries(program: Path) -> list[Path]:
    said = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    return [Path(found) for found in re.findall(r"(/\S+) \(0x", said)]


def stamp(root: Path, kind: str) -> None:
    """Make a folder a root in good order."""
    for path in root.rglob("*"):
        if not path.is_symlink():
            path.chmod(0o755)
    (root / filelist.STAMP).write_text(
        json.dumps({"kind": kind, "version": filelist.write(root), "packages": []})
    )


class TestChoice:
    def test_named_root_is_taken(self, small_root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("BOT_ROOT", str(small_root))
        chosen = system.for_running()
        assert (chosen.root, len(chosen.version)) == (small_root.resolve(), 64)

    def test_named_root_that_is_missing_is_said_and_not_replaced(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("BOT_ROOT", "/nowhere/root")
        with pytest.raises(
            SandboxError, match=r"/nowhere/root is no root folder .*: build it by `make botroot`"
        ):
            open_level(Level.NAMESPACES)

    def test_root_in_its_usual_place_is_taken_without_a_word(
        self, small_root: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        small_root.rename(small_root.with_name("run"))
        monkeypatch.delenv("BOT_ROOT", raising=False)
        monkeypatch.setattr(system, "USUAL_PLACE", small_root.parent)
        assert system.for_running().root == small_root.parent.resolve() / "run"
        monkeypatch.setenv("BOT_ROOT", "host")
        assert system.for_running() == System(HOST)

    def test_root_to_build_bots_is_none_to_run_them(
        self, small_root: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        stamp(small_root, "build")
        monkeypatch.setenv("BOT_ROOT", str(small_root))
        monkeypatch.setenv("BUILD_ROOT", str(small_root))
        assert system.for_building().root == small_root.resolve()
        with pytest.raises(SandboxError, match="is a root folder to build bots, wanted one to run them"):
            system.for_running()

    def test_root_without_python_says_so(self, small_root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("BOT_ROOT", str(small_root))
        with pytest.raises(SandboxError, match="has Python None, wanted python3"):
            find_interpreter()


class TestHashList:
    def test_untouched_root_is_verified(self, small_root: Path) -> None:
        filelist.verify(small_root)

    def test_changed_byte_is_named(self, small_root: Path) -> None:
        with (small_root / "usr/bin/cat").open("ab") as file:
            file.write(b"x")
        with pytest.raises(FileListError, match=r"was changed: usr/bin/cat: build it again"):
            filelist.verify(small_root)

    def test_new_file_and_lost_file_are_named(self, small_root: Path) -> None:
        (small_root / "usr/bin/ls").unlink()
        (small_root / "usr/bin/planted").touch()
        with pytest.raises(FileListError, match=r"was changed: usr/bin/ls, usr/bin/planted"):
            filelist.verify(small_root)

    def test_list_of_another_root_is_seen_at_once(self, small_root: Path) -> None:
        with (small_root / filelist.NAME).open("a") as file:
            file.write("- 40755 usr/planted\n")
        with pytest.raises(SandboxError, match="has a list of files that is not its own"):
            system.load(small_root, "run")


class TestView:
    def test_links_are_followed_inside_the_root(self, small_root: Path) -> None:
        (small_root / "usr/bin/java").symlink_to("/usr/bin/true")
        (small_root / "usr/bin/lost").symlink_to("/usr/bin/whoami")
        small = System(small_root, "x")
        assert [small.program(name) for name in ("sh", "java", "lost")] == [
            "/usr/bin/dash",
            "/usr/bin/true",
            None,
        ]

    def test_host_is_looked_at_as_it_is(self) -> None:
        assert System(HOST).program("sh") == str(Path("/usr/bin/sh").resolve())

    @pytest.mark.sandbox
    def test_box_sees_the_root_and_nothing_of_the_host(
        self, small_root: Path, open_folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("BOT_ROOT", str(small_root))
        script = [
            "/bin/sh",
            "-c",
            "ls /usr/bin; cat /usr/bin/python3 /etc/ld.so.cache 2>/dev/null || echo none",
        ]
        with (
            open_level(Level.NAMESPACES) as sandbox,
            sandbox.open(script, open_folder, LIMITS, 0) as box,
        ):
            assert box.wait(20) == BoxExit(0, None, out_of_memory=False)
            assert os.read(box.stdout, 4096).decode().split() == [*sorted([*PROGRAMS, "sh"]), "none"]


class TestBuild:
    def test_unpacked_packages_become_a_root(self, tmp_path: Path) -> None:
        folder = package(tmp_path, "hello", {"usr/bin/hello": 0o4755, "etc/secret": 0o644, "bin/old": 0o755})
        rootbuild.unpack([folder], tmp_path / "root")
        rootbuild.finish(tmp_path / "root", "run", ["hello.deb"])
        made = system.load(tmp_path / "root", "run")
        assert made.program("hello") == "/usr/bin/hello"
        assert made.program("old") == "/usr/bin/old"
        assert not (tmp_path / "root/etc/secret").exists()
        assert (tmp_path / "root/usr/bin/hello").stat().st_mode & 0o7777 == 0o755
        filelist.verify(made.root)

    def test_compilers_have_the_names_that_others_call_them_by(self, tmp_path: Path) -> None:
        (tmp_path / "usr/bin").mkdir(parents=True)
        (tmp_path / "usr/bin/gcc").touch()
        rootbuild._link(tmp_path)
        links = {
            link.name: os.readlink(link) for link in (tmp_path / "usr/bin").iterdir() if link.is_symlink()
        }
        assert links == {"cc": "gcc"}

    def test_same_packages_give_the_same_root(self, tmp_path: Path) -> None:
        folder = package(tmp_path, "hello", {"usr/bin/hello": 0o755})
        versions = set()
        for name in ("one", "two"):
            rootbuild.unpack([folder], tmp_path / name)
            rootbuild.finish(tmp_path / name, "run", ["hello.deb"])
            versions.add(system.load(tmp_path / name, "run").version)
        assert len(versions) == 1

    def test_dangers_are_named(self, tmp_path: Path) -> None:
        (tmp_path / "etc").mkdir()
        (tmp_path / "etc/shadow").touch()
        (tmp_path / "su").touch()
        (tmp_path / "su").chmod(0o4755)
        os.mkfifo(tmp_path / "pipe")
        assert sorted(system.dangers(tmp_path)) == [
            "etc/shadow",
            "pipe is neither a file nor a folder",
            "su has mode 4755",
        ]

    def test_machine_without_apt_is_told_in_one_sentence(self, tmp_path: Path) -> None:
        command = [sys.executable, "-m", "workers.sandbox.rootbuild", "run", "--to", str(tmp_path / "root")]
        done = subprocess.run(command, capture_output=True, text=True, env={"PATH": str(tmp_path)})
        assert done.returncode == 2
        assert done.stderr == "rootbuild: apt-get is not there: roots are built on Debian or its like\n"
        assert list(tmp_path.iterdir()) == []

    def test_place_where_nothing_can_be_made_is_told_in_one_sentence(self) -> None:
        command = [sys.executable, "-m", "workers.sandbox.rootbuild", "run", "--to", "/dev/null/root"]
        done = subprocess.run(command, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (2, "rootbuild: /dev/null: File exists\n")

    @pytest.mark.slow
    @pytest.mark.timeout(1200)
    def test_real_root_is_built_verified_and_left_alone(
        self, open_folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The Debian packages of this machine's sources; needs the network."""
        root = open_folder / "run"
        assert re.search("was built from [0-9]+ packages", rootbuild.build("run", root))
        filelist.verify(root)
        assert "is up to date" in rootbuild.build("run", root)
        monkeypatch.setenv("BOT_ROOT", str(root))
        done = subprocess.run([sys.executable, "-m", "workers.sandbox"], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout
        assert f"bot root {system.for_running().version[:12]}" in done.stdout


@pytest.fixture(autouse=True)
def _needs_dpkg(request: pytest.FixtureRequest) -> None:
    if request.cls is TestBuild and not shutil.which("dpkg-deb"):
        pytest.skip("roots are built on Debian or its like")


def package(folder: Path, name: str, files: dict[str, int]) -> Path:
    """A Debian package with these files and modes."""
    tree = folder / f"{name}.tree"
    (tree / "DEBIAN").mkdir(parents=True)
    fields = {"Version": 1, "Architecture": "all", "Maintainer": "A <a@example.org>", "Description": "x"}
    lines = [f"{key}: {value}\n" for key, value in {"Package": name, **fields}.items()]
    (tree / "DEBIAN/control").write_text("".join(lines))
    for file, mode in files.items():
        (tree / file).parent.mkdir(parents=True, exist_ok=True)
        (tree / file).write_text("hello\n")
        (tree / file).chmod(mode)
    built = folder / f"{name}.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "-b", tree, built], check=True, capture_output=True)
    return built
