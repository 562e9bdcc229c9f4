"""Which certificates a client trusts, and the refusal of one that it does not."""

import os
import ssl
from collections.abc import Sequence

from punto.refusals import Reason, Refused

VARIABLE = "PUNTO_CERTIFICATE"
NO_ONE = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # for addresses without TLS: no file is read


def trust(addresses: Sequence[str], certificate: str = "") -> ssl.SSLContext | None:
    """What is trusted at these addresses; None if none of them uses TLS.

    The machine's authorities are trusted, and SSL_CERT_FILE; and those in `certificate`, a PEM
    file, or in the file that PUNTO_CERTIFICATE names.
    """
    if not any(each.startswith("https") for each in addresses):
        return None
    context = ssl.create_default_context()
    path = certificate or os.environ.get(VARIABLE, "")
    if path:
        try:
            context.load_verify_locations(cafile=path)
        except OSError:  # an SSLError is one, too
            raise Refused(
                Reason.UNREADABLE_REQUEST,
                "There is no certificate to be read in {path!r}.",
                path=path[:80],
            ) from None
    return context


def check_trusted(failure: BaseException, address: str) -> None:
    """Refuse if a connection failed because the server's certificate is not trusted."""
    cause: BaseException | None = failure
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            raise Refused(
                Reason.NO_SERVER,
                "The certificate of {address} is not trusted ({why}):"
                " name its authority's file with {variable}.",
                address=address,
                why=cause.verify_message.rstrip("."),
                variable=VARIABLE,
            ) from None
        cause = cause.__cause__ or cause.__context__
