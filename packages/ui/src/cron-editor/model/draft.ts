import { composePart, CronError, cronUnits, parsePart, type CronPart, type CronUnit } from '@suoan/kit/cron'

type Texts = Readonly<Record<CronUnit, string>>

/** An expression while it is edited: its parts as they are written, right or wrong. */
export interface CronDraft {
  readonly texts: Texts
  /** What was typed in one piece and has not the right number of parts; the parts wait as they were. */
  readonly whole: string | null
}

/** 2-data-entry.md §4: every part is each one of its unit, but the weekday leaves the day its say. */
const fresh: Texts = { second: '*', minute: '*', hour: '*', day: '*', month: '*', week: '?', year: '*' }

/** The draft of an expression of six or seven parts; of none at all a fresh one. */
export function draftOf(expression: string, present: Texts = fresh): CronDraft {
  const [second, minute, hour, day, month, week, year = '*', ...more] = expression.trim().split(/\s+/)
  if (!second) return { texts: fresh, whole: null }
  return minute && hour && day && month && week && more.length === 0
    ? { texts: { second, minute, hour, day, month, week, year }, whole: null }
    : { texts: present, whole: expression }
}

/** The expression of a draft, with all seven parts. */
export const expressionOf = ({ texts, whole }: CronDraft): string =>
  whole ?? cronUnits.map((unit) => texts[unit]).join(' ')

/** The part a text stands for. What cannot be read is shown as every one; its text stays (2-data-entry.md §4). */
export function partOf({ texts }: CronDraft, unit: CronUnit): CronPart {
  try {
    return parsePart(texts[unit], unit)
  } catch (error) {
    if (error instanceof CronError) return { mode: 'every' }
    throw error
  }
}

/** Another part, with what follows from it for the others. */
export const changePart = (draft: CronDraft, unit: CronUnit, part: CronPart): CronDraft =>
  changeText(draft, unit, composePart(part))

/** The same by its text, e.g. as typed. An empty text is the part of a fresh draft. */
export function changeText(draft: CronDraft, unit: CronUnit, typed: string): CronDraft {
  const text = typed.trim() === '' ? fresh[unit] : typed.trim()
  if (text === draft.texts[unit]) return { ...draft, whole: null }
  return { texts: fillFrom(exclude({ ...draft.texts, [unit]: text }, unit), unit), whole: null }
}

/** Of day and week one alone speaks, the other one is `?`. */
function exclude(texts: Texts, changed: CronUnit): Texts {
  if (changed !== 'day' && changed !== 'week') return texts
  const other = changed === 'day' ? 'week' : 'day'
  if (texts[changed] !== '?') return { ...texts, [other]: '?' }
  return texts[other] === '?' ? { ...texts, [other]: '*' } : texts
}

/**
 * A part that no longer is every one gives the smaller ones a fixed value, else a run "at 3 o'clock" would be one in
 * each of its seconds. What was filled in fills on.
 */
function fillFrom(texts: Texts, changed: CronUnit): Texts {
  const filled = smallerOf(texts, changed)
  return filled ? fillFrom({ ...texts, [filled.unit]: filled.text }, filled.unit) : texts
}

function smallerOf(
  texts: Texts,
  changed: CronUnit,
): { readonly unit: CronUnit; readonly text: string } | null {
  const isEvery = (unit: CronUnit) => texts[unit] === '*'
  switch (changed) {
    case 'minute':
      return !isEvery('minute') && isEvery('second') ? { unit: 'second', text: '0' } : null
    case 'hour':
      return !isEvery('hour') && isEvery('minute') ? { unit: 'minute', text: '0' } : null
    case 'day':
    case 'week':
      return texts[changed] !== '?' && isEvery('hour') ? { unit: 'hour', text: '0' } : null
    case 'month':
      if (isEvery('month')) return null
      if (texts.day === '?') return isEvery('week') ? { unit: 'week', text: '1' } : null
      return isEvery('day') ? { unit: 'day', text: '1' } : null
    case 'year':
      return !isEvery('year') && isEvery('month') ? { unit: 'month', text: '1' } : null
    case 'second':
      return null
    default:
      return changed satisfies never
  }
}
