"""Runs a program that lies in memory alone, and hopes that it has more power than the bot."""

import os

with open("/usr/bin/id", "rb") as original:
    program = os.memfd_create("id")
    os.write(program, original.read())
os.fchmod(program, 0o6755)
with os.popen(f"/proc/{os.getpid()}/fd/{program} -u") as said:
    print(said.read().strip(), flush=True)
