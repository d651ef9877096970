/** The answer to every call (4-api.md §1.1). */
export interface Envelope<T = unknown> {
  success: boolean
  message: string
  code: number
  result: T
  timestamp: number
}

/** A page of rows (4-api.md §1.5). */
export interface Page<T> {
  records: T[]
  total: number
  size: number
  current: number
  pages: number
  /** True when `total` is the planner's estimate: pages up to it can be asked for, the console shows 约 n 条. */
  totalEstimated?: boolean
  /** The fields a list of this length may be sorted by; absent where it is short enough for any of them. */
  sortable?: readonly string[]
}

/** An option of a dictionary; `title` and `label` repeat `text` (4-api.md §5.1). */
export interface DictItem {
  value: string
  text: string
  title: string
  label: string
}

/** A business failure as data: the rules that said no, with their evidence (3-domain.md §3.7, samples). */
export interface RuleResult {
  id: string
  pass: boolean
  text: string
  evidence?: unknown
}
