"""Prints the broker's aclfile for two given passwords; needs the program's environment, no database."""

import os
import sys

sys.path.insert(0, os.getcwd())
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ladder.settings")

from ladder.broker_users import lines

print("\n".join(lines(os.environ.get("QUEUE_PREFIX", "wateringhole"), *sys.argv[1:3])))
