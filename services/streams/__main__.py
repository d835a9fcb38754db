"""Run a streams worker: `python -m services.streams`."""

import sys

from services.streams.process import main

if __name__ == "__main__":
    sys.exit(main())
