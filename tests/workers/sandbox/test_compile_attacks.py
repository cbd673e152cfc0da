"""Sources that attack the machine that compiles them: nothing of it is read, and it does not stand still."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from workers import check
from workers.boxed import Bounds
from workers.contract import Limits
from workers.errands import Checked
from workers.runtimes import LanguageMissing
from workers.sandbox import Sandbox, SandboxError

pytestmark = [pytest.mark.sandbox, pytest.mark.slow, pytest.mark.timeout(400)]

SECRET = "the-machines-secret-word"
Build = Callable[[str, dict[str, str]], Checked]
MAIN = "int main() { return 0; }\n"
TEMPLATES = f"""template<int N, int M> struct Endless {{
    enum {{ value = Endless<N - 1, M * 2>::value + Endless<N - 1, M * 2 + 1>::value }};
}};
template<int M> struct Endless<0, M> {{ enum {{ value = M }}; }};
int wanted = Endless<26, 1>::value;
{MAIN}"""
JAVA = """public class Bot {
    public static void main(String[] words) { }
}
"""
PROCESSOR = """import java.util.*;
import javax.annotation.processing.*;
import javax.lang.model.element.*;
@SupportedAnnotationTypes("*")
public class Attack extends AbstractProcessor {
    static { System.err.println("the processor ran"); }
    public boolean process(Set<? extends TypeElement> found, RoundEnvironment round) { return false; }
}
"""


@pytest.fixture
def secret(open_folder: Path) -> Path:
    """A file of the machine's that everybody may read, were it in the box."""
    file = open_folder / "secret.txt"
    file.write_text(f"{SECRET}\n")
    return file


@pytest.fixture
def build(full: Sandbox, open_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Build:
    """Builds an upload as a worker does, with less patience; skipped where there is no compiler."""
    monkeypatch.setattr(check, "BUILD", Bounds(60.0, 3.0, check.BUILD.output_bytes, check.LOG_BYTES))

    def built(language: str, files: dict[str, str]) -> Checked:
        folder = open_folder / "bot"
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
        try:
            check.proven_builder(language)
        except (LanguageMissing, SandboxError) as missing:
            pytest.skip(str(missing))
        return check.check(full, language, next(iter(files)), folder, Limits())

    return built


def is_unharmed(checked: Checked) -> bool:
    """The upload is refused, the machine has not failed, and its secret is in nobody's log."""
    return not checked.ok and checked.failure is None and SECRET not in checked.log + checked.reason


@pytest.mark.parametrize(
    ("language", "source"),
    [
        ("cpp", '#include "{file}"\n' + MAIN),
        ("cpp", 'asm(".incbin \\"{file}\\"");\n' + MAIN),
        ("cpp", '#include "../../../../../../../../..{file}"\n' + MAIN),
        ("c", '#include "{file}"\n' + MAIN),
        ("c", '__asm__(".include \\"{file}\\"");\n' + MAIN),
        ("rust", 'fn main() {{ println!("{{}}", include_str!("{file}")); }}'),
        ("rust", 'include!("{file}");\nfn main() {{}}'),
        ("rust", '#[path = "{file}"] mod secret;\nfn main() {{}}'),
    ],
)
def test_no_file_of_the_machine_gets_into_a_program(
    build: Build, secret: Path, language: str, source: str
) -> None:
    entry = {"cpp": "bot.cpp", "c": "bot.c", "rust": "bot.rs"}[language]
    text = source if "{{" not in source else source.replace("{{", "{").replace("}}", "}")
    checked = build(language, {entry: text.replace("{file}", str(secret))})
    assert is_unharmed(checked), checked


@pytest.mark.parametrize(
    ("language", "source"),
    [
        ("cpp", TEMPLATES),
        ("cpp", '#include "bot.cpp"\n'),
        ("cpp", '#include "/dev/zero"\n' + MAIN),
        ("cpp", "char huge[1L << 33] = {1};\n" + MAIN),
        ("cpp", "#define A x x x x x x x x\n#define B A A A A A A A A\n#define C B B B B B B B B\n"
         "#define D C C C C C C C C\n#define E D D D D D D D D\n#define F E E E E E E E E\n"
         "#define G F F F F F F F F\n#define H G G G G G G G G\nint H H H H;\n"),
        ("cpp", "constexpr long f(long n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\n"
         "static_assert(f(60) == 0);\n" + MAIN),
        ("rust", "macro_rules! m { ($($x:tt)*) => { m!($($x)* $($x)*) } }\nm!(a);\nfn main() {}"),
        ("rust", "const fn f(n: u64) -> u64 { if n < 2 { n } else { f(n - 1) + f(n - 2) } }\n"
         "const X: u64 = f(60);\n#[allow(long_running_const_eval)]\nfn main() { println!(\"{}\", X); }"),
    ],
)  # fmt: skip
def test_endless_compiling_is_ended_and_blamed_on_the_source(
    build: Build, language: str, source: str
) -> None:
    entry = {"cpp": "bot.cpp", "rust": "bot.rs"}[language]
    checked = build(language, {entry: source})
    assert is_unharmed(checked), checked
    assert len(checked.log) <= 2 * check.LOG_BYTES


def test_no_annotation_processor_runs(build: Build) -> None:
    services = "META-INF/services/javax.annotation.processing.Processor"
    checked = build("java", {"Bot.java": JAVA, "Attack.java": PROCESSOR, services: "Attack\n"})
    assert "the processor ran" not in checked.log
    assert checked.failure is None


def test_no_build_script_runs(build: Build, open_folder: Path) -> None:
    script = 'fn main() { println!("cargo:warning=the script ran"); panic!("the script ran"); }'
    checked = build("rust", {"bot.rs": "fn main() {}", "build.rs": script, "Cargo.toml": "[package]\n"})
    assert "the script ran" not in checked.log
    assert checked.failure is None
    assert not [name for name in os.listdir(open_folder) if "ran" in name]
