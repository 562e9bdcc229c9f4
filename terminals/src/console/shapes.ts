// Short names for what the server sends to consoles; the types are generated (`wire/`).

import type * as api from "../wire/api";

export type Fact = api.FactView;
export type Guide = api.GuideView;
export type CaseGuide = api.CaseGuide;
export type Interruption = api.InterruptionView;
export type Guidance = api.Guidance;
export type Approval = api.ApprovalView & { command: { type: string } };
export type Payouts = api.PayoutsView;
