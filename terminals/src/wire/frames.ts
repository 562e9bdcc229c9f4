// Generated from wire/frames.schema.json by `make types`: do not edit.

/**
 * Positions in their usual order, from the lowest; a table may be set to another (`Ranks`).
 */
export type Position = 1 | 2 | 3 | 4 | 5;
/**
 * The two hands of a round. `Side.PLAYER` is a hand; the person at the table is a patron.
 */
export type Side = "banker" | "player";
/**
 * The result of a stake.
 */
export type Result = "lose" | "push" | "returned" | "void" | "win";
/**
 * Who gives a command that the prompt asks for.
 */
export type Giver = "device" | "patron" | "staff";
/**
 * Which side won, or neither.
 */
export type Winner = "banker" | "player" | "tie";
/**
 * Where the faces of a shoe's cards come from; a face from anywhere else is refused.
 */
export type CardSource = "automatic" | "physical" | "sealed";
/**
 * How stakes are made: from credits at a terminal, or in chips that staff record.
 */
export type Funding = "chips" | "credits";
/**
 * Who deals and who handles the cards; games that name no methods use B.
 */
export type Method = "A" | "B" | "C";
/**
 * Who closes betting.
 */
export type Timekeeper = "clock" | "dealer";
/**
 * The zone a table stands in; the two private zones are the HLGA (reading hlga).
 */
export type Zone = "main" | "paiza-club" | "ruby-room";
export type FrameReceived = Give | Here | Bend;
/**
 * A kind of irregularity at a table.
 */
export type Irregularity =
  | "altered-by-moving-device"
  | "cut-card-first"
  | "damaged-card"
  | "dealt-in-wrong-order"
  | "device-reset"
  | "differential-exceeded"
  | "drawn-together-after-initial-deal"
  | "drawn-together-in-initial-deal"
  | "drawn-together-order-known"
  | "exposed-by-moving-device"
  | "exposed-or-not-passed"
  | "extra-or-missing-cards"
  | "face-up-in-device"
  | "foreign-cards"
  | "handler-absent"
  | "late-stake"
  | "late-withdrawal"
  | "not-covered"
  | "over-maximum"
  | "passed-to-wrong-patron"
  | "patron-left-with-cards"
  | "power-failure"
  | "shoe-order-altered"
  | "too-few-cards"
  | "under-minimum"
  | "unshuffled-cards"
  | "wrong-display"
  | "wrong-number-of-cards";
export type FrameSent = Push | Answer | Board | Bend | Ping;

/**
 * A member of staff acts in a higher position until a time, in UTC milliseconds.
 */
export interface ActAs {
  person: string;
  position: Position;
  type: "act-as";
  until: number;
}
export interface AllowFirstCardWithdrawal {
  type: "allow-first-card-withdrawal";
  why?: string;
}
/**
 * Any patron, or someone a patron names, may squeeze a hand.
 */
export interface AllowSqueezing {
  named_by?: string;
  patron: string;
  side: Side;
  type: "allow-squeezing";
  why?: string;
}
/**
 * An amount of money as a fact: minor units, and how many digits they take.
 *
 *     >>> str(Amount(12500))
 *     '125.00'
 */
export interface Amount {
  cents: number;
  digits: number;
  type: "amount";
}
/**
 * Ends the round: the outcome is called and every stake is settled.
 */
export interface AnnounceOutcome {
  type: "announce-outcome";
}
export interface AnnounceTotals {
  type: "announce-totals";
}
/**
 * What is called out.
 */
export interface AnnouncementView {
  chinese: string;
  english: string;
}
/**
 * The answer to a command: done or refused.
 */
export interface Answer {
  done: Done | null;
  id: string | null;
  mine: Mine | null;
  refused: RefusalView | null;
  type: "answer";
}
/**
 * The answer to a command that was done: the table's last event number, and what happened.
 */
export interface Done {
  events: EventView[];
  seq: number;
}
/**
 * An event as one person may see it; its amounts are in minor units.
 */
export interface EventView {
  at_ms: number;
  by: string;
  fields: {
    [k: string]: unknown;
  };
  said: AnnouncementView | null;
  seq: number;
  type: string;
}
/**
 * What is one person's own after the event of this number; an older one says nothing new.
 *
 *     `me.credits_cents` is None where nothing has moved them. A turn, cards, hands held, the device
 *     and an option are a patron's, where the moment concerns them.
 */
