#!/bin/sh
# Keeps the last blocks of the card for records.
#
#   reserve.sh USER DIR    on the file system where DIR lies; any other than ext4 stays as it is, and so does a tree
#
# ext4 has a reserve (5 % unless somebody has changed that) for root and one more user, which is to be that of the table: then
# no other service can take the room that a record needs, whatever it writes.
set -eu
user=$1
place=$2
device=$(findmnt --noheadings --output SOURCE --target "$place" || true)
if [ ! -b "$device" ] || [ "$(findmnt --noheadings --output FSTYPE --target "$place")" != ext4 ]; then exit 0; fi
tune2fs -u "$user" "$device" # from the next start of the box on
mount -o "remount,resuid=$(id -u "$user")" "$(findmnt --noheadings --output TARGET --target "$place")"
