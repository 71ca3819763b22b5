"""What the pages are told, as types: the JSON of each view and of each answer.

Types alone: nothing here is loaded while a table is played. `static/views.d.ts` says the same to the scripts of the
pages; `make goldens` writes it from these files.
"""

PAGES = ("shared", "phones", "room", "table", "desk", "answers", "director")
"""The files of this package: what several pages show, then page by page; `table`, `desk` and `answers` are of one."""
