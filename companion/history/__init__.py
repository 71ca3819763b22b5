"""History: statistics of finished records, by game, by player and by deal.

All is pure but `cache`, which uses the disk: lines of records in, values and texts out. `people` says who is called
otherwise than in a record, `selection` which matches are asked for, `exports` writes them for other programs.
"""