export interface Mine {
  cards: {
    [k: string]: string[];
  };
  has_device: boolean;
  holds: string[];
  is_asked: boolean;
  may: string[];
  me: MeView;
  methods: string[];
  seq: number;
  settled: SettledView[];
  stakes: Stake[];
  turn: PromptView | null;
  withdrawable: number[];
}
/**
 * The person who looks.
 */
export interface MeView {
  credits_cents: number | null;
  id: string;
  kind: string;
  position: string;
}
/**
 * A round that is over, and how one's own stakes were settled.
 */
export interface SettledView {
  lines: Paid[];
  number: number;
}
/**
 * One stake settled: what it won or lost and what goes back to its patron.
 */
export interface Paid {
  cents: number;
  clause: string;
  limit_clause: string;
  patron: string;
  pays: string;
  profit_cents: number;
  result: Result;
  returned_cents: number;
  stake: number;
  wager: string;
}
/**
 * Money of a patron on one wager at one position; `order` tells which was completed first.
 */
export interface Stake {
  cents: number;
  id: number;
  order: number;
  patron: string;
  position: number;
  wager: string;
}
/**
 * What comes next at the table, and the commands any one of which would do it.
 *
 *     Staff see all of them, a patron their own.
 */
export interface PromptView {
  chinese: string;
  clause: string;
  commands: FormView[];
  patrons: string[];
  side: string;
  step: string;
  why: string;
}
/**
 * A command to be given as it stands, once the fields named are filled in.
 *
 *     `giver` is staff, a patron (`patron`) or a device. With `from_shoe` it is not given but asked of
 *     the virtual shoe, which says its cards.
 */
export interface FormView {
  command: {
    [k: string]: unknown;
  };
  fields: Field[];
  from_shoe: boolean;
  giver: Giver;
  patron: string;
}
/**
 * A field of a command to fill in, with its choices if there are few.
 */
export interface Field {
  choices: string[];
  name: string;
  required: boolean;
}
/**
 * A refusal: its reason and kind, the sentence in both languages, and what others need.
 */
export interface RefusalView {
  chinese: string;
  clause: string | null;
  facts: {
    [k: string]: string | number | (string | number | (Amount | Message))[] | Amount | Message;
  };
  kind: string;
  reason: string;
  sentence: string;
  template: string;
}
/**
 * A template and the facts that go into it.
 *
 *     >>> str(Message.of("Stake at least {minimum} on {wager}.", minimum=Amount(500), wager="tie"))
 *     'Stake at least 5.00 on tie.'
 */
export interface Message {
  facts: {
    [k: string]: string | number | (string | number | (Amount | Message))[] | Amount | Message;
  };
  template: string;
  type: "message";
}
/**
 * A patron takes back these stakes, or none of them.
 */
export interface AnswerOption {
  patron: string;
  type: "answer-option";
  withdraw?: number[];
}
export interface AskToDecrease {
  type: "ask-to-decrease";
}
/**
 * Details of a bead beside its winner: points, a natural, a dragon or a tiger.
 */
export interface BeadView {
  is_natural: boolean;
  points: number;
  special: string;
}
/**
 * A card of a hand, the edge or corner it is held by, how far it is bent, and its tilt.
 */
export interface Bend {
  card: number;
  far: number;
  grip:
    "bottom" | "bottom-left" | "bottom-right" | "left" | "right" | "top" | "top-left" | "top-right";
  side: Side;
  tilt: number;
  type: "bend";
}
/**
 * The roads and counts of the shoe in use, and the last finished rounds, latest first.
 */
export interface Board {
  beads: BeadView[];
  roads: RoadsDocument;
  rounds: RoundLine[];
  seq: number;
  statistics: Statistics;
  type: "board";
}
/**
 * The roads as JSON: the first six keys are the contract, `pairs` and `next` extend it.
 */
export interface RoadsDocument {
  bead_plate: (number | string)[][];
  big_eye_boy: (number | string)[][];
  big_road: (number | string)[][];
  cockroach_pig: (number | string)[][];
  leading_ties: number;
  next: {
    [k: string]: ForetoldDocument;
  };
  pairs: PairsDocument;
  small_road: (number | string)[][];
}
/**
 * The next cell of each derived road as `[column, row, colour]`, or None for no cell.
 */
