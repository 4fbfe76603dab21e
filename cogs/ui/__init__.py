"""Building blocks of messages: words, controls, cards, modals, fitting to Discord's limits."""
