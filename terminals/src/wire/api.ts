// Generated from wire/api.schema.json by `make types`: do not edit.

/**
 * Positions in their usual order, from the lowest; a table may be set to another (`Ranks`).
 */
export type Position = 1 | 2 | 3 | 4 | 5;
/**
 * Where the faces of a shoe's cards come from; a face from anywhere else is refused.
 */
export type CardSource = "physical" | "sealed" | "automatic";
/**
 * How stakes are made: from credits at a terminal, or in chips that staff record.
 */
export type Funding = "credits" | "chips";
/**
 * Who deals and who handles the cards; games that name no methods use B.
 */
export type Method = "A" | "B" | "C";
/**
 * Who closes betting.
 */
export type Timekeeper = "dealer" | "clock";
/**
 * The zone a table stands in; the two private zones are the HLGA (reading hlga).
 */
export type Zone = "main" | "paiza-club" | "ruby-room";
/**
 * The two hands of a round. `Side.PLAYER` is a hand; the person at the table is a patron.
 */
export type Side = "player" | "banker";
/**
 * A kind of irregularity at a table.
 */
export type Irregularity =
  | "foreign-cards"
  | "extra-or-missing-cards"
  | "unshuffled-cards"
  | "wrong-number-of-cards"
  | "drawn-together-order-known"
  | "drawn-together-in-initial-deal"
  | "drawn-together-after-initial-deal"
  | "shoe-order-altered"
  | "too-few-cards"
  | "late-stake"
  | "late-withdrawal"
  | "face-up-in-device"
  | "dealt-in-wrong-order"
  | "passed-to-wrong-patron"
  | "exposed-or-not-passed"
  | "device-reset"
  | "handler-absent"
  | "patron-left-with-cards"
  | "exposed-by-moving-device"
  | "altered-by-moving-device"
  | "cut-card-first"
  | "under-minimum"
  | "over-maximum"
  | "power-failure"
  | "differential-exceeded"
  | "damaged-card"
  | "not-covered"
  | "wrong-display";
/**
 * Which side won, or neither.
 */
export type Winner = "player" | "banker" | "tie";
/**
 * The result of a stake.
 */
export type Result = "win" | "lose" | "push" | "void" | "returned";
/**
 * Who gives a command that the prompt asks for.
 */
export type Giver = "staff" | "patron" | "device";
/**
 * What a device is for.
 */
export type Duty = "display" | "terminal" | "reader";
/**
 * What there is a row for each of.
 */
export type By =
  "table" | "day" | "month" | "year" | "shift" | "shoe" | "wager" | "patron" | "dealer";
export type CageCommand =
  | BuyCredits
  | RedeemVoucher
  | CashOut
  | PayVoucher
  | OpenBank
  | FillBank
  | CreditBank
  | CloseBank
  | BuyChips
  | CountDrop
  | PayClaim
  | Adjust
  | SetLimits;
/**
 * What there is a row for each of.
 */
export type PaceBy = "table" | "dealer";
export type TableCommand =
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

