// Short names for the server's types, which are generated from its schema (`wire/`). The few that are
// narrowed here are strings or open objects in the schema.

import type { Approval } from "./console/shapes";
import type { Bank, Report, Settings } from "./pit/shapes";
import type * as api from "./wire/api";
import type * as frames from "./wire/frames";

type Narrow<Wide, Fields> = Omit<Wide, keyof Fields> & Fields;

export type Side = frames.Side;
export type Winner = frames.Winner;
/** `[column, row, mark, …]`. */
export type Place = [number, number, string, ...unknown[]];
export type DerivedRoad = "big_eye_boy" | "small_road" | "cockroach_pig";

/** A reason is one of the server's, or one of two that pages add: away and mistake. */
export type Refusal = Pick<frames.RefusalView, "reason" | "sentence" | "clause"> &
  Partial<Pick<frames.RefusalView, "chinese">>;

// Games and rules.
export type Game = api.GameDocument;
export type Wager = api.WagerView;
export type PayLine = Wager["lines"][number];
export type When = PayLine["when"];
export type Clause = api.ClauseView;
export type Verdict = frames.VerdictView;
export type Hands = frames.HandsView;

// Tables.
export type Range = frames.Range;
export type Configuration = frames.Configuration;
export type Me = frames.MeView;
export type Stake = frames.Stake;
export type PaidLine = frames.Paid;
export type Settled = frames.SettledView;
type Round = Narrow<frames.RoundView, { down: Record<Side, number[]> }>;
/** A command that the prompt asks for: what is known of it, with its type. */
export type AskedCommand = Narrow<
  frames.FormView,
  { command: { type: string; [field: string]: unknown } }
>;
export type Prompt = Narrow<frames.PromptView, { commands: AskedCommand[] }>;
/** A table as all staff see it, or as everyone else does. */
export type Table = Narrow<frames.TableView, { prompt: Prompt; round: Round | null }>;
/** The reader's own part of a table. */
export type Mine = Narrow<
  frames.Mine,
  { cards: Partial<Record<Side, string[]>>; holds: Side[]; turn: Prompt | null }
>;
/** Both documents, each as last sent. */
export type View = Table & { mine: Mine };
export type LobbyTable = Narrow<api.LobbyTable, { big_road: Place[] }>;
export type Lobby = Narrow<api.LobbyView, { tables: LobbyTable[] }>;
export type TableEvent = frames.EventView;
export type Said = frames.AnnouncementView;

// Roads and finished rounds.
type Pairs = Record<"bead_plate" | "big_road", Place[]>;
export type Roads = Narrow<
  frames.RoadsDocument,
  Record<"bead_plate" | "big_road" | DerivedRoad, Place[]> & {
    pairs: Pairs;
    next: Record<Side, Record<DerivedRoad, Place | null>>;
  }
>;
export type Statistics = frames.Statistics;
export type BeadView = frames.BeadView;
export type RoundLine = frames.RoundLine;
export type CreditsAround = frames.CreditsAround;
export type Played = api.PlayedView;

export type TableCommand = api.TableCommand;
export type CageCommand = api.CageCommand;

export type LuckPoint = api.Point;
export type LuckReport = api.LuckView;
export type PaceReport = api.ReportView;

/** The answer of each path of the API to a GET. */
export type Answers = Narrow<
  api.Answers,
  {
    "/lobby": Lobby;
    "/tables/{table}": Push;
    "/tables/{table}/roads": Roads;
    "/tables/{table}/rounds": RoundLine[];
    "/tables/{table}/bank": Bank;
    "/tables/{table}/settings": Settings;
    "/approvals": Approval[];
    "/meters": Report;
  }
>;

// Frames of a table's socket.
export type BendFrame = frames.Bend;
export type BoardFrame = Narrow<frames.Board, { roads: Roads; rounds: RoundLine[] }>;
type Documents = { table: Table | null; mine: Mine | null };
export type Push = Narrow<frames.Push, Documents>;
export type Answer = Narrow<frames.Answer, { mine: Mine | null }>;
export type Frame = BendFrame | BoardFrame | Push | Answer | frames.Ping;
