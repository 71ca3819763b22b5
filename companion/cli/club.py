"""`companion club`: the organiser makes a club and the bundles of its boxes; a box joins it, and reports to it.

for example, on the organiser's computer:
  companion club init --host club.local
  companion club add table-4
  companion club shut-out table-4
  companion club renew --host 192.168.1.5

on the box:
  sudo companion club join /media/usb/table-4.club
  sudo companion club join
  companion club run

init makes the club's own authority, the certificates of broker and director, and the
configuration of the broker; it overwrites nothing. add writes BOX.club here, or into
the directory of --to. shut-out revokes all that was made for a box; after that add
lets the name in again. renew makes new certificates for broker and director, before
they end or for other hosts. join without a FILE takes the one on the boot partition.
run sends what may leave the table, and takes its orders, until it is stopped: the
service of the box does it, and beside companion play it does it by hand.

to see a club without any box (sudo apt install mosquitto):
  companion club evening --fast

evening makes a club, starts its broker, its director and its tables on this computer,
and plays to the standings. table is one such table: it plays what its director orders.
Beside it companion club run brings the orders, with the same --config and --data.

exit status:
  0   all is well
  1   join: the bundle is refused, and nothing is changed
  2   wrong use, or no such club
  69  a package that the organiser's computer wants is not installed
  75  the memory card failed
"""
