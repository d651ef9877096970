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
  /** True when `total` was capped instead of counted to the end; the console then shows "1000+". */
  totalCapped?: boolean
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
