// The same in Simplified Chinese.

import type { cashier as english } from "../en/cashier";

export const cashier: typeof english = {
  title: "买入与出票兑现",
  have: "余额",
  take: "出票兑现",
  amount: "金额",
  all: "全部",
  most: (amount) => `每张票券最多 ${amount}。`,
  takeIt: "出票",
  again: "重试这张票券",
  ticket: "您的票券",
  taken: (amount) => `票券金额 ${amount}。`,
  once: "代码仅显示一次：请打印或抄下。",
  ticketOf: (amount, code) => `票券 ${amount}，代码 ${code}`,
  print: "打印票券",
  haveIt: "已保存，收起",
  bring: "用票券买入",
  code: "票券上的代码",
  codeHint: "请输入代码，或用扫描枪扫描票券：读到即使用。",
  bringIt: "使用票券",
  scan: "用摄像头读取",
  camera: "摄像头画面",
  stopCamera: "关闭摄像头",
  noCamera: "无法使用摄像头：请输入代码。",
  brought: (amount) => `余额已增加 ${amount}。`,
  open: (count, amount) => `您有 ${count} 张未使用的票券，共 ${amount}。`,
  cage: "现金在账房收付。",
  guest: "访客使用试玩筹码：票券可在本场任一牌桌使用。",
};
