import { eventNames } from '@suoan/domain/work-ticket'

/** What the timeline calls an event: those of the transition table, and notes that are none of its rows. */
export const eventTexts: Readonly<Record<string, string>> = {
  ...eventNames,
  copy: '复制',
  gasAdd: '气体检测',
  detectorOn: '指派气体检测仪',
  detectorOff: '撤回气体检测仪',
  leaderUnfit: '负责人资质失效',
  leaderFit: '负责人资质恢复',
  gasSilent: '气体连续监测中断',
  gasHeard: '气体连续监测恢复',
  visualCheck: '目视确认关锁',
  guardAway: '监护人离开现场',
  guardBack: '监护人回到现场',
  note: '现场登记',
  pointWitness: '见证关锁',
  unsyncedOverride: '离线未同步说明',
  brief: '安全交底',
  briefConfirm: '确认安全交底',
  measureConfirm: '确认安全措施',
  measureLapse: '安全措施不到位',
  conflictAccept: '处理作业冲突',
  guardIn: '监护到位',
  accept: '属地验收',
}
