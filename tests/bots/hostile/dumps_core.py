"""Dies with much memory in use, and hopes for a core file."""

import os

held = bytearray(os.urandom(1)) * (32 * 2**20)
os.abort()
