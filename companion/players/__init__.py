"""Seats that the computer takes: what such a seat may know (`view`), and how it chooses by game and level."""
