"""What must outlive the process. SQL lives only in this package."""