export interface AccountView {
  disabled: boolean;
  kind: string;
  name: string;
  position: string;
  tables: string[];
}
export interface Acknowledged {
  at_ms: number;
  by: string;
}
export interface ActAs {
  person: string;
  position: Position;
  type: "act-as";
  until: number;
}
export interface ActRequest {
  command?:
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
    | CorrectDisplay
    | null;
  patron?: string;
  position?: string;
}
export interface OpenTable {
  configuration: Configuration;
  type: "open-table";
}
export interface Configuration {
  approval_cents?: number | null;
  betting_seconds?: number | null;
  burn?: boolean;
  card_source?: CardSource;
  currency?: string;
  cut_cards_from_end?: number;
  decks: number;
  differential_cents?: number | null;
  edition: string;
  funding?: Funding;
  game: string;
  layout: string;
  limits: {
    [k: string]: Range;
  };
  method?: Method;
  next_edition?: string;
  next_edition_from_ms?: number | null;
  positions: number;
  ranks?: Position[];
  resolver?: Position;
  rounds_after_cut?: number;
  rounds_an_hour?: number | null;
  stakes_per_area?: number | null;
  test_wagers?: string;
  timekeeper?: Timekeeper;
  unit_cents?: number;
  zone?: Zone;
}
export interface Range {
  max_cents: number;
  min_cents: number;
}
export interface ChangeConfiguration {
  configuration: Configuration;
  type: "change-configuration";
  why?: string;
}
export interface CloseTable {
  type: "close-table";
}
export interface LoadShoe {
  backs_alike?: boolean;
  commitment?: string;
  shoe: string;
  type: "load-shoe";
}
export interface Contribute {
  digest: string;
  type: "contribute";
}
export interface CloseContributions {
  type: "close-contributions";
}
export interface RevealContribution {
  type: "reveal-contribution";
  value: string;
}
export interface BurnCards {
  count: number;
  first: string;
  type: "burn-cards";
}
export interface RetireShoe {
  type: "retire-shoe";
  why?: string;
}
export interface RevealShoe {
  order: string[];
  salt: string;
  shoe: string;
  type: "reveal-shoe";
}
export interface OpenBetting {
  type: "open-betting";
}
export interface PlaceStake {
  cents: number;
  on_request?: boolean;
  patron: string;
  position: number;
  type: "place-stake";
  wager: string;
}
export interface ChangeStake {
  cents: number;
  stake: number;
  type: "change-stake";
}
export interface WithdrawStake {
  stake: number;
  type: "withdraw-stake";
}
export interface CloseBetting {
  type: "close-betting";
}
export interface RecordLateStake {
  cents: number;
  patron: string;
  position: number;
  type: "record-late-stake";
  wager: string;
  why?: string;
}
export interface RecordLateWithdrawal {
  cents: number;
  stake: number;
  type: "record-late-withdrawal";
  why?: string;
}
export interface DrawCard {
  card?: string | null;
  in_view?: boolean;
  type: "draw-card";
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
export interface ChooseHandler {
  patron: string;
  side: Side;
  type: "choose-handler";
  why?: string;
}
export interface AllowSqueezing {
  named_by?: string;
  patron: string;
  side: Side;
  type: "allow-squeezing";
  why?: string;
}
export interface ChooseFirstRevealed {
  side: Side;
  type: "choose-first-revealed";
}
export interface SqueezeCards {
  side: Side;
  type: "squeeze-cards";
}
export interface ExposeCards {
  cards?: string[];
  side: Side;
  turned_by?: string;
  type: "expose-cards";
}
export interface AnnounceTotals {
  type: "announce-totals";
}
export interface AnnounceOutcome {
  type: "announce-outcome";
}
export interface ReportCutCard {
  type: "report-cut-card";
}
export interface AllowFirstCardWithdrawal {
  type: "allow-first-card-withdrawal";
  why?: string;
}
export interface ChooseMethod {
  method: Method;
  type: "choose-method";
  why?: string;
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
export interface ConfirmReport {
  reconstructable?: boolean | null;
  surveillance?: string;
  type: "confirm-report";
  why?: string;
}
export interface DismissReport {
  surveillance?: string;
  type: "dismiss-report";
  why: string;
}
export interface EndActing {
  person: string;
  type: "end-acting";
}
export interface SignOnDealer {
  type: "sign-on-dealer";
}
export interface SignOffDealer {
  type: "sign-off-dealer";
}
export interface AnswerOption {
  patron: string;
  type: "answer-option";
  withdraw?: number[];
}
export interface LapseOption {
  type: "lapse-option";
}
export interface Reconstruct {
  cards: (string | null)[];
  surveillance?: string;
  type: "reconstruct";
  why?: string;
}
export interface SetAside {
  /**
   * @minItems 2
   * @maxItems 2
   */
  cards?: unknown[];
  type: "set-aside";
}
export interface SortCards {
  counts: {
    [k: string]: number;
  };
  type: "sort-cards";
}
export interface ReplaceMissing {
  cards?: string[];
  type: "replace-missing";
}
export interface Decide {
  cards?: (string | null)[];
  surveillance?: string;
  type: "decide";
  void: boolean;
  why: string;
}
export interface AskToDecrease {
  type: "ask-to-decrease";
}
export interface RemoveStakes {
  stakes: number[];
  type: "remove-stakes";
  why?: string;
}
export interface CorrectRound {
  cards: string[];
  round: number;
  surveillance?: string;
  type: "correct-round";
  why: string;
}
export interface CorrectDisplay {
  round: number;
  shown: string;
  type: "correct-display";
}
export interface ActingView {
  given_by: string;
  person: string;
  position: string;
  until_ms: number;
}
export interface Adjust {
  account: string;
  cents: number;
  type: "adjust";
  why: string;
}
export interface Amount {
  cents: number;
  digits?: number;
  type: "amount";
}
export interface AnnouncementView {
  chinese: string;
  english: string;
}
export interface AnswerChoice {
  says: AnnouncementView;
  value: string;
}
export interface AnswerRequest {
  answers: {
    [k: string]: string[];
  };
}
export interface Answers {
  "/alerts": SignificantEvent[];
  "/approvals": ApprovalView[];
  "/calls": CallView[];
  "/conditions": ConditionView[];
  "/devices": DeviceLine[];
  "/events": EventLog;
  "/games": GameDocument[];
  "/games/{game}": GameDocument;
  "/games/{game}/clauses": ClauseView[];
  "/games/{game}/clauses/{clause}": ClauseView;
  "/games/{game}/hands": HandsView;
  "/games/{game}/how-to-play": PlayGuideView;
  "/games/{game}/odds": {
    [k: string]: unknown;
  };
  "/games/{game}/wagers": WagerView[];
  "/ledger/balances": ReportView;
  "/ledger/statement": ReportView;
  "/ledger/trial-balance": ReportView;
  "/ledger/win": ReportView;
  "/lobby": LobbyView;
  "/me": MeView;
  "/meters": ReportView;
  "/patrons": AccountView[];
  "/patrons/{name}/credits": CreditsView;
  "/patrons/{name}/statement": ReportView;
  "/pit": PitView;
  "/reports/luck": LuckView;
  "/reports/pace": ReportView;
  "/school": SchoolView;
  "/school/certificates": CertificateView[];
  "/school/class": ClassView;
  "/school/class.csv": string;
  "/school/examinations": ExaminationView[];
  "/school/progress": TopicProgress[];
  "/school/results": ResultLine[];
  "/school/results/{number}": ResultView;
  "/school/situations": ScriptLine[];
  "/school/tables/{table}": PracticeView;
  "/school/tables/{table}/events": PracticeEvents;
  "/school/tables/{table}/irregularities": Guidance;
  "/school/tables/{table}/payouts": PayoutsView;
  "/significant-events": EventsPage;
  "/staff": AccountView[];
  "/tables": TableLine[];
  "/tables/{table}": Push;
  "/tables/{table}/bank": BankView;
  "/tables/{table}/configuration": ConfigurationView;
  "/tables/{table}/irregularities": Guidance;
  "/tables/{table}/payouts": PayoutsView;
  "/tables/{table}/protection": Protection;
  "/tables/{table}/reads": Expected;
  "/tables/{table}/roads": RoadsDocument;
  "/tables/{table}/rounds": RoundLine[];
  "/tables/{table}/rounds/{number}": PlayedView;
  "/tables/{table}/settings": SettingsView;
  "/tables/{table}/shoes": Shoe[];
  "/tables/{table}/statistics": Statistics;
  "/vouchers": VouchersView;
}
export interface SignificantEvent {
  about: string;
  acknowledged: Acknowledged | null;
  actor: string;
  address: string;
  after: {
    [k: string]: unknown;
  } | null;
  alert: boolean;
  approver: string;
  at_ms: number;
  before: {
    [k: string]: unknown;
  } | null;
  chinese: string;
  count: number;
  id: string;
  kind: string;
  more: number;
  table: string;
}
export interface ApprovalView {
  amount_cents: number | null;
  asked_ms: number;
  asker: string;
  command: {
    [k: string]: unknown;
  };
  expires_ms: number;
  id: string;
  round: number;
  sentence: string;
  standing: string;
  table: string;
}
export interface CallView {
  at_ms: number;
  clause: string;
  command: string;
  irregularity: string;
  note: string;
  position: string;
  reported_by: string;
  table: string;
  waits: string;
  yours: boolean;
}
export interface ConditionView {
  name: string;
  values: (number | string)[];
}
export interface DeviceLine {
  disabled: boolean;
  duty: string;
  name: string;
  tables: string[];
}
export interface EventLog {
  after: number;
  events: LoggedEvent[];
  more: boolean;
}
export interface LoggedEvent {
  actor: string;
  at_ms: number;
  fields: {
    [k: string]: unknown;
  };
  position: number;
  seq: number;
  stream: string;
  type: string;
}
export interface GameDocument {
  decks: number[];
  edition: string;
  effective: string;
  id: string;
  layouts: LayoutDocument[];
  title: string;
  wagers: string[];
}
export interface LayoutDocument {
  name: string;
  positions: number[] | null;
}
export interface ClauseView {
  chinese: string;
  clause: string;
  enforced_by: string[];
  kind: string;
  readings: ReadingView[];
  summary: string;
  tests: string[];
}
export interface ReadingView {
  answer: string;
  chinese: string;
  id: string;
  question: string;
}
export interface HandsView {
  banker: HandView;
  next: NextView;
  outcome: Winner | null;
  player: HandView;
  wagers: VerdictView[];
}
export interface HandView {
  cards: string[];
  total: number;
}
export interface NextView {
  clause: string;
  rule: string;
  side: string;
  why: string;
}
export interface VerdictView {
  clause: string;
  pays: string;
  result: string;
  wager: string;
}
export interface PlayGuideView {
  banker: BankerRow[];
  examples: ExampleView[];
  natural_from: number;
  player_draws_on: number[];
  points: {
    [k: string]: number;
  };
}
export interface BankerRow {
  after_stand: boolean;
  against: number[];
  total: number;
}
export interface ExampleView {
  banker: HandView;
  line: number;
  player: HandView;
  wager: string;
}
export interface WagerView {
  id: string;
  lines: LineView[];
  loses_by: string;
  pushes_by: string;
  pushes_when: {
    [k: string]: (string | number)[];
  } | null;
  title: string;
}
export interface LineView {
  clause: string;
  pays: string;
  title: string;
  when: {
    [k: string]: (string | number)[];
  };
}
export interface ReportView {
  currency: CurrencyView;
  heading: Heading | null;
  next: string | null;
  rows: {
    [k: string]: unknown;
  }[];
  title: string;
  total: {
    [k: string]: unknown;
  } | null;
}
export interface CurrencyView {
  code: string;
  digits: number;
}
export interface Heading {
  made: string;
  since: string | null;
  time_zone: string;
  until: string | null;
  version: string;
}
export interface LobbyView {
  currency: CurrencyView;
  guests: boolean;
  me: MeView | null;
  tables: LobbyTable[];
}
export interface MeView {
  credits_cents: number | null;
  id: string;
  kind: string;
  position: string;
}
export interface LobbyTable {
  betting_ms_left: number | null;
  betting_open: boolean;
  big_road: (number | string)[][];
  currency: CurrencyView;
  dealt_by: string;
  edition: string;
  game: string;
  has_dealer: boolean;
  has_shoe: boolean;
  last: Winner | null;
  limits: {
    [k: string]: Range;
  };
  open: boolean;
  positions: number;
  round: number;
  seated: number;
  statistics: Statistics;
  step: string;
  table: string;
  title: string;
}
export interface Statistics {
  banker: number;
  banker_pair: number;
  player: number;
  player_pair: number;
  rounds: number;
  tie: number;
}
export interface CreditsView {
  credits_cents: number;
  currency: CurrencyView;
  patron: string;
}
export interface PitView {
  calls: CallView[];
  parts: string[];
  tables: PitTable[];
}
export interface PitTable {
  bank_cents: number;
  bank_open: boolean;
  betting_ms_left: number | null;
  betting_open: boolean;
  cards_left: number | null;
  currency: CurrencyView;
  cut_card_out: boolean;
  dealer: string;
  game: string;
  halted: boolean;
  held: HeldView | null;
  last: LastView | null;
  method: string;
  open: boolean;
  position: string;
  round: number;
  seated: number;
  staked_cents: number;
  stakes: number;
  step: string;
  table: string;
  title: string;
}
export interface HeldView {
  clause: string;
  command: string;
  irregularity: string;
  position: string;
  waits: string;
}
export interface LastView {
  number: number;
  outcome: Winner | null;
  void: boolean;
  win_cents: number;
}
export interface LuckView {
  currency: CurrencyView;
  heading: Heading;
  points: Point[];
  rows: {
    [k: string]: unknown;
  }[];
  title: string;
  total: {
    [k: string]: unknown;
  };
}
export interface Point {
  at_ms: number;
  high_cents: number;
  low_cents: number;
  rounds: number;
  theoretical_cents: number;
  win_cents: number;
}
export interface SchoolView {
  games: GameLine[];
  is_trainer: boolean;
  name: string;
  seconds: {
    [k: string]: number;
  };
  student: string;
  weights: {
    [k: string]: number;
  };
}
export interface GameLine {
  id: string;
  irregularities: string[];
  ref: string;
  title: string;
  topics: string[];
}
export interface CertificateView {
  approved_by: string;
  game: string;
  paper: number;
  standing: string;
  student: string;
}
export interface ClassView {
  missed_kinds: MissedKind[];
  ready: string[];
  students: StudentLine[];
  topics: TopicScore[];
  weak_clauses: WeakClause[];
}
export interface MissedKind {
  asked: number;
  game: string;
  kind: string;
  missed: number;
}
export interface StudentLine {
  certificates: string[];
  drills: number;
  drills_got: number;
  drills_of: number;
  got: number;
  is_ready: boolean;
  last_paper: number;
  of: number;
  papers: number;
  seconds: number;
  student: string;
}
export interface TopicScore {
  got: number;
  of: number;
  topic: string;
}
export interface WeakClause {
  asked: number;
  clause: string;
  game: string;
  missed: number;
  says: AnnouncementView;
}
export interface ExaminationView {
  game: string;
  has_sat: boolean;
  in_hand: boolean;
  name: string;
  number: number;
  own_papers: boolean;
  pass_percent: number;
  questions: number;
  seed: string;
  set_by: string;
  since: string;
}
export interface TopicProgress {
  asked: number;
  due: number;
  got: number;
  of: number;
  seconds: number;
  topic: string;
}
export interface ResultLine {
  approved_by: string;
  at_ms: number;
  examination: number;
  game: string;
  got: number;
  number: number;
  of: number;
  passed: boolean;
  recorded_by: string;
  student: string;
}
export interface ResultView {
  edition: string;
  is_withheld: boolean;
  pass_percent: number;
  questions: MarkedQuestion[];
  result: ResultLine;
  topics: TopicScore[];
  version: string;
}
export interface MarkedQuestion {
  marks: MarkView[];
  number: number;
  question: QuestionView;
  replay: FinishedSituation | null;
  seconds: number;
  topic: string;
}
export interface MarkView {
  given: string[];
  given_reads: AnnouncementView[];
  is_right: boolean;
  solution: SolutionView;
  topic: string;
}
export interface SolutionView {
  clauses: CitedClause[];
  part: string;
  reads: AnnouncementView[];
  right: string[];
  title: AnnouncementView;
  why: AnnouncementView | null;
}
export interface CitedClause {
  clause: string;
  says: AnnouncementView;
}
export interface QuestionView {
  act: AnnouncementView | null;
  game: string;
  parts: PartView[];
  table: SceneView | null;
  text: AnnouncementView;
  topic: string;
}
export interface PartView {
  choices: AnswerChoice[];
  form: string;
  name: string;
  title: AnnouncementView;
}
export interface SceneView {
  banker: string[];
  currency: CurrencyView;
  device: string;
  differential_cents: number;
  game: string;
  holders: {
    [k: string]: string;
  };
  last: LastRound | null;
  maximum_cents: number;
  method: string;
  minimum_cents: number;
  moment: string;
  player: string[];
  reported: string;
  round: number;
  stakes: StakeLine[];
  stakes_per_area: number;
  totals: SceneTotals | null;
  zone: string;
}
export interface LastRound {
  cards: string[];
  number: number;
  void: boolean;
}
export interface StakeLine {
  cents: number;
  patron: string;
  position: number;
  wager: AnnouncementView;
}
export interface SceneTotals {
  banker: number;
  player: number;
}
export interface FinishedSituation {
  description: AnnouncementView | null;
  got: number;
  of: number;
  own: TurnView[];
  points: MarkView[];
  right: TurnView[];
}
export interface TurnView {
  clauses: string[];
  refused: RefusalView | null;
  says: AnnouncementView;
}
/**
 * A refusal: its reason and kind, a sentence, and the clause it rests on.
 */
export interface RefusalView {
  /**
   * The same, in Chinese.
   */
  chinese: string;
  clause: string | null;
  facts: {
    [k: string]: unknown;
  };
  kind: "request" | "person" | "moment" | "house";
  reason:
    | "unreadable-request"
    | "nothing-there"
    | "too-often"
    | "halted"
    | "unavailable"
    | "conflict"
    | "internal"
    | "not-signed-in"
    | "locked-out"
    | "wrong-password"
    | "second-factor-needed"
    | "name-taken"
    | "unknown-person"
    | "unknown-table"
    | "id-used-before"
    | "unknown-game"
    | "unknown-clause"
    | "table-closed"
    | "table-open"
    | "not-yours"
    | "not-authorised"
    | "not-the-card-source"
    | "witness-needed"
    | "why-needed"
    | "bank-closed"
    | "bank-open"
    | "case-pending"
    | "round-in-play"
    | "no-round"
    | "shoe-needed"
    | "shoe-in-use"
    | "contribution-needed"
    | "contributions-closed"
    | "burn-needed"
    | "betting-closed"
    | "betting-open"
    | "no-such-case"
    | "method-not-allowed"
    | "decks-out-of-range"
    | "unknown-device"
    | "read-missing"
    | "read-unheard"
    | "unreadable-card"
    | "not-the-handler"
    | "cards-face-down"
    | "totals-not-announced"
    | "round-not-complete"
    | "too-many-copies"
    | "card-not-allowed"
    | "card-unread"
    | "card-contradicts"
    | "card-missing"
    | "unknown-wager"
    | "unknown-position"
    | "terminal-taken"
    | "unknown-stake"
    | "unreadable-voucher"
    | "unknown-voucher"
    | "voucher-taken"
    | "unknown-account"
    | "unreadable-amount"
    | "amount-not-positive"
    | "amount-too-large"
    | "unit-not-exact"
    | "inconsistent-configuration"
    | "not-a-multiple"
    | "not-owed"
    | "not-enough-credits"
    | "below-minimum"
    | "above-maximum"
    | "area-full"
    | "differential-exceeded"
    | "side-asked-to-decrease"
    | "all-or-nothing"
    | "seal-broken"
    | "not-covered"
    | "approval-needed"
    | "unreadable-shoe"
    | "impossible-count"
    | "unreadable-wager"
    | "unsound-wager"
    | "wager-id-taken"
    | "edge-out-of-reach"
    | "missing-extra"
    | "unwritable-file"
    | "no-cluster"
    | "no-server";
  /**
   * What to do, in English.
   */
  sentence: string;
  /**
   * The sentence with named placeholders: the key of its translations.
   */
  template: string;
}
export interface ScriptLine {
  added_by: string;
  game: string;
  name: string;
}
export interface PracticeView {
  at_seat: SeatAct | null;
  description: AnnouncementView;
  events: EventView[];
  game: string;
  hints: number;
  id: string;
  is_examined: boolean;
  is_over: boolean;
  position: string;
  push: Push;
  refused: RefusalView | null;
  replies: PatronReply[];
  supplied: AnnouncementView | null;
  tries: number;
}
export interface SeatAct {
  patron: string;
  says: AnnouncementView;
  waits: boolean;
}
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
export interface Push {
  mine: Mine | null;
  table: TableView | null;
  type: "push";
}
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
export interface SettledView {
  lines: Paid[];
  number: number;
}
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
export interface Stake {
  cents: number;
  id: number;
  order: number;
  patron: string;
  position: number;
  wager: string;
}
export interface PromptView {
  chinese: string;
  clause: string;
  commands: FormView[];
  patrons: string[];
  side: string;
  step: string;
  why: string;
}
export interface FormView {
  command: {
    [k: string]: unknown;
  };
  fields: Field[];
  from_shoe: boolean;
  giver: Giver;
  patron: string;
}
export interface Field {
  choices: string[];
  name: string;
  required: boolean;
}
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
export interface CaseView {
  asked: string[];
  candidates: string[];
  clause: string;
  irregularity: string;
  option: string;
  waits: string;
  withdrawable: number[];
}
export interface FinishedView {
  cards: string[];
  lines: Paid[];
  number: number;
  void: boolean;
}
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
export interface SeenShoe {
  cards_left: number;
  commitment: string;
  cut_card_out: boolean;
  decks: number;
  id: string;
}
export interface PatronReply {
  patron: string;
  withdraws: boolean;
}
export interface PracticeEvents {
  events: EventView[];
}
export interface Guidance {
  acting: ActingView[];
  case: CaseGuide | null;
  interruption: InterruptionView | null;
  irregularities: GuideView[];
  seq: number;
  table: string;
}
export interface CaseGuide {
  clause: string;
  command: string;
  irregularity: string;
  option: string;
  position: string;
  remedy: string;
  says: AnnouncementView;
  second: string;
  waits: string;
  worth: OptionWorth[];
  yours: boolean;
}
export interface OptionWorth {
  patron: string;
  positions: number[];
  stakes: StakeWorth[];
  withdraw: number[];
  worth: string;
  worth_exact: string;
}
export interface StakeWorth {
  expects: string;
  expects_exact: string;
  id: number;
  may_withdraw: boolean;
  position: number;
  wager: string;
}
export interface InterruptionView {
  clause: string;
  command: string;
  position: string;
  says: AnnouncementView;
  second: string;
  yours: boolean;
}
export interface GuideView {
  clause: string;
  command: string;
  facts: FactView[];
  group: string;
  irregularity: string;
  not_now: RefusalView | null;
  option: string;
  position: string;
  remedy: string;
  says: AnnouncementView;
  second: string;
  yours: boolean;
}
export interface FactView {
  choices: string[];
  name: string;
  required: boolean;
}
export interface PayoutsView {
  currency: CurrencyView;
  payouts: PayoutView[];
  round: number;
  table: string;
  tray_cents: number;
}
export interface PayoutView {
  action: string;
  cents: number;
  clause: string;
  patron: string;
  pays: string;
  position: number;
  stake: number;
  wager: string;
}
export interface EventsPage {
  events: SignificantEvent[];
  next: string;
}
export interface TableLine {
  edition: string;
  funding: string;
  game: string;
  open: boolean;
  table: string;
  yours: boolean;
}
export interface BankView {
  balance_cents: number;
  currency: CurrencyView;
  drop_cents: number;
  heading: Heading;
  open: boolean;
  shifts: {
    [k: string]: unknown;
  }[];
  table: string;
}
export interface ConfigurationView {
  configuration: Configuration | null;
  currency: CurrencyView;
  open: boolean;
  table: string;
}
export interface Protection {
  cards_left: number;
  decks: number;
  game: string;
  seq: number;
  shoe: string;
  table: string;
  unseen: number;
  wagers: WagerEdge[];
}
export interface WagerEdge {
  ev: string;
  favours_patron: boolean;
  full_edge: number;
  house_edge: number;
  title: string;
  wager: string;
}
export interface Expected {
  expected: number | null;
  type: "expected";
}
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
export interface ForetoldDocument {
  big_eye_boy: (number | string)[] | null;
  cockroach_pig: (number | string)[] | null;
  small_road: (number | string)[] | null;
}
export interface PairsDocument {
  bead_plate: (number | string)[][];
  big_road: (number | string)[][];
}
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
export interface CreditsAround {
  after_cents: number;
  before_cents: number;
}
export interface PlayedView {
  credits: CreditsAround | null;
  events: EventView[];
  number: number;
  shoe: ShoeProof | null;
  table: string;
}
export interface ShoeProof {
  cards: string[];
  commitment: string;
  contributions: ContributionView[];
  order: string[];
  revealed: boolean;
  salt: string;
  shoe: string;
  takes_contributions: boolean;
}
export interface ContributionView {
  digest: string;
  kind: string;
  mine: boolean;
  value: string;
}
export interface SettingsView {
  configuration: Configuration | null;
  currency: CurrencyView;
  open: boolean;
  seq: number;
  settings: SettingView[];
  table: string;
}
export interface SettingView {
  choices: ChoiceView[];
  name:
    | "limits"
    | "differential_cents"
    | "method"
    | "zone"
    | "timekeeper"
    | "betting_seconds"
    | "rounds_an_hour"
    | "stakes_per_area"
    | "funding"
    | "card_source"
    | "resolver"
    | "rounds_after_cut"
    | "approval_cents"
    | "decks";
}
export interface ChoiceView {
  not_now: RefusalView | null;
  position: string;
  value: string;
  yours: boolean;
}
export interface Shoe {
  at_ms: number;
  first: number;
  last: number;
  shoe: string;
}
export interface VouchersView {
  cents: number;
  count: number;
  credits_cents_max: number;
  currency: CurrencyView;
  voucher_cents_max: number;
  vouchers: VoucherView[];
}
export interface VoucherView {
  cents: number;
  patron: string;
}
export interface Approved {
  events: unknown[];
  stream: string;
}
export interface AssignmentRequest {
  position: Position;
  tables: string[];
}
export interface Bar {
  high: string;
  low: string;
  share: Share;
}
export interface Share {
  percent: string;
  value: number;
}
export interface Bodies {
  "/cage/commands":
    | BuyCredits
    | RedeemVoucher
    | CashOut
    | PayVoucher
    | OpenBank
    | FillBank
    | CreditBank
    | CloseBank
    | BuyChips
    | CountDrop
    | PayClaim
    | Adjust
    | SetLimits;
  "/devices": DeviceRequest;
  "/displays": DisplayKeyRequest;
  "/games/{game}/odds": OddsRequest;
  "/games/{game}/practice-round": PracticeRoundRequest;
  "/games/{game}/session": SessionRequest;
  "/guests": GuestRequest;
  "/me/password": OwnPasswordRequest;
  "/patrons": PatronRequest;
  "/people/{name}/password": PasswordRequest;
  "/school/drills": DrillRequest;
  "/school/drills/results": DrillResults;
  "/school/examinations": ExaminationRequest;
  "/school/examinations/{number}/questions/{question}/answer": AnswerRequest;
  "/school/situations": ScriptRequest;
  "/school/tables": SituationRequest;
  "/school/tables/{table}/acts": ActRequest;
  "/second-factor": SecondFactorRequest;
  "/sign-in": Credentials;
  "/staff": StaffRequest;
  "/staff/{name}": AssignmentRequest;
  "/tables/{table}/calls": CallRequest;
  "/tables/{table}/commands":
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
  "/tables/{table}/reads": ReadsRequest;
  "/tables/{table}/virtual-shoe": Nothing;
  "/vouchers/ticket": TicketRequest;
}
export interface BuyCredits {
  cents: number;
  patron: string;
  type: "buy-credits";
}
export interface RedeemVoucher {
  code: string;
  patron: string;
  type: "redeem-voucher";
}
export interface CashOut {
  cents: number;
  code: string;
  patron: string;
  type: "cash-out";
}
export interface PayVoucher {
  code: string;
  type: "pay-voucher";
}
export interface OpenBank {
  cents: number;
  table: string;
  type: "open-bank";
  witness: string;
}
export interface FillBank {
  cents: number;
  table: string;
  type: "fill-bank";
  witness: string;
}
export interface CreditBank {
  cents: number;
  table: string;
  type: "credit-bank";
  witness: string;
}
export interface CloseBank {
  counted_cents?: number | null;
  table: string;
  type: "close-bank";
  witness: string;
}
export interface BuyChips {
  cents: number;
  table: string;
  type: "buy-chips";
}
export interface CountDrop {
  counted_cents: number;
  table: string;
  type: "count-drop";
  witness: string;
}
export interface PayClaim {
  cents: number;
  from_credits?: boolean;
  patron: string;
  table: string;
  type: "pay-claim";
}
export interface SetLimits {
  limits: Limits;
  type: "set-limits";
  why: string;
}
export interface Limits {
  approval_cents?: number | null;
  credits_cents_max?: number;
  issue_approval_cents?: number | null;
  purchase_cents_max?: number;
  voucher_cents_max?: number;
}
export interface DeviceRequest {
  duty?: Duty;
  name: string;
  tables?: string[];
}
export interface DisplayKeyRequest {
  key: string;
}
export interface OddsRequest {
  decks?: number;
  gone?: string;
  /**
   * @maxItems 6
   */
  known?: string[];
  seen?: string;
  /**
   * @maxItems 4
   */
  wagers?: OwnWager[];
}
export interface OwnWager {
  id: string;
  /**
   * @maxItems 12
   */
  lines: OwnLine[];
  name: string;
  push?: Condition | null;
}
export interface OwnLine {
  pays: string;
  when: Condition;
}
export interface Condition {
  banker_cards?: (2 | 3)[] | null;
  banker_total?: (0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9)[] | null;
  cards?: (4 | 5 | 6)[] | null;
  margin?: (0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9)[] | null;
  natural?: ("player" | "banker" | "tie")[] | null;
  pairs?: ("none" | "player" | "banker" | "both" | "twin")[] | null;
  player_cards?: (2 | 3)[] | null;
  player_total?: (0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9)[] | null;
  winner?: ("player" | "banker" | "tie")[] | null;
}
export interface PracticeRoundRequest {
  seed?: string;
  stakes?: {
    [k: string]: number;
  };
}
export interface SessionRequest {
  bankroll?: string | null;
  decks?: number;
  loss_rebate?: string | null;
  /**
   * @maxItems 12
   */
  progression?: number[];
  rolling?: string | null;
  rounds: number;
  /**
   * @minItems 1
   * @maxItems 8
   */
  stakes: StakeRequest[];
  stop_loss?: string | null;
  stop_win?: string | null;
  table_max?: string | null;
  turnover?: string | null;
}
export interface StakeRequest {
  amount: string;
  wager: string;
}
export interface GuestRequest {
  bearer?: boolean;
}
export interface OwnPasswordRequest {
  bearer?: boolean;
  current: string;
  password: string;
}
export interface PatronRequest {
  name: string;
  password: string;
}
export interface PasswordRequest {
  password: string;
}
export interface DrillRequest {
  count?: number;
  game: string;
  topics?: string[];
}
export interface DrillResults {
  answers: DrillAnswer[];
}
export interface DrillAnswer {
  answers: {
    [k: string]: string[];
  };
  game: string;
  kind: string;
  seconds?: number;
  seed: string;
}
export interface ExaminationRequest {
  game: string;
  name?: string;
  own_papers?: boolean;
  pass_percent?: number;
  seconds?: {
    [k: string]: number;
  } | null;
  seed?: string;
  since?: string;
  weights?: {
    [k: string]: number;
  };
}
export interface ScriptRequest {
  name: string;
  script: string;
}
export interface SituationRequest {
  game?: string;
  irregularity?: string;
  script?: string;
}
export interface SecondFactorRequest {
  code?: string;
  name: string;
  password: string;
}
export interface Credentials {
  bearer?: boolean;
  code?: string;
  name: string;
  password: string;
}
export interface StaffRequest {
  name: string;
  password: string;
  position: Position;
  tables?: string[];
}
export interface CallRequest {
  irregularity?: Irregularity | null;
  note?: string;
}
export interface ReadsRequest {
  /**
   * @minItems 1
   * @maxItems 16
   */
  reads: unknown[];
}
export interface Nothing {}
export interface TicketRequest {
  code: string;
}
export interface CardStepView {
  card: string;
  clause: string;
  side: string;
  total: number;
  why: AnnouncementView;
}
export interface Chance {
  decimal: string;
  fraction: string;
  one_in: string | null;
  percent: string;
}
export interface CourseStep {
  ahead: Share;
  high: string;
  low: string;
  middle: string;
  rounds: number;
}
export interface DeviceKey {
  key: string;
  name: string;
  request: string;
}
export interface Done {
  events: EventView[];
  seq: number;
}
export interface DrillView {
  game: string;
  kind: string;
  question: QuestionView;
  seed: string;
  solutions: SolutionView[];
}
export interface EdgeAt {
  decks: number;
  edge: EdgeView;
}
export interface EdgeView {
  decimal: string;
  fraction: string;
  percent: string;
}
export interface Exact {
  decimal: string;
  fraction: string;
}
export interface GradedDrill {
  kind: string;
  marks: MarkView[];
}
export interface Hint {
  hints: number;
  says: AnnouncementView;
}
export interface HoldRange {
  high: string;
  hold_high: string;
  hold_low: string;
  low: string;
  percent: string;
}
export interface KeepsView {
  keeps: Share;
  pays: Share;
  plays: string | null;
  wins: Share;
}
export interface Message {
  facts?: {
    [k: string]: string | number | Amount | Message | (string | number | Amount | Message)[];
  };
  template: string;
  type: "message";
}
export interface OpenedQuestion {
  answers: {
    [k: string]: string[];
  };
  number: number;
  question: QuestionView;
  seconds_left: number | null;
  table: string;
}
export interface PaymentStepView {
  clause: string;
  profit_cents: number;
  result: string;
  stake_cents: number;
  wager: string;
  why: AnnouncementView;
}
export interface PostAnswers {
  "/approvals/{request_id}/approve": Approved;
  "/approvals/{request_id}/decline": ApprovalView;
  "/cage/commands": {
    [k: string]: unknown;
  }[];
  "/devices": DeviceKey;
  "/displays": MeView;
  "/games/{game}/odds": ShoeOdds;
  "/games/{game}/practice-round": PracticeRoundView;
  "/games/{game}/session": SessionView;
  "/guests": SignedIn;
  "/me/password": SignedIn;
  "/patrons": AccountView;
  "/people/{name}/disable": AccountView;
  "/people/{name}/enable": AccountView;
  "/people/{name}/password": AccountView;
  "/people/{name}/second-factor/reset": AccountView;
  "/school/drills": DrillView[];
  "/school/drills/results": GradedDrill[];
  "/school/examinations": ExaminationView;
  "/school/examinations/{number}/hand-in": ResultView;
  "/school/examinations/{number}/questions/{question}": OpenedQuestion;
  "/school/examinations/{number}/questions/{question}/answer": SittingView;
  "/school/examinations/{number}/start": SittingView;
  "/school/results/{number}/approve": ResultLine;
  "/school/situations": ScriptLine;
  "/school/tables": PracticeView;
  "/school/tables/{table}/acts": PracticeView;
  "/school/tables/{table}/finish": FinishedSituation;
  "/school/tables/{table}/hint": Hint;
  "/second-factor": SecondFactorAnswer;
  "/sign-in": SignedIn;
  "/sign-out": {
    [k: string]: boolean;
  };
  "/significant-events/{event_id}/acknowledge": SignificantEvent;
  "/staff": AccountView;
  "/staff/{name}": AccountView;
  "/tables/{table}/calls": {
    [k: string]: boolean;
  };
  "/tables/{table}/commands": Done;
  "/tables/{table}/reads": ReadAnswer[];
  "/tables/{table}/virtual-shoe": Done;
  "/vouchers/codes": VoucherCode;
  "/vouchers/ticket": string;
}
export interface ShoeOdds {
  assumptions: string[];
  by_total: {
    [k: string]: Chance[];
  };
  cards: number;
  cards_per_round: Exact | null;
  deals: string;
  decks: number;
  game: string;
  known: string[];
  left: RankLeft[];
  void: Chance;
  wagers: PricedWager[];
  winners: {
    [k: string]: Chance;
  };
}
export interface RankLeft {
  cards: number;
  rank: string;
}
export interface PricedWager {
  by_decks: EdgeAt[];
  edge: EdgeView;
  id: string;
  lines: PricedLine[];
  loses: Chance;
  own: boolean;
  pushes: Chance;
  pushes_by: string;
  pushes_when: {
    [k: string]: (string | number)[];
  } | null;
  standard_deviation: string;
  title: string;
  wins: Chance;
}
export interface PricedLine {
  chance: Chance;
  clause: string;
  pays: string;
  when: {
    [k: string]: (string | number)[];
  };
}
export interface PracticeRoundView {
  banker: number;
  cards: CardStepView[];
  ends: AnnouncementView;
  ends_clause: string;
  outcome: string;
  payments: PaymentStepView[];
  player: number;
  seed: string;
}
export interface SessionView {
  ahead: Share;
  bars: Bar[];
  behind: Share;
  course: CourseStep[];
  decks: number;
  ends: {
    [k: string]: Share;
  };
  even: Share;
  expected: string;
  expected_rounds: string;
  game: string;
  hold: HoldRange[];
  loss_rebate: RebateView | null;
  method: string;
  quantiles: Quantile[];
  rolling: KeepsView | null;
  rounds: number;
  samples: number | null;
  staked: string;
  standard_deviation: string;
  turnover: KeepsView | null;
  without_end: RuinView | null;
}
export interface RebateView {
  break_even: Share | null;
  expected_win: string;
  given_back: string;
  keeps: string;
  patron_expects: string | null;
  stop_loss: string | null;
  stop_win: string | null;
}
export interface Quantile {
  chance: string;
  result: string;
}
export interface RuinView {
  goal: Share;
  rounds: string | null;
  ruin: Share;
}
export interface SignedIn {
  me: MeView;
  token: string | null;
}
export interface SittingView {
  examination: number;
  game: string;
  name: string;
  pass_percent: number;
  questions: SittingLine[];
}
export interface SittingLine {
  is_answered: boolean;
  is_opened: boolean;
  number: number;
  seconds_left: number | null;
  topic: string;
}
export interface SecondFactorAnswer {
  done: boolean;
  qr: string;
  secret: string;
  uri: string;
}
export interface ReadAnswer {
  again: boolean;
  done: Done | null;
  expected: number | null;
  number: number | null;
  refused: RefusalView | null;
  type: "read";
}
export interface VoucherCode {
  code: string;
}
export interface Read {
  acknowledged?: number | null;
  code: string;
  number: number;
}
export interface Ready {
  halted: string[];
  locked: string[];
  ready: boolean;
  why: string;
}
