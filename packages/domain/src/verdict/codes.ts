/**
 * What a refusal is called and says (`3-domain.md §9.3`; LO-4216 and above continue its list for the guards it
 * leaves without a number). Texts are templates: the guard fills in names and figures.
 */
export const refusalTexts = {
  'LO-4000': '提交的内容有误：{reason}',
  'LO-4030': '您没有执行此操作的权限：{reason}',
  'LO-4040': '未找到对应数据',
  'LO-4090': '数据已被他人修改，请刷新后重试',
  'LO-4201': '当前状态不允许此操作',
  'LO-4202': '作业时间超过该级别允许的最长 {n} 小时',
  'LO-4203': '隔离未完成：{list}',
  'LO-4204': '隔离方案不完整，能量 {src} 仍可到达作业区',
  'LO-4205': '与工作票 {no} 冲突：{reason}',
  'LO-4206': '人员 {name} 资质缺失或过期：{cert}',
  'LO-4207': '同一人不得同时担任 {a} 与 {b}',
  'LO-4208': '气体检测已超过有效时间，请重新检测',
  'LO-4209': '监护人未到位',
  'LO-4210': '仍有 {n} 人在现场',
  'LO-4211': '以下个人锁尚未由本人摘除：{list}',
  'LO-4212': '隔离点 {p} 仍被 {n} 张工作票占用，保持隔离状态，不要操作',
  'LO-4213': '应急拆锁须由两名不同的授权人员在10分钟内确认',
  'LO-4214': '审批内容已变化，请重新确认',
  'LO-4215': '您的锁曾被他人拆除，请先确认知悉',
  'LO-4216': '工作票内容不完整：{list}',
  'LO-4217': '锁具不可用：{list}',
  'LO-4218': '不在允许的时间段内：{reason}',
  'LO-4219': '人员未具备进入条件：{list}',
  'LO-4220': '存在紧急报警或停工指令：{list}',
  'LO-4221': '以下锁具未确认关闭：{list}',
  'LO-4222': '现场检查未完成：{list}',
  'LO-4223': '尚未通知受影响人员',
  'LO-4224': '交接未完成：{reason}',
  'LO-4225': '不能延期：{reason}',
  'LO-4226': '仍有 {n} 条开锁记录未闭合：{list}',
  'LO-4227': '存在尚未同步的离线操作：{list}',
  'LO-4228': '审批步骤未完成：{reason}',
  'LO-4229': '操作顺序不符：{reason}',
  'LO-4230': '不能开锁：{reason}',
  'LO-4231': '安全措施尚未现场确认：{list}',
  'LO-4232': '作业级别不够：{reason}',
  'LO-4233': '气体连续监测未到位：{list}',
  'LO-4240': '不能这样处理审批步骤：{reason}',
} as const
export type RefusalCode = keyof typeof refusalTexts

/** The number that travels in the envelope: `LO-4208` → 4208. */
export function codeNumber(code: RefusalCode): number {
  return Number(code.slice(3))
}

/** Fills `{name}` places of a refusal's template; a missing name stays visible instead of vanishing. */
export function refusalText(
  code: RefusalCode,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return refusalTexts[code].replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}
