"""The table in a browser: a server on this computer, one page, and the simulated table behind them."""