export interface ForetoldDocument {
  big_eye_boy: (number | string)[] | null;
  cockroach_pig: (number | string)[] | null;
  small_road: (number | string)[] | null;
}
/**
 * The cells with pair dots: `[column, row, "player" | "banker" | "both"]`.
 */
export interface PairsDocument {
  bead_plate: (number | string)[][];
  big_road: (number | string)[][];
}
/**
 * A round in a list: its number, cards and totals; a void round has no cards.
 */
export interface RoundLine {
  at_ms: number;
  banker: number | null;
  banker_cards: string[];
  cards: string[];
  corrected: boolean;
  credits: CreditsAround | null;
  lines: Paid[];
  number: number;
  player: number | null;
  player_cards: string[];
  void: boolean;
  winner: Winner | null;
}
/**
 * A patron's credits before their first stake on a round and after its last settlement.
 */
export interface CreditsAround {
  after_cents: number;
  before_cents: number;
}
/**
 * Counts for the shoe in use.
 */
export interface Statistics {
  banker: number;
  banker_pair: number;
  player: number;
  player_pair: number;
  rounds: number;
  tie: number;
}
/**
 * The first card, and unseen as many as it counts, tens and faces as ten.
 */
export interface BurnCards {
  count: number;
  first: string;
  type: "burn-cards";
}
/**
 * An irregularity that waits for something.
 */
export interface CaseView {
  asked: string[];
  candidates: string[];
  clause: string;
  irregularity: string;
  option: string;
  waits: string;
  withdrawable: number[];
}
export interface ChangeConfiguration {
  configuration: Configuration;
  type: "change-configuration";
  why?: string;
}
/**
 * Everything a table is set to.
 */
export interface Configuration {
  approval_cents: number | null;
  betting_seconds: number | null;
  burn: boolean;
  card_source: CardSource;
  currency: string;
  cut_cards_from_end: number;
  decks: number;
  differential_cents: number | null;
  edition: string;
  funding: Funding;
  game: string;
  layout: string;
  limits: {
    [k: string]: Range;
  };
  method: Method;
  next_edition: string;
  next_edition_from_ms: number | null;
  positions: number;
  ranks: Position[];
  resolver: Position;
  rounds_after_cut: number;
  rounds_an_hour: number | null;
  stakes_per_area: number | null;
  test_wagers: string;
  timekeeper: Timekeeper;
  unit_cents: number;
  zone: Zone;
}
/**
 * The displayed minimum and maximum of a wager.
 */
export interface Range {
  max_cents: number;
  min_cents: number;
}
/**
 * Raises or lowers a stake to this amount.
 */
export interface ChangeStake {
  cents: number;
  stake: number;
  type: "change-stake";
}
export interface ChooseFirstRevealed {
  side: Side;
  type: "choose-first-revealed";
}
export interface ChooseHandler {
  patron: string;
  side: Side;
  type: "choose-handler";
  why?: string;
}
export interface ChooseMethod {
  method: Method;
  type: "choose-method";
  why?: string;
}
export interface CloseBetting {
  type: "close-betting";
}
/**
 * Fix who contributes to the order of a sealed shoe: from here on values are revealed.
 */
export interface CloseContributions {
  type: "close-contributions";
}
export interface CloseTable {
  type: "close-table";
}
/**
 * The position that resolves it agrees with the report that waits: its clause is applied.
 */
export interface ConfirmReport {
  reconstructable?: boolean | null;
  surveillance?: string;
  type: "confirm-report";
  why?: string;
}
/**
 * Commit to a value for the order of a sealed shoe, by the SHA-256 digest of its digits.
 */
export interface Contribute {
  digest: string;
  type: "contribute";
}
/**
 * A display showed a wrong outcome; the cards stand.
 */
export interface CorrectDisplay {
  round: number;
  shown: string;
  type: "correct-display";
}
/**
 * A finished round was recorded wrongly: these were its cards.
 */
export interface CorrectRound {
  cards: string[];
  round: number;
  surveillance?: string;
  type: "correct-round";
  why: string;
}
/**
 * The currency of every amount in a document, and the digits that its minor unit takes.
 */
