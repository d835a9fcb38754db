"""`python -m services.cashier`: the cashier's books, written and served."""

from services.cashier.service import SERVICE
from services.chassis.main import main

if __name__ == "__main__":
    main(SERVICE)
