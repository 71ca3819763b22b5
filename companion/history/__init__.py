"""The morning after: what finished records come to, by game, by player, and deal by deal.

`curve`, `evening`, `averages` and `tables` are pure: a record's lines go in, values and words come out. `remembered`
and `command` touch the disk.
"""
