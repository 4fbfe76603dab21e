"""What players see: views drawn as text, panels and controls."""
