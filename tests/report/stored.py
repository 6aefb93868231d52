"""The stored run that these tests make reports of, and where the programs are."""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TOOLS = os.path.join(HERE, "..", "..", "tools", "report")
STORED = os.path.join(HERE, "stored", "bench.json")
PEERS = os.path.join(HERE, "stored", "peers.json")
MAKE = os.path.join(TOOLS, "make.py")
sys.path.insert(0, TOOLS)
