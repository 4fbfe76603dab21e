"""What the solitaires and the Clock share."""
