"""Proof of a whole journal, in one ordered pass over all its streams, and of the books."""

from collections.abc import Iterator, Mapping

from punto.journal.codec import Head
from punto.journal.failures import Unavailable, told_in_words
from punto.journal.proof import Fault, Proof
from punto.journal.reading import Reading
from punto.ledger.accounts import Account
from punto.ledger.transfers import trial_balance

BOOKS, JOURNAL = "books", "journal"  # where a fault is that belongs to no stream


class Verification:
    """A journal on its way to being proved; iterate over `faults` to have it done."""

    def __init__(self, reading: Reading, saved_heads: Mapping[str, bytes] | None = None) -> None:
        """Against heads that were saved elsewhere, truncation and rewriting are found too."""
        self.entries = 0
        self._reading = reading
        self._wanted = dict(saved_heads or {})
        self._proofs: dict[str, Proof] = {}
        self._balances: dict[Account, int] = {}

    @property
    def heads(self) -> dict[str, Head]:
        """The end of every stream, as far as it was proved."""
        return {stream: proof.head for stream, proof in sorted(self._proofs.items())}

    @property
    def events(self) -> int:
        """How many events were proved."""
        return sum(proof.head.seq for proof in self._proofs.values())

    def faults(self) -> Iterator[Fault]:
        """Every fault there is, where it is found."""
        try:
            with told_in_words():
                yield from self._prove()
        except Unavailable as unreadable:
            yield Fault(JOURNAL, 0, str(unreadable))

    def _prove(self) -> Iterator[Fault]:
        for entry in self._reading.everything():
            self.entries += 1
            proof = self._proofs.get(entry.stream)
            if proof is None:
                proof = Proof(self._reading, entry.stream, self._balances)
                self._proofs[entry.stream] = proof
            if proof.broken:
                continue
            proof.take(entry)
            if self._wanted.get(entry.stream) == entry.hash:
                del self._wanted[entry.stream]
            if proof.faults:
                yield from proof.faults
                proof.faults.clear()
        for proof in self._proofs.values():
            proof.finish()
            yield from proof.faults
        for stream in self._wanted:
            yield Fault(stream, 0, "the saved head is not in the journal")
        yield from self._prove_books()

    def _prove_books(self) -> Iterator[Fault]:
        try:
            balances, flags = self._reading.balances(), self._reading.house_flags()
        except ValueError as strange:
            yield Fault(BOOKS, 0, f"an account that there cannot be: {strange}")
            return
        for stream in self._reading.strays():
            yield Fault(stream, 0, "it has transfers or a snapshot, but no entry")
        for account in sorted(account for account, flag in flags.items() if flag != account.house):
            yield Fault(BOOKS, 0, f"{account.name} is marked as if it were not what it is")
        total = trial_balance(balances)
        if total:
            yield Fault(BOOKS, 0, f"the trial balance is {total}, not zero")
        if any(proof.broken for proof in self._proofs.values()):
            return  # what the broken part moved is unknown
        for account in sorted(balances.keys() | self._balances.keys()):
            cents, proved = balances.get(account), self._balances.get(account)
            if cents != proved:
                yield Fault(BOOKS, 0, f"{account.name} stands at {cents}, not {proved}")


def verify(reading: Reading, saved_heads: Mapping[str, bytes] | None = None) -> Iterator[Fault]:
    """Every fault of a journal."""
    return Verification(reading, saved_heads).faults()
