"""Hold log, cursor and warehouse against each other: `python -m services.streams.reconcile`.

Without end, with the difference as a metric; or once, with it as the exit status: `--once`.
"""

import sys

from services.streams.reconcile.process import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
