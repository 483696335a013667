"""The samples of the guide, of the package's page and of docstrings, run as one notebook each."""

import ast
import doctest
import re
import sys

import matplotlib
import pytest
from conftest import REPOSITORY

import tune2048

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def run(cell, names):
    """Runs a cell, and returns the value of its last expression."""
    *statements, last = ast.parse(cell).body
    if not isinstance(last, ast.Expr):
        statements, last = [*statements, last], None
    exec(compile(ast.Module(statements, []), "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names) if last else None


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("pages")


@pytest.mark.parametrize("page", ["docs/guide/python.md", "bindings/python/README.md"])
def test_every_sample_is_run_or_says_why_not(page, folder, monkeypatch):
    # The first campaign is read by the pages after it.
    monkeypatch.chdir(folder)
    matplotlib.use("agg")
    text = (REPOSITORY / page).read_text()
    names, shown, ran = {"__name__": "__main__"}, None, 0
    for block in BLOCK.finditer(text):
        language, cell = block.groups()
        if language == "python":
            # A tenth of the games of the guide's own function shows the same.
            shown, ran = run(cell.replace("20_000", "2_000"), names), ran + 1
        elif not language:
            assert cell.strip() == repr(shown), page
        else:
            before = text[: block.start()].rstrip().splitlines()[-1]
            assert before.startswith("<!-- not run: "), f"{page}: {cell}"
    assert ran >= 1


def test_samples_of_docstrings_run(folder, monkeypatch):
    monkeypatch.chdir(folder)
    ran = 0
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "tune2048":
            for docstring in doctest.DocTestFinder().find(module, name):
                names = {**vars(tune2048), "tune2048": tune2048}
                for example in docstring.examples:
                    exec(example.source, names)
                    ran += 1
    assert ran > 5
