"""Games for one: what the solitaires and the Clock share."""
