import type { PlanCheck, RuleResult } from '@suoan/contract'

export interface PlanReport {
  readonly passed: number
  readonly failed: readonly RuleResult[]
  readonly isReady: boolean
  readonly summary: string
  readonly cut: {
    readonly tone: 'success' | 'warning' | 'error' | 'info'
    readonly title: string
    readonly paths: readonly string[]
    readonly missing: PlanCheck['cut']['missing']
    readonly minimalCut: PlanCheck['cut']['minimalCut']
  }
}

/** The plan report as it is read: what is wrong first, then the proof that the points cut every source off. */
export function planReport({ rules, cut }: PlanCheck, needIsolation: boolean): PlanReport {
  const failed = rules.filter((rule) => !rule.pass)
  const { paths, missing, minimalCut } = cut
  const shown = { paths, missing, minimalCut }
  return {
    passed: rules.length - failed.length,
    failed,
    isReady: failed.length === 0,
    summary:
      failed.length === 0
        ? `${rules.length} 项检查全部通过，可以提交`
        : `${failed.length} 项不通过，请处理后再提交`,
    cut: !needIsolation
      ? { tone: 'info', title: '本票不需要能量隔离', ...shown }
      : !cut.modelled
        ? {
            tone: 'warning',
            title: '所选设备没有能量图，系统无法证明隔离充分，须填写“隔离方案说明”，由审核人核对',
            ...shown,
          }
        : cut.holds
          ? { tone: 'success', title: '割集成立：所有能量源均已切断', ...shown }
          : { tone: 'error', title: `仍有 ${paths.length} 条能量通路可达作业点`, ...shown },
  }
}

/** What may be added to the plan with one press: missing points that are not in it yet. */
export function pointsToAdd(
  missing: PlanCheck['cut']['missing'],
  planned: readonly { pointId: string }[],
): PlanCheck['cut']['missing'] {
  return missing.filter((point) => !planned.some((row) => row.pointId === point.pointId))
}
