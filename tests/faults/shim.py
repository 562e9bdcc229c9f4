"""A SQLite VFS that records every write on a tape, or makes it fail.

It is SQLite's own default VFS with a few of its functions replaced, registered as the default in
the library that Python's `sqlite3` uses, so that the code under test needs no changes.
"""

import _sqlite3
import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock, local
from typing import Any

from tests.faults.tape import Created, Deleted, FolderSynced, Synced, Tape, Truncated, Wrote

OK, IOERR, READONLY, FULL, CANTOPEN = 0, 10, 8, 13, 14
IOERR_FSYNC = IOERR | 4 << 8

_OPEN_CREATE = 0x4
_KEPT_KINDS = 0x100 | 0x800 | 0x80000  # databases, rollback journals and write-ahead logs

Call = Callable[..., int]
Obstacle = Callable[[str, str], int]  # operation and file name -> a code of SQLite's, 0 to go on

_Pointer, _Int, _Long = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
_Open = ctypes.CFUNCTYPE(_Int, _Pointer, _Pointer, _Pointer, _Int, _Pointer)
_Delete = ctypes.CFUNCTYPE(_Int, _Pointer, ctypes.c_char_p, _Int)
_Write = ctypes.CFUNCTYPE(_Int, _Pointer, _Pointer, _Int, _Long)
_Truncate = ctypes.CFUNCTYPE(_Int, _Pointer, _Long)
_Sync = ctypes.CFUNCTYPE(_Int, _Pointer, _Int)
_SetCall = ctypes.CFUNCTYPE(_Int, _Pointer, ctypes.c_char_p, _Pointer)
_GetCall = ctypes.CFUNCTYPE(_Pointer, _Pointer, ctypes.c_char_p)
_OpenFolder = ctypes.CFUNCTYPE(_Int, ctypes.c_char_p, _Pointer)

_VFS_CALLS = (
    "xOpen xDelete xAccess xFullPathname xDlOpen xDlError xDlSym xDlClose xRandomness xSleep"
    " xCurrentTime xGetLastError xCurrentTimeInt64 xSetSystemCall xGetSystemCall xNextSystemCall"
)
_FILE_CALLS = (
    "xClose xRead xWrite xTruncate xSync xFileSize xLock xUnlock xCheckReservedLock xFileControl"
    " xSectorSize xDeviceCharacteristics xShmMap xShmLock xShmBarrier xShmUnmap xFetch xUnfetch"
)


class _Vfs(ctypes.Structure):
    _fields_ = [
        ("iVersion", _Int),
        ("szOsFile", _Int),
        ("mxPathname", _Int),
        ("pNext", _Pointer),
        ("zName", ctypes.c_char_p),
        ("pAppData", _Pointer),
        *((name, _Pointer) for name in _VFS_CALLS.split()),
    ]


class _FileCalls(ctypes.Structure):
    _fields_ = [
        ("iVersion", _Int),
        *((name, _Pointer) for name in _FILE_CALLS.split()),
    ]


def _library() -> Any:
    """The SQLite that Python uses: linked to its module, or inside it, or inside Python itself."""
    for name in (_sqlite3.__file__, "libsqlite3.so.0", None):
        try:
            library: Any = ctypes.CDLL(name)
            library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
        except (OSError, AttributeError):
            continue
        return library
    raise RuntimeError("SQLite's library is not found: its functions must be linked dynamically")


class _File:
    """An open file: its name, its number on the tape, and SQLite's own functions for it."""

    def __init__(self, name: str, number: int, calls: _FileCalls) -> None:
        self.name = name
        self.number = number
        self.write: Call = _Write(calls.xWrite)
        self.truncate: Call = _Truncate(calls.xTruncate)
        self.sync: Call = _Sync(calls.xSync)


