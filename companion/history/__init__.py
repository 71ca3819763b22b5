"""History: statistics of finished records, by game, by player and by deal.

`finished_match`, `averages` and `result_tables` are pure: lines of records in, values and texts out. `cache` uses the
disk.
"""
