"""BANG! as a library."""
