// The words of the page on how to play, in Simplified Chinese.

import type { HowToPlayWords } from "../en/howToPlay";

export const howToPlayWords: HowToPlayWords = {
  lead: "发两手牌：闲和庄。投注点数更接近 9 点的一方，或投注和局。牌不由您打：补牌有固定规则。",
  values: "牌的点数",
  valuesWhy: "一手牌各张相加，只计个位。7 加 8 得 15，即 5 点。",
  rank: "牌",
  points: "点数",
  deal: "发牌",
  dealWhy: "闲、庄各发两张牌，然后按下表各可补一张。点数较高者赢；点数相同为和局。",
  natural: (from) => `前两张牌为 ${from} 点或 9 点即天牌：双方都不补牌。`,
  player: "闲补牌",
  draws: "补牌",
  stands: "停牌",
  on: (totals) => `${totals} 点：`,
  banker: "庄补牌",
  bankerWhy: "横看庄的点数，直看闲第三张牌的点数。“补”表示庄补牌。",
  total: "庄点数",
  noThird: "闲停牌",
  drawMark: "补",
  standMark: "–",
  bets: "投注与赔率",
  betsWhy: "1赔8：下注 10 赢 80，并退还本注。",
  half: (wager, when) => `${wager}赔半：${when}时，下注 10 赢 5。`,
  push: (wagers, when) => `${wagers}不输不赢：${when}时，退还投注。`,
  list: "、",
  example: "例子",
  pays: "赔率",
  win: "何时赢",
  practice: "试一试：逐张讲解的练习局",
  rules: "完整规则，逐条列出",
};
