import type { PlannedTicket } from '@suoan/contract'
import { shanghaiMoment } from '@suoan/kit/shanghai'

/** A ticket as the views are given it, for their tests. */
export const plannedTicket = (
  id: string,
  start: string,
  end: string,
  changes: Partial<PlannedTicket> = {},
): PlannedTicket => ({
  id,
  workNo: id,
  workName: id,
  workType: '10',
  workType_dictText: '检修',
  baseTypes: [],
  workLevel: '9',
  workStatus: 4,
  execPhase: 0,
  voidFlag: 0,
  closeFlag: 0,
  areaId: 'house',
  areaName: '压缩机房',
  leaderName: null,
  onSiteCount: 0,
  equips: [],
  start: shanghaiMoment(start),
  end: shanghaiMoment(end),
  isOverdue: false,
  spot: null,
  ...changes,
})
