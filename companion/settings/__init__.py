"""What a builder and a host may choose: schema, parser, editor, search path."""
