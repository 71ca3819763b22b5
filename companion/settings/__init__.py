"""The settings of a table: schema, parser, editor, search path."""
