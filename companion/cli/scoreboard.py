"""`companion scoreboard`: serve the page for phones on an own socket or on the service manager's.

The page shows what everybody at the table may know, and what was played before. Switch
it on and choose its address in the settings below [scoreboard]; then, on the box, run
sudo make install.

for example:
  companion scoreboard

exit status:
  0   stopped on request
  2   the page is off, or its address cannot be had
  78  a wrong value in the settings file
"""

from companion.cli.commands import FILES, WEB, Command

COMMAND = Command("scoreboard", arguments=FILES, run="scoreboard_serve:serve_scoreboard", extra=WEB)
