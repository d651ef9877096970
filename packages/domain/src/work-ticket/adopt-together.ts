import { emergencyType } from './base-types.ts'

/** What decides whether a review step may be adopted together with others; codes as the ticket carries them. */
export interface TogetherFacts {
  workType: string
  /** `lo_work_level`. */
  workLevel: string
  /** 2 = a clash blocks, 1 = a clash was accepted with measures. */
  conflictState: number
  /** 3 = the cut of the isolation plan is not complete. */
  isolationPlanState: number
  /** The signer must stand at the place (G08). */
  onSite: boolean
}

/** 二级, 三级, 四级. Work without levels (confined space among it) is not known to be of low risk. */
const lowLevels: readonly string[] = ['2', '3', '4']

/** Why a review must be opened and signed by itself; null when it is of low risk (§6.2: batch adopt only for low risk). */
export function reviewedAloneBecause(facts: TogetherFacts): string | null {
  if (facts.workType === emergencyType) return '抢修作业须逐张打开审核'
  if (!lowLevels.includes(facts.workLevel)) return '特级、一级和不分级的作业须逐张打开审核'
  if (facts.onSite) return '本步骤须在作业现场审核，请到现场打开工作票办理'
  if (facts.conflictState > 0) return '与其他作业有冲突，请打开工作票核对冲突后审核'
  if (facts.isolationPlanState === 3) return '隔离方案不完整，请打开工作票核对方案后审核'
  return null
}
