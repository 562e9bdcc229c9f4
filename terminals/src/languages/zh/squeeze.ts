// The same in Simplified Chinese.

import type { squeeze as english } from "../en/squeeze";

export const squeeze: typeof english = {
  title: (side) => `眯${side}家的牌`,
  card: (number) => `第${number}张牌`,
  bend: (number) => `第${number}张牌，牌面朝下。方向键弯牌，回车键翻开，Esc键放平。`,
  bent: (percent) => (percent ? `已弯起${percent}%` : "平放"),
  turned: (number, name) => `第${number}张牌已翻开：${name}`,
  hint: "从任意一边或一角慢慢拉起；松手牌会落回，再拉远一些牌就翻开。",
  turnOne: "翻开这张牌",
  turnAll: "一次全部翻开",
  leave: "返回牌桌",
  waits: "已全部翻开。轮到这手牌亮牌时，牌桌会立即显示。",
  unread: "这些牌没有经过读牌器：请看您手中的牌。",
  seen: "有客人正在眯这张牌",
};
