"""How a table lives: the manager, tables, turns, questions and what people agree on."""
