/** `lo_procedure_status` */
export const procedureStatus = { draft: 0, effective: 1, ended: 2 } as const
/** `lo_inspect_result` */
export const inspectResult = { fits: 1, revise: 2, stop: 3 } as const
/** `lo_procedure_step` */
export const procedureStep = {
  shutdown: '1',
  isolate: '2',
  lock: '3',
  release: '4',
  verify: '5',
  restore: '6',
} as const

interface Standing {
  readonly status: number
  /** `YYYY-MM-DD`, the day by which it is to be inspected. */
  readonly nextInspect: string | null
  readonly inspectResult: number | null
}

/**
 * Why no ticket begins with a version of a procedure on a day (`YYYY-MM-DD`), with what to do; null where one may. Only the
 * effective version says how it is done, an inspection that is overdue or found a fault blocks it (3-domain.md §3.2 nextInspect).
 */
export function whyNoTicket(
  { status, nextInspect, inspectResult: found }: Standing,
  today: string,
): string | null {
  if (status === procedureStatus.draft) return '此版本还是草稿，请先生效'
  if (status !== procedureStatus.effective) return '此版本已停用，请使用生效的版本'
  if (found === inspectResult.revise) return '检查结论为“需修订”，请先修订并生效新版本'
  if (nextInspect === null || nextInspect < today)
    return `年度检查已逾期（应于 ${nextInspect ?? '—'} 前检查），请先登记检查`
  return null
}

interface Step {
  readonly kind: string
  readonly pointId?: string | null | undefined
}

const atPoints: readonly string[] = [procedureStep.isolate, procedureStep.lock, procedureStep.release]

/** The points of a procedure in the order in which its steps come to them first. */
export const pointsOfSteps = (steps: readonly Step[]): readonly string[] => [
  ...new Set(steps.flatMap(({ kind, pointId }) => (pointId && atPoints.includes(kind) ? [pointId] : []))),
]

/** What a version lacks to become effective, as a sentence; null for nothing. `photos` is how many it has. */
export function procedureGap(
  steps: readonly (Step & { readonly photo?: number | null | undefined })[],
  photos: number,
): string | null {
  if (steps.length === 0) return '还没有步骤，请先写明停机、隔离、上锁、释放、验证和恢复'
  const without = steps.findIndex(
    ({ kind, pointId }) => (kind === procedureStep.isolate || kind === procedureStep.lock) && !pointId,
  )
  if (without !== -1) return `第 ${without + 1} 步没有选择隔离点，请补全`
  if (pointsOfSteps(steps).length > 0 && !steps.some(({ kind }) => kind === procedureStep.verify))
    return '有隔离点，但没有“验证”步骤，请写明怎样验证零能量'
  const unseen = steps.findIndex(({ photo }) => (photo ?? 0) > photos)
  return unseen === -1
    ? null
    : `第 ${unseen + 1} 步指向第 ${steps[unseen]?.photo} 张照片，但只有 ${photos} 张`
}

/** The day by which a procedure that was found right on `day` (`YYYY-MM-DD`) is inspected again: a year later, the 29th of February on the 28th. */
export function nextInspection(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year + 1, month, 0)).getUTCDate()
  return [year + 1, String(month).padStart(2, '0'), String(Math.min(date, last)).padStart(2, '0')].join('-')
}
