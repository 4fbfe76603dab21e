"""SQL of tables: records, logs, seats, results, repairs, the audit list, players waiting for a seat."""
