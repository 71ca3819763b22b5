# Sends the messages of a file to the panel, as companion/runtime/splash.py saves them: a line with bus and address, the
# messages in hex, CRC-32. Perl is in every Debian system (perl-base is essential), whatever Python it has.
#
#   perl outdated.pl FILE
use strict;
use warnings;

my $I2C_SLAVE = 0x0703;    # linux/i2c-dev.h

open my $file, '<:raw', $ARGV[0] or exit 1;
read $file, my $text, 65536 or exit 1;
$text =~ s/([0-9a-f]{8})\n\z// && hex($1) == crc32($text) or exit 1;
my ($place, @messages) = split /\n/, $text;
my ($bus, $address) = map { hex } (split / /, $place)[0, 1];
open my $panel, '+<:raw', "/dev/i2c-$bus" or exit 1;
ioctl $panel, $I2C_SLAVE, $address or exit 1;
syswrite $panel, pack('H*', $_) or exit 1 for @messages;

sub crc32 {
    my $crc = 0xFFFFFFFF;
    for my $octet (unpack 'C*', shift) {
        $crc ^= $octet;
        $crc = ($crc >> 1) ^ ($crc & 1 && 0xEDB88320) for 1 .. 8;
    }
    return $crc ^ 0xFFFFFFFF;
}
