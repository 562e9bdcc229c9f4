// Short names for the answers of `POST /games/G/odds` and `GET /conditions`; generated (`wire/`).

import type * as api from "../wire/api";

export type { When } from "../shapes";
export type Exact = api.Exact;
export type Edge = api.EdgeView;
export type Chance = api.Chance;
export type PricedLine = api.PricedLine;
export type PricedWager = api.PricedWager;
export type OwnWager = api.OwnWager;
export type OddsRequest = api.OddsRequest;
export type Condition = api.ConditionView;
type ByWinner<Figure> = Record<"player" | "banker" | "tie", Figure>;
export type ShoeOdds = api.ShoeOdds & { winners: ByWinner<Chance>; by_total: ByWinner<Chance[]> };
