"""Turns of patrons' commands: never more than there are, in order, and none is lost."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from punto.web.live.turns import Turns


def test_no_more_are_taken_than_there_are_and_the_first_to_wait_is_next() -> None:
    async def run() -> list[str]:
        turns, had = Turns(2), list[str]()

        async def wait(name: str) -> None:
            await turns.take()
            had.append(name)

        waiting = [asyncio.create_task(wait(name)) for name in "abcd"]
        await _settle()
        assert had == ["a", "b"]
        turns.give_back()
        await _settle()
        assert had == ["a", "b", "c"]
        turns.give_back()
        await asyncio.gather(*waiting)
        turns.give_back()
        turns.give_back()
        await wait("e")
        await wait("f")
        last = asyncio.create_task(wait("g"))
        await _settle()
        assert had == list("abcdef")
        last.cancel()
        return had

    assert _run(run()) == list("abcdef")


def test_who_leaves_while_waiting_takes_no_turn() -> None:
    async def run() -> None:
        turns = Turns(1)
        await turns.take()
        left, stays = (asyncio.create_task(turns.take()) for _ in range(2))
        await _settle()
        left.cancel()
        await _settle()
        turns.give_back()
        await stays

    _run(run())


def test_a_turn_that_comes_as_its_taker_leaves_goes_to_the_next() -> None:
    async def run() -> None:
        turns = Turns(1)
        await turns.take()
        left, stays = (asyncio.create_task(turns.take()) for _ in range(2))
        await _settle()
        turns.give_back()
        left.cancel()
        with pytest.raises(asyncio.CancelledError):
            await left
        await stays

    _run(run())


async def _settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def _run(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(work, 60))
