"""The games for libraries of reinforcement learning: `pettingzoo` and `openspiel` (docs/adapters.md)."""
