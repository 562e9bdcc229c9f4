"""What is called out at a table, as data: for displays and speech, in both languages."""

from msgspec import Struct

from punto.table import events as e


class Announcement(Struct, frozen=True):
    """Words to show and to say."""

    english: str
    chinese: str


PLACE_YOUR_BETS = Announcement("Place your bets, please", "请下注")
NO_MORE_BETS = Announcement("No more bets", "停止下注")
CUT_CARD = Announcement("The cut card is out: last rounds of the shoe", "切牌卡已出：本靴最后几局")
VOID = Announcement("The round is void: all bets are returned", "本局作废：退还所有投注")


def announcement(event: e.Event) -> Announcement | None:
    """What is announced when this happens, if anything is."""
    match event:
        case e.BettingOpened() | e.BettingReopened():
            return PLACE_YOUR_BETS
        case e.BettingClosed():
            return NO_MORE_BETS
        case e.TotalsAnnounced(player=player, banker=banker):
            return Announcement(
                f"Player has {player}, Banker has {banker}", f"闲{player}点，庄{banker}点"
            )
        case e.CutCardAppeared():
            return CUT_CARD
        case e.RoundSettled(round=number, corrects=True) | e.SettlementReversed(round=number):
            return Announcement(f"Round {number} corrected", f"第 {number} 局已更正")
        case e.RoundSettled(player=player, banker=banker):
            return _outcome(player, banker)
        case e.RoundVoided():
            return VOID
        case e.OptionOffered():
            return Announcement("You may withdraw your bets", "您可以撤回投注")
        case e.DecreaseAsked(side=side):
            hand = {"player": "闲", "banker": "庄"}[side.value]
            return Announcement(f"Please lower the bets on {side.title}", f"请减少{hand}的投注")
        case _:
            return None


def _outcome(player: int, banker: int) -> Announcement:
    if player == banker:
        return Announcement(f"Tie, {player} all", f"和，{player}点")
    if player > banker:
        return Announcement(f"Player wins, {player} over {banker}", f"闲赢，{player}点对{banker}点")
    return Announcement(f"Banker wins, {banker} over {player}", f"庄赢，{banker}点对{player}点")
