"""Possible disk contents after a power cut: everything synced, and some of the rest."""

from itertools import pairwise
from random import Random

from tests.faults.tape import (
    Created,
    Deleted,
    FolderSynced,
    Happened,
    Synced,
    Told,
    Touched,
    Truncated,
    Wrote,
)

SECTOR = 512  # bytes that a disk writes at once, or does not

Image = dict[str, bytes]  # the files of a folder


class Disk:
    """A folder as the tape goes on: what is on the disk for sure, and what waits."""

    def __init__(self) -> None:
        self.waiting: list[tuple[int, Touched]] = []  # each with its place of the tape
        self._names: dict[str, int] = {}
        self._files: dict[int, bytearray] = {}

    def take(self, place: int, happened: Happened) -> None:
        """Take the next thing of the tape in."""
        match happened:
            case Synced(file=file, began=began, folder=folder):
                self._settle(began, file)
                if folder:
                    self._settle(began, None)
            case FolderSynced(began=began):
                self._settle(began, None)
            case Told():
                pass
            case _:
                self.waiting.append((place, happened))

    def least(self) -> Image:
        """Nothing is there but what was synced."""
        return self._image([])

    def most(self) -> Image:
        """Everything is there, as after a mere kill of the process."""
        return self._image([touched for _, touched in self.waiting])

    def any(self, chance: Random) -> Image:
        """Of what was not synced, anything may be there, missing or torn."""
        likely = chance.choice((0.1, 0.5, 0.9))
        kept: list[Touched] = []
        for _, touched in self.waiting:
            if chance.random() >= likely:
                continue
            torn = isinstance(touched, Wrote) and chance.random() < 0.2
            kept += _tear(touched, chance) if torn and isinstance(touched, Wrote) else [touched]
        return self._image(kept)

    def _settle(self, began: int, file: int | None) -> None:
        """Put on the disk what touched a file, or the folder, before its sync began."""
        still: list[tuple[int, Touched]] = []
        for place, touched in self.waiting:
            if place < began and _file_of(touched) == file:
                _touch(self._names, self._files, touched)
            else:
                still.append((place, touched))
        self.waiting = still

    def _image(self, kept: list[Touched]) -> Image:
        names, files = dict(self._names), dict(self._files)
        for file in {each.file for each in kept if isinstance(each, Wrote | Truncated)}:
            files[file] = bytearray(files.get(file, b""))
        for touched in kept:
            _touch(names, files, touched)
        return {name: bytes(files.get(file, b"")) for name, file in names.items()}


def _file_of(touched: Touched) -> int | None:
    return None if isinstance(touched, Created | Deleted) else touched.file


def _touch(names: dict[str, int], files: dict[int, bytearray], touched: Touched) -> None:
    match touched:
        case Created(name=name, file=file):
            names[name] = file
        case Deleted(name=name):
            names.pop(name, None)
        case Wrote(file=file, offset=offset, data=data):
            held = files.setdefault(file, bytearray())
            held.extend(bytes(max(0, offset - len(held))))
            held[offset : offset + len(data)] = data
        case Truncated(file=file, size=size):
            held = files.setdefault(file, bytearray())
            del held[size:]
            held.extend(bytes(size - len(held)))


def _tear(wrote: Wrote, chance: Random) -> list[Touched]:
    """A write of which some sectors came through: the first ones, or any; one may be garbage."""
    end = wrote.offset + len(wrote.data)
    edges = [
        wrote.offset,
        *range((wrote.offset // SECTOR + 1) * SECTOR, end, SECTOR),
        end,
    ]
    sectors = list(pairwise(edges))
    came = chance.randrange(len(sectors))
    if chance.random() < 0.5:
        wanted = sectors[:came]
    else:
        wanted = [sector for sector in sectors if chance.random() < 0.5]
    pieces: list[Touched] = [
        Wrote(wrote.file, start, wrote.data[start - wrote.offset : stop - wrote.offset])
        for start, stop in wanted
    ]
    if chance.random() < 0.5:
        start, stop = sectors[came]
        pieces.append(Wrote(wrote.file, start, chance.randbytes(stop - start)))
    return pieces
