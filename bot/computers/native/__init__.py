"""The exact search in C: its source, its build and its calls through ctypes."""
