import { codeText, isFilled, patternOf, type Field, type FieldKind, type Resource } from '@suoan/contract'
import { readFieldValue } from '@suoan/kit/filter'
import { maskSign } from '@suoan/kit/mask'
import { failFields, type FieldProblem } from '../fail.ts'
import type { RowRecord } from '../db/compile.ts'

/** A draft as it may be stored: only described fields that clients own, each checked and converted. */
export interface DraftReading {
  readonly values: RowRecord
  readonly problems: readonly FieldProblem[]
  /** Server-owned fields that the client sent all the same; worth a line in the log (security.md V12). */
  readonly refused: readonly string[]
}

/**
 * Reads a body by the description. On add every required field must be there and absent ones take their `initial`; on
 * edit absent and null fields stay untouched, `''` empties (4-api.md §1.6).
 */
export function readDraft(resource: Resource, body: RowRecord, mode: 'add' | 'edit'): DraftReading {
  const values: RowRecord = {}
  const problems: FieldProblem[] = []
  const problem = (name: string, field: Field, words: string): void =>
    void problems.push({ field: name, text: `“${field.label}”${words}` })
  const refused: string[] = []
  for (const [name, field] of Object.entries(resource.fields)) {
    const given = Object.hasOwn(body, name) ? body[name] : undefined
    if (field.derived) {
      if (given !== undefined && given !== null) refused.push(name)
      continue
    }
    if (given === undefined || given === null) {
      if (mode === 'edit') continue
      if (field.required && !isFilled(field)) problem(name, field, '不能为空')
      else values[name] = field.initial ?? null
      continue
    }
    const outcome = readField(field, given)
    if ('problem' in outcome) problem(name, field, outcome.problem)
    else if (outcome.value === null && field.required && !(mode === 'add' && isFilled(field)))
      problem(name, field, '不能为空')
    else values[name] = outcome.value
  }
  return { values, problems, refused }
}

/** Like `readDraft`, with the problems thrown as one `BAD_INPUT`. */
export function checkedDraft(resource: Resource, body: RowRecord, mode: 'add' | 'edit'): DraftReading {
  const reading = readDraft(resource, body, mode)
  if (reading.problems.length > 0) throw failFields(reading.problems)
  return reading
}

type Outcome = { readonly value: unknown } | { readonly problem: string }

/** One value by its field; `null` stands for empty. */
function readField(field: Field, given: unknown): Outcome {
  // A mask is no value: edits take back those they have shown (`takeMasked`) before anything is read.
  if (field.sensitive !== undefined && String(given).includes(maskSign))
    return { problem: '不能含有 *，请填写完整内容' }
  return kindReaders[field.kind](field, given)
}

const UNUSABLE = '含有不能使用的字符'
const LARGEST_TEXT = 100_000
const INT4 = 2_147_483_647

function readText(field: Field, given: unknown, longest: number): Outcome {
  if (typeof given !== 'string' && typeof given !== 'number') return { problem: '应为文本' }
  const value = String(given)
  if (value.includes('\0') || hasLoneSurrogate(value)) return { problem: UNUSABLE }
  const length = [...value].length
  const most = field.max ?? longest
  if (length > most) return { problem: `最多 ${most} 个字，当前 ${length} 个` }
  if (value.trim() === '') return { value: field.required || field.unique ? null : value }
  if (field.min !== undefined && length < field.min) return { problem: `至少 ${field.min} 个字` }
  const pattern = patternOf(field)
  if (pattern && !pattern.test(value)) return { problem: pattern.message }
  return { value }
}

/** Half a character: the database would refuse it. */
function hasLoneSurrogate(value: string): boolean {
  return /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(value)
}

function readNumber(field: Field, given: unknown, type: 'integer' | 'decimal'): Outcome {
  if (given === '') return { value: null }
  if (typeof given !== 'string' && typeof given !== 'number') return { problem: '应为数字' }
  const value = Number(readFieldValue(type, String(given)))
  if (!Number.isFinite(value)) return { problem: type === 'integer' ? '应为整数' : '应为数字' }
  const least = field.from ?? (type === 'integer' ? -INT4 : -1e15)
  const most = field.to ?? (type === 'integer' ? INT4 : 1e15)
  if (value < least || value > most) return { problem: `应在 ${least} 到 ${most} 之间` }
  return { value }
}

