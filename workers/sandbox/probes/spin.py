"""Says that it runs, then uses the processor for ever."""

print("spinning", flush=True)
while True:
    pass