class Shim:
    """The VFS in between."""

    def __init__(
        self,
        tape: Tape | None = None,
        obstacle: Obstacle | None = None,
        folder: Path | None = None,
    ) -> None:
        self.tape = tape
        self._within = str(folder.resolve()) if folder else ""  # files elsewhere are left alone
        self.obstacle = obstacle  # may be set and taken away at any time
        self._library = _library()
        self._default = self._library.sqlite3_vfs_find(None)
        self._vfs = _Vfs()
        ctypes.memmove(ctypes.byref(self._vfs), self._default, ctypes.sizeof(_Vfs))
        self._vfs.zName = b"punto-faults"
        self._files: dict[int, _File] = {}
        self._numbers: dict[str, int] = {}  # the file that a name stands for now
        self._calls: dict[int, _FileCalls] = {}
        self._opening = RLock()
        self._folder = local()  # whether this thread's sync has synced the folder too
        default = self._default.contents
        self._open_before: Call = _Open(default.xOpen)
        self._delete_before: Call = _Delete(default.xDelete)
        self._set_call: Call = _SetCall(default.xSetSystemCall)
        self._open_folder_before: Call = _OpenFolder(
            _GetCall(default.xGetSystemCall)(self._default, b"openDirectory")
        )
        # Kept as long as SQLite may call them.
        self._on_open = _Open(self._open)
        self._on_delete = _Delete(self._delete)
        self._on_write = _Write(self._write)
        self._on_truncate = _Truncate(self._truncate)
        self._on_sync = _Sync(self._sync)
        self._on_open_folder = _OpenFolder(self._open_folder)
        self._vfs.xOpen = _address(self._on_open)
        self._vfs.xDelete = _address(self._on_delete)

    def register(self) -> None:
        """Every file that SQLite opens from now on goes through here."""
        assert self._library.sqlite3_vfs_register(ctypes.byref(self._vfs), 1) == OK
        name = b"openDirectory"
        assert self._set_call(self._default, name, _address(self._on_open_folder)) == OK

    def unregister(self) -> None:
        """As it was before; files opened through here must be closed by now."""
        assert self._set_call(self._default, b"openDirectory", None) == OK
        assert self._library.sqlite3_vfs_unregister(ctypes.byref(self._vfs)) == OK
        assert self._library.sqlite3_vfs_register(self._default, 1) == OK

    def _in_the_way(self, operation: str, name: str) -> int:
        return self.obstacle(operation, name) if self.obstacle else OK

    def _open(self, _: Any, path: Any, file: Any, flags: int, out: Any) -> int:
        whole = ctypes.string_at(path).decode() if path else ""
        if not whole or not flags & _KEPT_KINDS or not self._is_watched(whole):
            return self._open_before(self._default, path, file, flags, out)
        name = Path(whole).name
        code = self._in_the_way("open", name)
        if code:
            ctypes.cast(file, ctypes.POINTER(_Pointer))[0] = None  # nothing there to be closed
            return code
        with self._opening:
            new = flags & _OPEN_CREATE and not Path(whole).exists()
            code = self._open_before(self._default, path, file, flags, out)
            if code != OK:
                return code
            if new or name not in self._numbers:
                self._numbers[name] = max(self._numbers.values(), default=0) + 1
                if self.tape is not None:
                    self.tape.add(Created(name, self._numbers[name]))
            self._take_over(file, name)
        return OK

    def _take_over(self, file: int, name: str) -> None:
        """Put our functions into a file that SQLite has just opened."""
        slot = ctypes.cast(file, ctypes.POINTER(_Pointer))
        before = slot[0]
        theirs = ctypes.cast(before, ctypes.POINTER(_FileCalls)).contents
        assert theirs.iVersion >= 3
        self._files[file] = _File(name, self._numbers[name], theirs)
        if before not in self._calls:
            ours = _FileCalls()
            ctypes.memmove(ctypes.byref(ours), before, ctypes.sizeof(_FileCalls))
            ours.xWrite = _address(self._on_write)
            ours.xTruncate = _address(self._on_truncate)
            ours.xSync = _address(self._on_sync)
            self._calls[before] = ours
        slot[0] = ctypes.addressof(self._calls[before])

    def _is_watched(self, path: str) -> bool:
        return not self._within or Path(path).resolve().is_relative_to(self._within)

    def _delete(self, _: Any, path: bytes, sync_folder: int) -> int:
        if not self._is_watched(path.decode()):
            return self._delete_before(self._default, path, sync_folder)
        name = Path(path.decode()).name
        code = self._in_the_way("delete", name)
        if code:
            return code
        self._folder.synced = False
        with self._opening:
            there = Path(path.decode()).exists()
            if self.tape is not None and there:
                self.tape.add(Deleted(name))
            began = len(self.tape) if self.tape is not None else 0
            code = self._delete_before(self._default, path, sync_folder)
        if self.tape is not None and code == OK and self._folder.synced:
            self.tape.add(FolderSynced(began))
        return code

    def _write(self, file: int, data: int, size: int, offset: int) -> int:
        at = self._files[file]
        code = self._in_the_way("write", at.name)
        if code:
            return code
        if self.tape is not None:
            self.tape.add(Wrote(at.number, offset, ctypes.string_at(data, size)))
        return at.write(file, data, size, offset)

    def _truncate(self, file: int, size: int) -> int:
        at = self._files[file]
        code = self._in_the_way("truncate", at.name)
        if code:
            return code
        if self.tape is not None:
            self.tape.add(Truncated(at.number, size))
        return at.truncate(file, size)

    def _sync(self, file: int, flags: int) -> int:
        at = self._files[file]
        code = self._in_the_way("sync", at.name)
        if code:
            return code
        self._folder.synced = False
        began = len(self.tape) if self.tape is not None else 0
        code = at.sync(file, flags)
        if self.tape is not None and code == OK:
            self.tape.add(Synced(at.number, began, self._folder.synced))
        return code

    def _open_folder(self, path: bytes, out: int) -> int:
        """SQLite opens a folder for one thing alone: to sync it at once."""
        self._folder.synced = True
        return self._open_folder_before(path, out)


def _address(function: Any) -> int | None:
    return ctypes.cast(function, _Pointer).value


@contextmanager
def between(
    tape: Tape | None = None, obstacle: Obstacle | None = None, folder: Path | None = None
) -> Iterator[Shim]:
    """SQLite's files in this folder go through a shim; what is opened inside is closed inside.

    Without a folder all files do, those of a server that another test left running among them.
    """
    shim = Shim(tape, obstacle, folder)
    shim.register()
    try:
        yield shim
    finally:
        shim.unregister()
