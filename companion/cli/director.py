"""`companion director`: serve the organiser's page of a club, make its database anew, or write an event to a file.

The page seats a club's people at its boxes, keeps the clock, and shows results and
standings. The broker is that of the club that companion club init made here. The page
asks for a password, which is made at the first start and lies in the file director/password
of the data directory: write your own there if you like. hands writes which cards of each
board lie where, for somebody who lays them out and does not play.

for example:
  companion director                               on this computer only
  companion director --address 192.168.1.5         for the local network
  companion director rebuild                       the database, from all records
  companion director mend 2026-11-25-thursday      goes on from the whole lines of a damaged record
  companion director hands 2026-11-25-thursday > hands.txt
  companion director export 2026-11-25-thursday scores.csv > scores.csv
"""
