"""Every example in a document works, and the stubs are complete."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import json
from pathlib import Path

import pytest

import tengen
from tengen import _tengen

FOLDER = Path(__file__).resolve().parents[1]
PACKAGE = Path(tengen.__file__).parent


@pytest.mark.parametrize("name", sorted(path.stem for path in PACKAGE.glob("*.py")))
def test_examples_of_a_module(name):
    if name == "env":
        pytest.importorskip("gymnasium")
    module = tengen if name == "__init__" else importlib.import_module(f"tengen.{name}")
    failed, _ = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert failed == 0


def test_examples_of_the_readme(monkeypatch, tmp_path):
    pytest.importorskip("gymnasium")
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(
        str(FOLDER / "README.md"), module_relative=False, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    )
    assert failed == 0 and tried > 10


@pytest.mark.parametrize("path", sorted((FOLDER / "examples").glob("*.ipynb")), ids=lambda path: path.name)
def test_notebooks_run(path, monkeypatch):
    monkeypatch.chdir(path.parent)
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    names: dict = {"display": lambda value: value._repr_svg_()}
    for number, cell in enumerate(cells):
        if cell["cell_type"] == "code":
            code = ast.parse("".join(cell["source"]), f"cell {number}")
            last = code.body.pop() if code.body and isinstance(code.body[-1], ast.Expr) else None
            exec(compile(code, f"cell {number}", "exec"), names)
            if last is not None:
                shown = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)
                if hasattr(shown, "_repr_svg_"):
                    assert shown._repr_svg_().startswith("<svg")


def classes_of(tree: ast.Module) -> dict[str, set[str]]:
    """The members of each class of the stubs; functions are under an empty name."""
    found: dict[str, set[str]] = {"": set()}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found[""].add(node.name)
        elif isinstance(node, ast.AnnAssign) and is_constant(node):
            found[""].add(node.target.id)
        elif isinstance(node, ast.ClassDef):
            found[node.name] = {
                part.target.id if isinstance(part, ast.AnnAssign) else part.name
                for part in node.body
                if isinstance(part, (ast.FunctionDef, ast.AnnAssign))
            }
    return found


def is_constant(node: ast.AnnAssign) -> bool:
    # A type has its name in the stubs alone.
    return ast.unparse(node.annotation) != "TypeAlias" and not node.target.id.startswith("_")


def is_overload(part: ast.FunctionDef) -> bool:
    return any(isinstance(name, ast.Name) and name.id == "overload" for name in part.decorator_list)


def test_the_stubs_have_the_documentation_of_the_library():
    # An editor shows what the stubs say, `help` what the library says.
    def check(part, real, name):
        if not (part.name.startswith("__") or is_overload(part)) and (said := inspect.getdoc(real)):
            assert ast.get_docstring(part) == said, name

    for node in ast.parse((PACKAGE / "_tengen.pyi").read_text()).body:
        if isinstance(node, ast.FunctionDef):
            check(node, getattr(_tengen, node.name), node.name)
        elif isinstance(node, ast.ClassDef):
            for part in node.body:
                if isinstance(part, ast.FunctionDef):
                    check(part, getattr(getattr(_tengen, node.name), part.name), f"{node.name}.{part.name}")


def test_the_stubs_describe_what_there_is():
    stubs = classes_of(ast.parse((PACKAGE / "_tengen.pyi").read_text()))
    real = {name: value for name, value in vars(_tengen).items() if not name.startswith("_")}
    functions = {name for name, value in real.items() if not isinstance(value, type)}
    assert functions == stubs.pop("")
    assert {name for name, value in real.items() if isinstance(value, type)} == set(stubs)
    for name, members in stubs.items():
        there = {member for member in vars(real[name]) if not member.startswith("__")}
        described = {member for member in members if not member.startswith("__")}
        assert there - {"args"} == described, name
        assert all(hasattr(real[name], member) for member in members), name


def test_the_version_is_that_of_the_workspace():
    workspace = (FOLDER / "../../Cargo.toml").resolve()
    if workspace.exists():
        assert f'version = "{tengen.__version__}"' in workspace.read_text()
    assert set(tengen.__all__) <= set(dir(tengen))
