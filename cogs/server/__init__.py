"""For those who manage a server: administration, its rules, rulings of a referee."""
