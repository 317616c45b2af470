"""`python -m bangrules`: the command line."""

from bangrules.tools.cli import main

if __name__ == "__main__":
    main()
