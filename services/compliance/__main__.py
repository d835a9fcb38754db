"""`python -m services.compliance`: the compliance books, written and served."""

from services.chassis.main import main
from services.compliance.service import SERVICE

if __name__ == "__main__":
    main(SERVICE)