export interface CurrencyView {
  code: string;
  digits: number;
}
/**
 * The position a case waits for decides it: void, or go on, and the cards in order if asked.
 */
export interface Decide {
  cards?: (string | null)[];
  surveillance?: string;
  type: "decide";
  void: boolean;
  why: string;
}
/**
 * There was no irregularity: the round goes on where it was held.
 */
export interface DismissReport {
  surveillance?: string;
  type: "dismiss-report";
  why: string;
}
/**
 * One card leaves the device; its code where the device or the dealer has read it.
 */
export interface DrawCard {
  card?: string | null;
  in_view?: boolean;
  type: "draw-card";
}
export interface EndActing {
  person: string;
  type: "end-acting";
}
/**
 * A hand's face-down cards are turned up; the codes of those that have not been read.
 */
export interface ExposeCards {
  cards?: string[];
  side: Side;
  turned_by?: string;
  type: "expose-cards";
}
/**
 * A round that is over; staff see the lines of the newest.
 */
export interface FinishedView {
  cards: string[];
  lines: Paid[];
  number: number;
  void: boolean;
}
/**
 * A command and its idempotency key.
 */
export interface Give {
  command:
    | OpenTable
    | ChangeConfiguration
    | CloseTable
    | LoadShoe
    | Contribute
    | CloseContributions
    | RevealContribution
    | BurnCards
    | RetireShoe
    | RevealShoe
    | OpenBetting
    | PlaceStake
    | ChangeStake
    | WithdrawStake
    | CloseBetting
    | RecordLateStake
    | RecordLateWithdrawal
    | DrawCard
    | PassCards
    | RefuseCards
    | ChooseHandler
    | AllowSqueezing
    | ChooseFirstRevealed
    | SqueezeCards
    | ExposeCards
    | AnnounceTotals
    | AnnounceOutcome
    | ReportCutCard
    | AllowFirstCardWithdrawal
    | ChooseMethod
    | GiveDevice
    | GiveUpDevice
    | Report
    | ConfirmReport
    | DismissReport
    | ActAs
    | EndActing
    | SignOnDealer
    | SignOffDealer
    | AnswerOption
    | LapseOption
    | Reconstruct
    | SetAside
    | SortCards
    | ReplaceMissing
    | Decide
    | AskToDecrease
    | RemoveStakes
    | CorrectRound
    | CorrectDisplay;
  id: string;
  type: "give";
}
export interface OpenTable {
  configuration: Configuration;
  type: "open-table";
}
/**
 * Shuffled cards go into the device; the commitment seals an order software knows.
 */
export interface LoadShoe {
  backs_alike?: boolean;
  commitment?: string;
  shoe: string;
  type: "load-shoe";
}
/**
 * The value committed to: 256 random bits, as 64 hexadecimal digits.
 */
export interface RevealContribution {
  type: "reveal-contribution";
  value: string;
}
export interface RetireShoe {
  type: "retire-shoe";
  why?: string;
}
/**
 * Opens the seal of a retired shoe: its order and the salt.
 */
export interface RevealShoe {
  order: string[];
  salt: string;
  shoe: string;
  type: "reveal-shoe";
}
export interface OpenBetting {
  type: "open-betting";
}
/**
 * A stake at a terminal, chips that staff record, or one that staff place on request.
 */
export interface PlaceStake {
  cents: number;
  on_request?: boolean;
  patron: string;
  position: number;
  type: "place-stake";
  wager: string;
}
export interface WithdrawStake {
  stake: number;
  type: "withdraw-stake";
}
/**
 * Chips that came after the call are found on the layout; they go back to their patron.
 */
export interface RecordLateStake {
  cents: number;
  patron: string;
  position: number;
  type: "record-late-stake";
  wager: string;
  why?: string;
}
/**
 * So much of a stake was taken off after the call; it is made good.
 */
export interface RecordLateWithdrawal {
  cents: number;
  stake: number;
  type: "record-late-withdrawal";
  why?: string;
}
export interface PassCards {
  patron: string;
  side: Side;
  type: "pass-cards";
}
export interface RefuseCards {
  patron: string;
  side: Side;
  type: "refuse-cards";
}
/**
 * The one who handles a hand looks at its face-down cards.
 */
