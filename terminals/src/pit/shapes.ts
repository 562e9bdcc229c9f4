// Short names for what the server sends to the pit; the types are generated (`wire/`).

import type * as api from "../wire/api";
import type { Configuration } from "../wire/frames";

export type PitTable = api.PitTable;
export type Pit = api.PitView;
export type Call = api.CallView;
export type Significant = api.SignificantEvent;
export type Choice = api.ChoiceView;
export type SettingName = api.SettingView["name"];
/** A command may leave out what has a default; what is sent has all of it. */
export type Settings = api.SettingsView & { configuration: Configuration | null };
export type Account = api.AccountView;
export type DeviceLine = api.DeviceLine;
export type Protection = api.Protection;

type Row = Record<string, string | number | null>;
export type Bank = api.BankView & { shifts: Row[] };
export type Report = api.ReportView & { rows: Row[]; total: Row | null };