function readMoment(type: 'date' | 'dateTime', example: string): (field: Field, given: unknown) => Outcome {
  return (_, given) => {
    if (given === '') return { value: null }
    const value = typeof given === 'string' ? readFieldValue(type, given) : undefined
    if (typeof value !== 'string') return { problem: `的格式应为 ${example}` }
    return { value: type === 'dateTime' && value.length === 10 ? `${value} 00:00:00` : value }
  }
}

/** Parts of a comma text, each once, empty ones dropped. */
function readParts(field: Field, given: unknown): Outcome {
  const joined = Array.isArray(given) ? given.join(',') : given
  const read = readText({ ...field, max: field.max ?? 4000 }, joined, 4000)
  if ('problem' in read || typeof read.value !== 'string') return read
  const parts = [...new Set(read.value.split(',').map((part) => part.trim()))].filter((part) => part !== '')
  const { leastChosen = 0, mostChosen = Infinity } = field
  if (parts.length > 0 && parts.length < leastChosen) return { problem: `最少选择${leastChosen}项` }
  if (parts.length > mostChosen) return { problem: `最多选择${mostChosen}项` }
  return { value: parts.join(',') }
}

function readJson(_: Field, given: unknown): Outcome {
  if (given === '') return { value: null }
  const value = typeof given === 'string' ? parsed(given) : given
  if (value === undefined) return { problem: '不是有效的 JSON' }
  const text = JSON.stringify(value)
  if (text.length > LARGEST_TEXT) return { problem: '内容过长' }
  return text.includes(String.raw`\u0000`) ? { problem: UNUSABLE } : { value }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const kindReaders: Record<FieldKind, (field: Field, given: unknown) => Outcome> = {
  text: (field, given) => readText(field, given, 255),
  code: (field, given) => {
    const read = readText(field, given, 64)
    if ('problem' in read || read.value === null || read.value === '') return read
    return codeText.test.test(String(read.value)) ? read : { problem: codeText.message }
  },
  longText: (field, given) => readText(field, given, LARGEST_TEXT),
  integer: (field, given) => readNumber(field, given, 'integer'),
  decimal: (field, given) => readNumber(field, given, 'decimal'),
  flag: (_, given) => {
    if (given === '') return { value: null }
    const value = readFieldValue('flag', String(given))
    return value === undefined ? { problem: '应为 1（是）或 0（否）' } : { value }
  },
  boolean: (_, given) => {
    if (given === '') return { value: null }
    const value = readFieldValue('boolean', String(given))
    return value === undefined ? { problem: '应为 true 或 false' } : { value }
  },
  // Whether the value stands in the dictionary is asked where the dictionaries are: `check-references.ts`.
  dict: (field, given) => emptyAsNull(readText(field, given, 255)),
  dicts: readParts,
  // A sheet has the words that people read there: those of no choice are told as `checkChoices` tells a value of none.
  dictNumber: (field, given) =>
    typeof given === 'string' && given !== '' && !Number.isFinite(Number(given))
      ? { problem: `的值“${given.slice(0, 40)}”不在可选范围内` }
      : readNumber(field, given, 'integer'),
  ref: (field, given) => emptyAsNull(readText(field, given, 64)),
  refs: readParts,
  // Whether it is a code in use is asked where the areas are; that it is too long for one says nobody anything.
  region: (field, given) => emptyAsNull(readText({ ...field, max: 64 }, given, 64)),
  date: readMoment('date', '2026-01-31'),
  dateTime: readMoment('dateTime', '2026-01-31 08:00:00'),
  json: readJson,
  file: (field, given) => readText(field, given, 1000),
  secret: (field, given) => readText(field, given, 255),
}

function emptyAsNull(read: Outcome): Outcome {
  return 'value' in read && read.value === '' ? { value: null } : read
}
