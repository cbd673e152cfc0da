"""Prints a greeting where its first line is awaited."""

print("Hello, world!", flush=True)
input()
