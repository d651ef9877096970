/** Numbers of `LoWorkType` that somebody's life hangs on; null = not filled, and read strictly. Minutes and hours as the names say. */
export interface WorkTypeBounds {
  readonly typeCode?: string | null
  readonly levelCode?: string | null
  readonly maxHours?: number | null
  readonly gasPreMin?: number | null
  readonly gasInterruptMin?: number | null
  readonly guardRequired?: number | null
}

/** The eight kinds of special work (GB 30871): somebody stays and watches. */
const specialWork: readonly string[] = ['01', '02', '03', '04', '05', '06', '07', '08']
/** Hot work and confined spaces: a good sample counts this long at most, before the work and after an interruption, min (3-domain.md §3.4). */
const gasLastsMin = 60
const gasLimited: readonly string[] = ['01', '02']

/** Longest ticket, hours, of those kinds and levels whose hours are confirmed (3-domain.md §3.4). */
function longestHours(typeCode: string, levelCode: string): number | null {
  if (typeCode === '02') return 24
  if (typeCode !== '01') return null
  return levelCode === '0' || levelCode === '1' ? 8 : 72
}

/** What a row of policy may not say (Chinese, says what to do); null when it is sound (GB 30871, 3-domain.md §3.4). */
export function workTypeMistake(row: WorkTypeBounds): string | null {
  const { typeCode, levelCode, maxHours, gasPreMin, gasInterruptMin, guardRequired } = row
  const kind = typeCode ?? ''
  if (specialWork.includes(kind) && (guardRequired ?? 1) < 1)
    return '特殊作业须有监护人在场（GB 30871），“监护人数”至少为 1'
  if (gasLimited.includes(kind) && Math.max(gasPreMin ?? 0, gasInterruptMin ?? 0) > gasLastsMin)
    return `动火和受限空间的气体检测最长 ${gasLastsMin} 分钟有效（GB 30871），请改短“检测时效”和“中断重测”`
  const longest = longestHours(kind, levelCode ?? '')
  return longest !== null && (maxHours ?? 0) > longest
    ? `该作业类型和级别的票最长有效 ${longest} 小时（GB 30871），请改短“最长有效小时”`
    : null
}
