"""The exact search as a compiled library, where there is one: a C file, what builds it, what calls it."""
