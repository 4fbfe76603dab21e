"""What a deal that is over could have been, worked out with all hands open."""
