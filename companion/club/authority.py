"""A club's own certificate authority: makes the certificates of broker, director and boxes, and revokes them.

EC keys on P-256, certificates by RFC 5280. The authority signs for this club alone and for nothing below it. A
certificate is for a client or for the broker, never for both: a stolen box cannot play the broker.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address

from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.x509 import Certificate, CertificateBuilder
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.support.values import dataclass

YEARS = 5
"""How long a certificate is valid."""
YEARS_OF_AUTHORITY = 20
"""The authority outlives what it signs: when it ends, every box must join anew."""
BACKDATED = timedelta(days=1)
"""A new certificate is valid from a day ago on, because clocks differ."""
_YEAR = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class Signed:
    """A certificate and its key as PEM texts, and the serial number by which it can be revoked."""

    certificate: str
    key: str
    serial: int


@dataclass(frozen=True, slots=True)
class Authority:
    """The key that makes a club's certificates."""

    certificate: Certificate
    key: ec.EllipticCurvePrivateKey

    @classmethod
    def make(cls, club: str, now: datetime) -> Authority:
        """A new authority; `club` is what people read in its certificates."""
        key, name = ec.generate_private_key(ec.SECP256R1()), _name(club)
        builder = _builder(name, key, now, now + _YEAR * YEARS_OF_AUTHORITY, signs=True)
        return cls(builder.issuer_name(name).sign(key, SHA256()), key)

    @classmethod
    def load(cls, certificate: bytes, key: bytes) -> Authority:
        """The authority in two PEM texts. Raises ValueError."""
        private = serialization.load_pem_private_key(key, None)
        loaded = x509.load_pem_x509_certificate(certificate)
        if not isinstance(private, ec.EllipticCurvePrivateKey) or loaded.public_key() != private.public_key():
            raise ValueError("the key is not that of the certificate")
        return cls(loaded, private)

    @property
    def pem(self) -> str:
        """Its certificate, which everybody may have."""
        return _pem(self.certificate)

    @property
    def key_pem(self) -> str:
        """Its key without a password. With this key anybody can make the bundle of any box."""
        return _key_pem(self.key)

    @property
    def valid(self) -> tuple[datetime, datetime]:
        """From when to when what it signs can be valid. Versions of cryptography before 42 give times without UTC."""
        own = self.certificate
        if hasattr(own, "not_valid_after_utc"):
            return own.not_valid_before_utc, own.not_valid_after_utc
        return own.not_valid_before.replace(tzinfo=UTC), own.not_valid_after.replace(tzinfo=UTC)

    def client(self, name: str, now: datetime) -> Signed:
        """A certificate with which this name may connect."""
        return self._sign(name, now, ExtendedKeyUsageOID.CLIENT_AUTH)

    def server(self, hosts: Iterable[str], now: datetime) -> Signed:
        """The broker's certificate, for these host names and addresses."""
        return self._sign("broker", now, ExtendedKeyUsageOID.SERVER_AUTH, tuple(hosts))

    def revocations(self, serials: Mapping[int, datetime], now: datetime, after: datetime | None) -> str:
        """The list of revoked certificates with their dates, as PEM text.

        `after` is the date of the list before it (None: it is the first). The new list is dated later, since a broker
        that has both takes the later one. It is valid as long as the authority: without a valid list, Mosquitto refuses
        everybody.
        """
        dated = now - BACKDATED if after is None else max(now - BACKDATED, after + timedelta(seconds=1))
        _, ends = self.valid
        builder = x509.CertificateRevocationListBuilder().issuer_name(self.certificate.subject)
        builder = builder.last_update(dated).next_update(ends).add_extension(self._issuer, critical=False)
        builder = builder.add_extension(x509.CRLNumber(len(serials)), critical=False)
        for serial, since in sorted(serials.items()):
            gone = x509.RevokedCertificateBuilder().serial_number(serial).revocation_date(since).build()
            builder = builder.add_revoked_certificate(gone)
        return builder.sign(self.key, SHA256()).public_bytes(serialization.Encoding.PEM).decode()

    @property
    def _issuer(self) -> x509.AuthorityKeyIdentifier:
        return x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key())

    def _sign(self, name: str, now: datetime, purpose: x509.ObjectIdentifier, hosts: tuple[str, ...] = ()) -> Signed:
        key = ec.generate_private_key(ec.SECP256R1())
        ends = min(now + _YEAR * YEARS, self.valid[1])
        builder = _builder(_name(name), key, now, ends, signs=False).issuer_name(self.certificate.subject)
        builder = builder.add_extension(x509.ExtendedKeyUsage([purpose]), critical=False)
        builder = builder.add_extension(self._issuer, critical=False)
        if hosts:
            builder = builder.add_extension(x509.SubjectAlternativeName(map(_host, hosts)), critical=False)
        signed = builder.sign(self.key, SHA256())
        return Signed(_pem(signed), _key_pem(key), signed.serial_number)


def date_of(revocations: str) -> datetime:
    """When this list of revocations was made. Raises ValueError."""
    return x509.load_pem_x509_crl(revocations.encode()).last_update_utc


def current_time() -> datetime:
    """The time in whole seconds, as certificates have it."""
    return datetime.now(UTC).replace(microsecond=0)


def _name(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])


def _builder(
    subject: x509.Name, key: ec.EllipticCurvePrivateKey, now: datetime, ends: datetime, *, signs: bool
) -> CertificateBuilder:
    """A certificate of an authority, which `signs` others and no further authority, or of anybody else."""
    own = key.public_key()
    builder = x509.CertificateBuilder().subject_name(subject).public_key(own)
    builder = builder.serial_number(x509.random_serial_number())
    builder = builder.not_valid_before(now - BACKDATED).not_valid_after(ends)
    builder = builder.add_extension(x509.SubjectKeyIdentifier.from_public_key(own), critical=False)
    constraints = x509.BasicConstraints(ca=signs, path_length=0 if signs else None)
    return builder.add_extension(constraints, critical=True).add_extension(_usage(signs=signs), critical=True)


def _usage(*, signs: bool) -> x509.KeyUsage:
    """An authority signs certificates and revocations; everybody else signs handshakes."""
    return x509.KeyUsage(
        digital_signature=not signs,
        key_cert_sign=signs,
        crl_sign=signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _host(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _pem(certificate: Certificate) -> str:
    return certificate.public_bytes(serialization.Encoding.PEM).decode()


def _key_pem(key: ec.EllipticCurvePrivateKey) -> str:
    form, plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    return key.private_bytes(serialization.Encoding.PEM, form, plain).decode()
