"""Which commands are more likely at which step of a table: for tests only."""

from punto.rules.game import Method
from punto.table import commands as c
from punto.table.prompt import Step

BETWEEN_ROUNDS = (
    c.CorrectRound,
    c.CorrectRound,
    c.CorrectDisplay,
    c.ChangeConfiguration,
    c.ChooseMethod,
    c.CloseTable,
    c.RetireShoe,
    c.RevealShoe,
    c.ActAs,
    c.EndActing,
    c.SignOnDealer,
    c.SignOffDealer,
    c.Report,
    c.Report,
)
BETTING = (
    c.PlaceStake,
    c.ChangeStake,
    c.WithdrawStake,
    c.GiveDevice,
    c.GiveDevice,
    c.ReportCutCard,
    c.AllowFirstCardWithdrawal,
    c.Report,
    c.AskToDecrease,
    c.RemoveStakes,
    c.ActAs,
)
DRAWING = (
    c.DrawCard,
    c.RecordLateStake,
    c.RecordLateWithdrawal,
    c.Report,
    c.Report,
    c.PassCards,
    c.AllowSqueezing,
    c.AllowFirstCardWithdrawal,
    c.ExposeCards,
    c.GiveDevice,
    c.GiveUpDevice,
)
HANDLING = (
    c.PassCards,
    c.RefuseCards,
    c.ChooseHandler,
    c.AllowSqueezing,
    c.SqueezeCards,
    c.SqueezeCards,
    c.ChooseFirstRevealed,
    c.ExposeCards,
    c.Report,
    c.Report,
)
# Commands that a method does not know.
FOREIGN: dict[type, tuple[Method, ...]] = {
    c.GiveDevice: (Method.A, Method.B),
    c.GiveUpDevice: (Method.A, Method.B),
    c.ChooseHandler: (Method.B, Method.C),
    c.ChooseFirstRevealed: (Method.B, Method.C),
    c.PassCards: (Method.B,),
    c.RefuseCards: (Method.B,),
    c.SqueezeCards: (Method.B,),
    c.AllowSqueezing: (Method.B,),
}
LIKELY_BY_STEP: dict[Step, tuple[type, ...]] = {
    Step.OPEN_TABLE: (c.OpenTable,),
    Step.CONTRIBUTE: (c.Contribute, c.Contribute, c.OpenBetting, c.BurnCards),
    Step.CLOSE_CONTRIBUTIONS: (c.CloseContributions, c.CloseContributions, c.Contribute),
    Step.REVEAL_CONTRIBUTIONS: (
        *(c.RevealContribution,) * 4,
        c.Contribute,
        c.OpenBetting,
        c.RetireShoe,
    ),
    Step.BURN: (c.BurnCards, c.ChangeConfiguration),
    Step.CLOSE_BETTING: BETTING,
    Step.DECREASE: BETTING,
    Step.DRAW: DRAWING,
    Step.PASS: HANDLING,
    Step.CHOOSE_FIRST: HANDLING,
    Step.EXPOSE: HANDLING,
    Step.ANNOUNCE_TOTALS: (c.Report, c.RefuseCards, c.DrawCard, c.ReportCutCard),
    Step.ANNOUNCE_OUTCOME: (c.Report, c.DrawCard, c.ReportCutCard),
    Step.CONFIRM_REPORT: (
        c.ConfirmReport,
        c.ConfirmReport,
        c.DismissReport,
        c.Report,
        *BETTING,
    ),
    Step.CORRECT_DISPLAY: (c.CorrectDisplay, c.CorrectDisplay, c.DismissReport, c.Report),
    Step.ANSWER_OPTION: (c.AnswerOption, c.LapseOption, c.Report, *BETTING, *HANDLING),
    Step.RECONSTRUCT: (c.Reconstruct, c.Report, c.CorrectRound),
    Step.SET_ASIDE: (c.SetAside, c.Report),
    Step.SORT: (c.SortCards, c.SortCards, c.Report),
    Step.REPLACE: (c.ReplaceMissing, c.Report),
    Step.DECIDE: (c.Decide, c.Decide, c.Report, *BETTING),
}
