"""An independent implementation of punto banco, written differently: for tests only."""

# When Player drew: the lowest and highest third card Banker draws against, by Banker's total.
BANKER_RANGE = {4: (2, 7), 5: (4, 7), 6: (6, 7)}


def play(values: tuple[int, ...]) -> tuple[int, int, int, int]:
    """Player total, Banker total, cards of each, from six values dealt in order."""
    p1, b1, p2, b2, *rest = values
    player, banker = (p1 + p2) % 10, (b1 + b2) % 10
    if max(player, banker) > 7:
        return player, banker, 2, 2
    if player > 5:
        if banker > 5:
            return player, banker, 2, 2
        return player, (banker + rest[0]) % 10, 2, 3
    third = rest[0]
    final = (player + third) % 10
    if banker < 3:
        draws = True
    elif banker == 3:
        draws = third != 8
    elif banker in BANKER_RANGE:
        low, high = BANKER_RANGE[banker]
        draws = low <= third <= high
    else:
        draws = False
    if not draws:
        return final, banker, 3, 2
    return final, (banker + rest[1]) % 10, 3, 3


def pays(game: str, wager: str, cards: list[str], won: tuple[int, int, int, int]) -> object:
    """What a wager does: a fraction as text when it wins, "push", or None when it loses."""
    player, banker, player_cards, banker_cards = won
    first, second = cards[0] == cards[2], cards[1] == cards[3]
    six = banker == 6 and player < 6
    seven = player == 7 and banker < 7
    match wager:
        case "player":
            return "push" if player == banker else ("1" if player > banker else None)
        case "banker":
            if player == banker:
                return "push"
            if player > banker:
                return None
            if game == "tiger":
                return "19/20"
            return "1/2" if banker == 6 else "1"
        case "tie":
            return "8" if player == banker else None
        case "player-pair":
            return "11" if first else None
        case "banker-pair":
            return "11" if second else None
        case "tiger":
            return {2: "12", 3: "20"}[banker_cards] if six else None
        case "small-tiger":
            return "22" if six and banker_cards == 2 else None
        case "big-tiger":
            return "50" if six and banker_cards == 3 else None
        case "tiger-tie":
            return "35" if player == banker == 6 else None
        case "tiger-pair":
            if first and second:
                return "100" if cards[0] == cards[1] else "20"
            return "4" if first or second else None
        case "dragon-tiger":
            if (player, banker) != (7, 6):
                return None
            return {4: "30", 5: "40", 6: "100"}[player_cards + banker_cards]
        case "big-dragon":
            return "30" if seven and player_cards == 3 else None
        case "small-dragon":
            return "15" if seven and player_cards == 2 else None
    raise AssertionError(wager)
