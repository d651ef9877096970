/** The rows every candidate shows: 20 columns of five types, the same values in each run. */

export type ColumnType = 'input' | 'inputNumber' | 'select' | 'date' | 'checkbox'
export interface BenchColumn {
  readonly key: string
  readonly title: string
  readonly type: ColumnType
}
export type BenchRow = { id: string } & Record<string, string | number | boolean>

const types = ['input', 'inputNumber', 'select', 'date', 'checkbox'] as const
export const columnWidth = 120
export const columns: readonly BenchColumn[] = Array.from({ length: 20 }, (_, at) => ({
  key: `c${at}`,
  title: `列 ${at + 1}`,
  type: types[at % types.length] ?? 'input',
}))
export const textKey = 'c0'
export const numberKey = 'c1'

export const options = ['待办', '进行中', '已完成', '已停用', '已作废'].map((text, at) => ({
  value: String(at + 1),
  text,
}))
const optionTexts = new Map(options.map(({ value, text }) => [value, text]))

/** What a person reads in the cell. */
export function textOf(type: ColumnType, value: unknown): string {
  if (type === 'select') return optionTexts.get(String(value)) ?? String(value ?? '')
  if (type === 'checkbox') return value === true ? '是' : '否'
  return String(value ?? '')
}

const words = ['阀门', '高压柜', '变频器', '电动机', '储罐', '泵房', '配电室', '反应釜', '锅炉', '空压机']
const prime = 7_919
const pad = (figure: number) => String(figure).padStart(2, '0')

function valueOf(type: ColumnType, row: number, at: number, count: number): string | number | boolean {
  // A walk over all rows in steps of a prime: every number once, in no order that a sort could profit from.
  const place = (row * prime + at * 131) % count
  switch (type) {
    case 'input':
      return `${words[place % words.length]}${place}-${at}`
    case 'inputNumber':
      return place
    case 'select':
      return String((place % options.length) + 1)
    case 'date':
      return `20${pad(place % 30)}-${pad((place % 12) + 1)}-${pad((place % 28) + 1)}`
    case 'checkbox':
      return place % 3 === 0
  }
}

export function makeRows(count: number): BenchRow[] {
  return Array.from({ length: count }, (_, row) => {
    const made: BenchRow = { id: `r${row}` }
    for (const [at, { key, type }] of columns.entries()) made[key] = valueOf(type, row, at, count)
    return made
  })
}

export const pastedRows = 500
/** The values of a paste of 500 × 20 cells, as rows; `textOf` makes the clipboard's texts of them. */
export function makePaste(): Record<string, string | number | boolean>[] {
  return Array.from({ length: pastedRows }, (_, row) => {
    const made: Record<string, string | number | boolean> = {}
    for (const [at, { key, type }] of columns.entries())
      made[key] = type === 'input' ? `P${row}-${at}` : valueOf(type, row + 1, at + 3, 9_973)
    return made
  })
}

/** The order of words that people here expect; the same function for every candidate. */
const collator = new Intl.Collator('zh-CN', { numeric: true })
export const compareTexts = (a: unknown, b: unknown): number => collator.compare(String(a), String(b))

export const newRowText = '插入的行'
export const changedText = '改过的格'
/** The row whose first cell is set. */
export const changedRow = 3
