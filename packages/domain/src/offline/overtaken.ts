/** What is known of the subject of an operation that a terminal kept; epoch ms, null = never. */
export interface LaterFacts {
  /** When the person was last counted in. */
  readonly lastIn: number | null
  /** When his own lock was last taken off. */
  readonly lastUnlocked: number | null
  /** When points of the ticket were last lifted for a test or began to be restored. */
  readonly lastGivenBack: number | null
}

const claimsOfPoints: ReadonlySet<string> = new Set(['pointOperate', 'pointLock', 'pointTag'])

/**
 * Why an operation says nothing about now (Chinese), or null: something newer is known of the same person or point
 * (§4.6: history is merged by stamp). A leaving older than the last entry leaves the person inside; a lock hung before the
 * last removal does not hang. Stops are never overtaken.
 */
export function overtakenBy(event: string, at: number, later: LaterFacts): string | null {
  const isNewer = (moment: number | null) => moment !== null && moment > at
  if (event === 'personOut' && isNewer(later.lastIn)) return '此人在该时间之后又已登记进场，仍按在场计算'
  if (event === 'personalLockOn' && isNewer(later.lastUnlocked))
    return '该时间之后个人锁已被摘除，请重新挂锁并登记'
  if (claimsOfPoints.has(event) && isNewer(later.lastGivenBack))
    return '该时间之后隔离已被解除或开始恢复，请到现场重新上锁并登记'
  return null
}
