"""The files of a report: each appears complete or not at all, and the same document gives the same bytes."""

from pathlib import Path

from fwwsim.errors import SpecError
from fwwsim.experiments.results import Results
from fwwsim.experiments.store import open_folder, write_json, write_text
from fwwsim.reporting.cells import file_rows
from fwwsim.reporting.document import Document, figures_of, tables_of
from fwwsim.reporting.figures.files import write_figure
from fwwsim.reporting.kinds import report_of
from fwwsim.reporting.league_report import as_csv
from fwwsim.reporting.render_html import render_html
from fwwsim.reporting.render_json import document_data
from fwwsim.reporting.render_md import render_md


def write_report(results: Results, folder: Path) -> Document:
    """Write the report that a question asks for; see `write_document`.

    Raises
    ------
    SpecError
        The question lacks what its report needs, or a file cannot be read or written.
    """
    document = report_of(results)
    write_document(document, folder)
    return document


def write_document(document: Document, folder: Path) -> None:
    """Write report.html, report.md, data.json, figures/ (SVG and PNG) and tables/ (CSV).

    Figures and tables of an earlier report that this one does not have are removed.

    Raises
    ------
    SpecError
        A file cannot be written.
    """
    figures, tables = open_folder(folder / "figures"), open_folder(folder / "tables")
    drawings = {}
    for figure in figures_of(document):
        drawings[figure.name] = write_figure(figure.plot, figures, figure.name)
    for table in tables_of(document):
        write_text(tables / f"{table.name}.csv", as_csv(file_rows(table)))
    _remove_others(figures, (".svg", ".png"), set(drawings))
    _remove_others(tables, (".csv",), {table.name for table in tables_of(document)})
    write_json(folder / "data.json", document_data(document))
    write_text(folder / "report.md", render_md(document))
    write_text(folder / "report.html", render_html(document, drawings))


def _remove_others(folder: Path, endings: tuple[str, ...], kept: set[str]) -> None:
    try:
        for path in sorted(folder.iterdir()):
            if path.suffix in endings and path.stem not in kept:
                path.unlink()
    except OSError as error:
        raise SpecError(f"{folder}: cannot be tidied: {error.strerror or error}") from None
