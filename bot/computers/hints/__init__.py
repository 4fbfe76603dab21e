"""Why a computer answers as it does, as values: what hints are made of."""
