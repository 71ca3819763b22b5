"""Movements: who meets whom in which round, at which table, with which boards. Pure.

An entrant is a number from 0: a pair, or a person where everybody plays alone. A set of boards is a number from 0, too.
"""
