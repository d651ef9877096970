import type { PointActionKey } from '@suoan/contract'

/** The steps at an isolation point, as their buttons say them. */
export const pointActionLabels: Readonly<Record<PointActionKey, string>> = {
  operate: '操作到位',
  lock: '上锁',
  tag: '挂牌',
  verify: '验证零能量',
  look: '目视确认关锁',
  witness: '见证关锁',
  restore: '恢复',
  fail: '报告异常',
}
