import type { Figures } from './measure-page.ts'

export const candidates = ['ours', 'vxe', 'ag', 'revo'] as const
export type Candidate = (typeof candidates)[number]
/** The middle of all rounds, by candidate and row. */
export type Medians = Readonly<Record<Candidate, Figures>>

export interface Verdict {
  readonly text: string
  readonly isMet: boolean
}
interface Row {
  readonly id: string
  readonly title: string
  readonly digits: number
  readonly isMoreBetter?: boolean
  /** Shown for reading, without a goal. */
  readonly isInformation?: boolean
  /** A goal beside being level with the best. */
  readonly goal?: (ours: number, others: Medians) => Verdict
}

const atMost = (ours: number, most: number, unit: string): Verdict => ({
  text: `≤ ${most} ${unit}`,
  isMet: ours <= most,
})

/** The rows in which all are compared (decision 0658). */
export const rows: readonly Row[] = [
  { id: 'nothing', title: '空操作（读数的底噪），ms', digits: 1, isInformation: true },
  {
    id: 'load',
    title: '载入 10,000 × 20，ms',
    digits: 0,
    goal: (ours, { vxe }) => ({ text: '≤ vxe-table 的一半', isMet: ours <= Number(vxe['load']) / 2 }),
  },
  { id: 'scroll', title: '滚动 20 屏（120 帧），ms', digits: 0 },
  { id: 'frames', title: '其间 ≤ 16.7 ms 的帧，%', digits: 0, isMoreBetter: true },
  { id: 'shown', title: '其间窗口里有行的帧，%', digits: 0, isMoreBetter: true },
  { id: 'set', title: '改一格，ms', digits: 1 },
  { id: 'insert', title: '顶部插入一行，ms', digits: 1 },
  { id: 'sortNumber', title: '按数字列排序，ms', digits: 0 },
  { id: 'sortText', title: '按文字列排序（拼音序），ms', digits: 0 },
  { id: 'selectAll', title: '全选，ms', digits: 1 },
  { id: 'paste', title: '粘贴 10,000 格，ms', digits: 0, goal: (ours) => atMost(ours, 300, 'ms') },
  { id: 'undo', title: '撤销粘贴，ms', digits: 0 },
  { id: 'heap', title: '挂载、卸载 50 次后的堆，MB', digits: 1 },
  { id: 'heapGrown', title: '其间增加的堆，kB', digits: 0 },
  { id: 'weight', title: '体积 gzip，kB', digits: 1, goal: (ours) => atMost(ours, 60, 'kB') },
]

/** Ours alone. */
export const ownRows: readonly (Omit<Row, 'goal'> & {
  readonly goal: (ours: number, own: Figures) => Verdict
})[] = [
  {
    id: 'load100000',
    title: '载入 100,000 × 20，主线程 ms',
    digits: 0,
    goal: (ours) => atMost(ours, 1_000, 'ms'),
  },
  {
    id: 'readOnly_ours',
    title: '只读列表 100 × 20，主线程 ms',
    digits: 0,
    goal: (ours, own) => atMost(ours, Math.round(Number(own['readOnly_antd'])), 'ms（antd 的表格）'),
  },
  { id: 'store', title: '粘贴 10,000 格告知模型', digits: 0, goal: (ours) => exactly(ours, 1, '次') },
  { id: 'screen', title: '粘贴 10,000 格告知画面', digits: 0, goal: (ours) => exactly(ours, 1, '次') },
  { id: 'page', title: '粘贴 10,000 格告知页面', digits: 0, goal: (ours) => exactly(ours, 1, '次') },
  { id: 'isOneEntry', title: '粘贴是一次撤销', digits: 0, goal: (ours) => exactly(ours, 1, '（是）') },
  {
    id: 'detached',
    title: 'StrictMode + Activity 50 次后的游离节点',
    digits: 0,
    goal: (ours) => exactly(ours, 0, '个'),
  },
]

const exactly = (ours: number, wanted: number, unit: string): Verdict => ({
  text: `${wanted} ${unit}`,
  isMet: ours === wanted,
})

/** What the clock of the main thread and the garbage collector may add to a figure. */
const level = { share: 1.05, ms: 1 }

/** Whether ours is at least level with the best of the others; true where none of them has it. */
export function isLevel(row: Row, ours: number, best: number | null): boolean {
  if (best === null) return true
  return row.isMoreBetter ? ours * level.share >= best : ours <= Math.max(best * level.share, best + level.ms)
}

/** The best of the others; null where none of them has it. */
export function bestOf(row: Row, medians: Medians): number | null {
  const figures = candidates.filter((name) => name !== 'ours').flatMap((name) => medians[name][row.id] ?? [])
  if (figures.length === 0) return null
  return row.isMoreBetter ? Math.max(...figures) : Math.min(...figures)
}
