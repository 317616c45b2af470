"""One module for each command; `bangrules.tools.cli` imports them when they are used."""
