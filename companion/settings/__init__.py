"""The settings of a table: schema, parser, settings file, search path."""
