"""Make the read models again from the log, beside the live: `python -m services.streams.rebuild`.

With names of tables only those are compared and, where they differ, exchanged.
"""

import sys

from services.streams.rebuild.process import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
