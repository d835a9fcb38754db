"""Run a streams worker: `python -m services.streams`."""

from services.streams.process import main

if __name__ == "__main__":
    main()
