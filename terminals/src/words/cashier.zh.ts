// The same in Simplified Chinese.

import type { cashierEn } from "./cashier.en";

export const cashierZh: typeof cashierEn = {
  title: "充值与兑出",
  have: "您的额度",
  take: "兑出为凭单",
  amount: "金额",
  all: "全部",
  most: (amount) => `每张凭单最多 ${amount}。`,
  takeIt: "领取凭单",
  again: "再次领取这张凭单",
  ticket: "您的凭单",
  taken: (amount) => `凭单金额 ${amount}。`,
  once: "代码只在此处显示一次：请打印或抄下。",
  ticketOf: (amount, code) => `凭单 ${amount}，代码 ${code}`,
  print: "打印凭单",
  haveIt: "已保存，收起",
  bring: "用凭单充值",
  code: "凭单上的代码",
  codeHint: "请输入代码，或用扫描枪扫描凭单：读到即使用。",
  bringIt: "使用凭单",
  scan: "用摄像头读取",
  camera: "摄像头画面",
  stopCamera: "关闭摄像头",
  noCamera: "无法使用摄像头：请输入代码。",
  brought: (amount) => `已存入额度 ${amount}。`,
  open: (count, amount) => `您有 ${count} 张未使用的凭单，共 ${amount}。`,
  cage: "现金在账房收付。",
  guest: "访客使用试玩额度：凭单可在本场任一牌桌使用。",
  refusal: {
    "unreadable-voucher": "这不是凭单代码：代码共28位字母和数字，请核对。",
    "unknown-voucher": "没有这张凭单：已使用过，或从未开出。",
    "not-enough-credits": "您的额度不足。",
    "above-maximum": "超出场方允许的金额。",
  },
};
