// The words of the account page, in Simplified Chinese.

import type { AccountWords } from "../en/account";

export const accountWords: AccountWords = {
  title: "您的账户",
  signIn: "请登录后查看。",
  password: "更改密码",
  current: "当前密码",
  fresh: "新密码",
  again: "再次输入新密码",
  differ: "两次输入的新密码不一致。",
  change: "更改密码",
  changed: "密码已更改，其他各处均已退出登录。",
  factor: "第二因素",
  factorWhy: "手机上的验证器会显示一个代码，登录时需要输入。",
  begin: "开始设置",
  scan: "请用验证器扫描，或将密钥输入验证器，然后输入其显示的代码。",
  secret: "密钥",
  code: "代码",
  confirm: "确认",
  inForce: "今后登录需要输入代码。",
  waits: "等待您处理",
};
