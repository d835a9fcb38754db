"""`python -m tests.contract.make_golden`: keep what today's code writes under new names.

It never changes a value that is kept. Where one would change, past bytes could not be read as they
were meant, and the code is wrong. Before a version is released its values may still be given up:
delete them from tests/contract/golden, and say in the commit why.
"""

import sys

from tests.contract.golden import Changed, keep
from tests.contract.made import KINDS


def main() -> int:
    """Print the names that were added; return 1 where a kept value would have to change."""
    status = 0
    for kind, made in KINDS.items():
        try:
            new = keep(kind, dict(made()))
        except Changed as changed:
            sys.stderr.write(f"{kind}: kept as they were, though today's differ: {changed}\n")
            status = 1
        else:
            sys.stdout.write("".join(f"{kind}: added {name}\n" for name in new))
    return status


if __name__ == "__main__":
    sys.exit(main())
