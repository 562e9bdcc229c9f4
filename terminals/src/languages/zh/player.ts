// The same in Simplified Chinese.

import type { player as english } from "../en/player";

export const player: typeof english = {
  guest: (number) => `访客 ${number}`,
  yourTurn: "轮到您了。",
  newShoe: "本靴已完，正在准备新牌靴。",
  won: (amount) => `您共赢 ${amount}。`,
  lost: (amount) => `您共输 ${amount}。`,
  even: "您不输不赢。",
  corrected: (round, change) => `第 ${round} 局已更正：${change}`,
  line: (wager, result, change) => `${wager}：${result}，${change}。`,
};