export interface SqueezeCards {
  side: Side;
  type: "squeeze-cards";
}
export interface ReportCutCard {
  type: "report-cut-card";
}
export interface GiveDevice {
  patron: string;
  type: "give-device";
  why?: string;
  without_stake?: boolean;
}
export interface GiveUpDevice {
  type: "give-up-device";
}
/**
 * Something is irregular: what, and what the clause asks about it.
 */
export interface Report {
  card?: string;
  irregularity: Irregularity;
  note?: string;
  patron?: string;
  place?: number;
  reconstructable?: boolean;
  side?: Side | null;
  together?: number[];
  type: "report";
}
/**
 * The person who gives it is the table's dealer from here on.
 */
export interface SignOnDealer {
  type: "sign-on-dealer";
}
/**
 * The dealer who is signed on leaves the table.
 */
export interface SignOffDealer {
  type: "sign-off-dealer";
}
/**
 * Patrons who have not answered play on.
 */
export interface LapseOption {
  type: "lapse-option";
}
/**
 * The round's cards in the order they truly left the device.
 */
export interface Reconstruct {
  cards: (string | null)[];
  surveillance?: string;
  type: "reconstruct";
  why?: string;
}
/**
 * Two cards leave the device face down and are kept in order; codes where it has read them.
 */
export interface SetAside {
  /**
   * @minItems 2
   * @maxItems 2
   */
  cards?: never[];
  type: "set-aside";
}
/**
 * What lies sorted on the table: all cards left in the device and all discards, by code.
 */
export interface SortCards {
  counts: {
    [k: string]: number;
  };
  type: "sort-cards";
}
/**
 * Cards like the missing ones are taken from a complete deck; named where it is not certain.
 */
export interface ReplaceMissing {
  cards?: string[];
  type: "replace-missing";
}
export interface RemoveStakes {
  stakes: number[];
  type: "remove-stakes";
  why?: string;
}
/**
 * The person is still active: extends the session.
 */
export interface Here {
  type: "here";
}
/**
 * The table, the reader's own part, or both, each complete.
 *
 *     The first frame of a socket has both. A part that is None has not changed for its reader.
 */
export interface Push {
  mine: Mine | null;
  table: TableView | null;
  type: "push";
}
/**
 * A table after the event of this number: the same for all staff, and for everybody else.
 */
export interface TableView {
  after: number | null;
  betting_ms: number | null;
  betting_ms_left: number | null;
  case: CaseView | null;
  configuration: Configuration | null;
  currency: CurrencyView;
  dealer: string;
  dealt_by: string;
  device: string;
  edition: string;
  events: EventView[];
  finished: FinishedView[];
  game: string;
  hands: HandsView | null;
  method: string;
  open: boolean;
  prompt: PromptView;
  round: RoundView | null;
  seq: number;
  shoe: SeenShoe | null;
  table: string;
}
/**
 * Two hands, and the outcome and verdicts once the round is complete.
 */
export interface HandsView {
  banker: HandView;
  next: NextView;
  outcome: Winner | null;
  player: HandView;
  wagers: VerdictView[];
}
/**
 * A hand's cards and total.
 */
export interface HandView {
  cards: string[];
  total: number;
}
/**
 * Who receives the next card, or no one, and why.
 */
export interface NextView {
  clause: string;
  rule: string;
  side: string;
  why: string;
}
/**
 * The result of a wager on these hands.
 */
export interface VerdictView {
  clause: string;
  pays: string;
  result: string;
  wager: string;
}
/**
 * The round in play; `??` stands for a card that does not lie face up.
 */
export interface RoundView {
  banker: string[];
  betting_open: boolean;
  down: {
    [k: string]: number[];
  };
  handled: boolean;
  holders: {
    [k: string]: string;
  };
  number: number;
  player: string[];
  staked_cents: {
    [k: string]: number;
  };
  stakes: Stake[];
  totals_announced: boolean;
}
/**
 * The shoe in use as everybody sees it: how far it has gone, and its seal.
 */
export interface SeenShoe {
  cards_left: number;
  commitment: string;
  cut_card_out: boolean;
  decks: number;
  id: string;
}
/**
 * Sent when nothing else was for a while, to show that the server is alive.
 */
export interface Ping {
  type: "ping";
}
