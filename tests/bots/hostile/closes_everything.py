"""Closes all its files and stays."""

import os
import time

os.write(1, b"closing\n")
os.closerange(0, 64)
time.sleep(600)
