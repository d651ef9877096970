/** What can be done at a point now. */
export type PointAction = 'operate' | 'lock' | 'tag' | 'verify' | 'look' | 'witness' | 'restore' | 'fail'

interface PointOf {
  readonly pointId: string
  readonly orderNum: number
  readonly state: number
  /** 0 for a drain or vent: it releases what is left and takes no lock. */
  readonly lockCount: number
  /** Its lock reports too seldom: a verifier looks at it, each half hour (G11). */
  readonly needsLook?: boolean
  /** Its lock cannot report: its closure is one person's word until a second has seen it (G11). */
  readonly needsWitness?: boolean
}

const label: Readonly<Record<PointAction, string>> = {
  operate: '操作到位',
  lock: '上锁',
  tag: '挂牌',
  verify: '验证零能量',
  look: '目视确认关锁',
  witness: '见证关锁',
  restore: '恢复',
  fail: '报告异常',
}
export const pointActionLabel = (action: PointAction): string => label[action]

const events: Readonly<Record<PointAction, string>> = {
  operate: 'pointOperate',
  lock: 'pointLock',
  tag: 'pointTag',
  verify: 'pointVerify',
  look: 'visualCheck',
  witness: 'pointWitness',
  restore: 'pointRestore',
  fail: 'pointFail',
}

/**
 * The steps open at a point for a person to whom these events are offered: operate → lock → tag → verify, and back
 * (T21–T25, T43). The first one is the next to do. The server judges order and proof again.
 */
export function pointActions(point: PointOf, offered: readonly string[]): PointAction[] {
  const isDrain = point.lockCount === 0
  const fits: Record<PointAction, boolean> = {
    operate: [0, 7, 9].includes(point.state),
    lock: !isDrain && point.state === 1,
    tag: !isDrain && point.state === 2,
    verify: [3, 4].includes(point.state),
    look: point.needsLook === true && [2, 3, 5].includes(point.state),
    witness: point.needsWitness === true && [2, 3, 5].includes(point.state),
    restore: ![0, 8].includes(point.state),
    fail: ![0, 8, 9].includes(point.state),
  }
  const all = Object.keys(fits) as PointAction[] // Object.keys forgets the key type
  return all.filter((action) => fits[action] && offered.includes(events[action]))
}

/** The point that must be restored next: the highest order of its release group that is not back yet (T43). */
export function nextToRestore(points: readonly PointOf[]): string | null {
  const open = points.filter((point) => point.lockCount !== 0 && ![0, 8].includes(point.state))
  return open.toSorted((a, b) => b.orderNum - a.orderNum)[0]?.pointId ?? null
}

/** How far the isolation is: points that are locked, and points that are proven. */
export function pointProgress(points: readonly PointOf[]): {
  locked: number
  verified: number
  restored: number
  total: number
} {
  const count = (test: (point: PointOf) => boolean) => points.filter(test).length
  return {
    total: points.length,
    locked: count((point) =>
      point.lockCount === 0 ? [4, 5].includes(point.state) : [2, 3, 5].includes(point.state),
    ),
    verified: count((point) => point.state === 5),
    restored: count((point) => point.state === 8),
  }
}
