"""`python -m flagstone`."""

from flagstone.cli import main

main()
