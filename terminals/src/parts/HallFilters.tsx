// Which tables of the lobby are shown, and how.

import { isCompact, setCompact } from "../favourites";
import { ANY, minimum, type Order, type Wish } from "../hall";
import { gameTitle, words } from "../languages/current";
import { showCents } from "../money";
import type { LobbyTable } from "../shapes";

export function HallFilters({
  tables,
  wish,
  found,
  onWish,
}: {
  tables: readonly LobbyTable[];
  wish: Wish;
  found: number;
  onWish: (wish: Wish) => void;
}) {
  const { hall } = words.value.seat;
  const games = new Map(tables.filter(({ open }) => open).map((each) => [each.game, each.title]));
  const minimums = [...new Set(tables.filter(({ open }) => open).map(minimum))].sort(
    (one, other) => one - other,
  );
  const choice = (
    label: string,
    name: string,
    value: string,
    options: readonly (readonly [string, string])[],
    choose: (value: string) => Wish,
  ) => (
    <label>
      {label}
      <select
        name={name}
        value={value}
        onChange={(event) => onWish(choose(event.currentTarget.value))}
      >
        {options.map(([each, text]) => (
          <option key={each} value={each} selected={each === value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <form
      class="filters hall-filters"
      aria-label={hall.filters}
      onSubmit={(e) => e.preventDefault()}
    >
      {choice(
        hall.game,
        "game",
        wish.game,
        [
          ["", hall.all],
          ...[...games].map(([id, title]) => [id, gameTitle({ id, title })] as const),
        ],
        (game) => ({ ...wish, game }),
      )}
      {choice(
        hall.minimum,
        "stake",
        String(wish.stake ?? ""),
        [
          ["", hall.all],
          ...minimums.map((each) => [String(each), hall.upTo(showCents(each))] as const),
        ],
        (stake) => ({ ...wish, stake: stake ? Number(stake) : null }),
      )}
      {choice(
        hall.state,
        "state",
        wish.state,
        [
          ["", hall.all],
          ["playing", hall.playing],
          ["waiting", hall.waiting],
        ],
        (state) => ({ ...wish, state: state as Wish["state"] }),
      )}
      {choice(hall.order, "order", wish.order, Object.entries(hall.orders), (order) => ({
        ...wish,
        order: order as Order,
      }))}
      <label class="check">
        <input
          type="checkbox"
          name="favourites"
          checked={wish.favourites}
          onChange={(event) => onWish({ ...wish, favourites: event.currentTarget.checked })}
        />
        {hall.favourites}
      </label>
      <label class="check">
        <input
          type="checkbox"
          name="compact"
          checked={isCompact.value}
          onChange={(event) => setCompact(event.currentTarget.checked)}
        />
        {hall.compact}
      </label>
      <span class="fine" role="status">
        {hall.found(found, tables.length)}
      </span>
      {JSON.stringify(wish) === JSON.stringify(ANY) ? null : (
        <button type="button" class="button small" onClick={() => onWish(ANY)}>
          {hall.reset}
        </button>
      )}
    </form>
  );
}
