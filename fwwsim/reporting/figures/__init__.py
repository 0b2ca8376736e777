"""Plots as plain data, and how they are drawn."""
