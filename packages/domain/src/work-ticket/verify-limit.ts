/** What a verifier read at the point: the figure, null where he wrote none, and its unit as he wrote it. */
export interface VerifyReading {
  readonly value: number | null
  readonly unit: string
}

/** A unit as a kind and a power of ten of that kind's base; a unit nobody knows is a kind of its own. */
interface Unit {
  readonly text: string
  readonly kind: string
  readonly exponent: number
}

/** Both ends in the base of their unit; null = no end on that side. */
interface Bounds {
  readonly low: number | null
  readonly high: number | null
  /** Do the ends themselves belong to it? */
  readonly closed: boolean
  /** The unit as the limit's text has it; null where it has none. */
  readonly unit: Unit | null
}

const temperature = 'temperature'

/** Spellings as people type them. `mV` and `MV`, `mPa` and `MPa` are told apart: only the case says which is meant. */
const spellings: readonly (readonly [kind: string, exponent: number, texts: string])[] = [
  ['voltage', -3, 'mV 毫伏'],
  ['voltage', 0, 'V v 伏 伏特'],
  ['voltage', 3, 'kV KV kv Kv 千伏'],
  ['current', -3, 'mA 毫安'],
  ['current', 0, 'A 安 安培'],
  ['current', 3, 'kA KA 千安'],
  ['pressure', 0, 'Pa pa PA 帕'],
  ['pressure', 2, 'mbar 毫巴'],
  ['pressure', 3, 'kPa KPa kpa KPA Kpa 千帕'],
  ['pressure', 5, 'bar Bar BAR 巴'],
  ['pressure', 6, 'MPa Mpa MPA 兆帕'],
  [temperature, 0, '°C °c 摄氏度'],
]
const knownUnits: ReadonlyMap<string, Unit> = new Map(
  spellings.flatMap(([kind, exponent, texts]) =>
    texts.split(' ').map((text) => [text, { text, kind, exponent }] as const),
  ),
)
/** A figure of these kinds is energy, unless a limit allows it. */
const energyKinds: ReadonlySet<string> = new Set(['voltage', 'current', 'pressure'])

/** Longer words first: `小于等于` is not `小于` with a rest. */
const signs: readonly (readonly [sign: '<' | '≤' | '>' | '≥' | '=', words: string])[] = [
  ['≤', '不大于|不超过|不高于|不多于|小于等于|小于或等于|<=|=<|≤|≦|⩽'],
  ['≥', '不小于|不低于|不少于|大于等于|大于或等于|>=|=>|≥|≧|⩾'],
  ['<', '小于|低于|少于|<'],
  ['>', '大于|高于|超过|>'],
  ['=', '等于|=='],
  ['=', '='],
]

const figure = String.raw`[+-]?\d+(?:\.\d+)?`
/** A unit nobody knows may still be compared with itself: `mm`, `%LEL`, `kgf/cm²`. */
const unitText = String.raw`(?:\p{Script=Han}+|[\p{Script=Latin}\p{Script=Greek}%°Ω/·().]+[23]?)?`
const signed = new RegExp(`^(${signs.map(([, words]) => words).join('|')})?(${figure})(${unitText})$`, 'u')
const range = new RegExp(`^(${figure})(${unitText})(?:~|-|至|到)(${figure})(${unitText})$`, 'u')
const around = new RegExp(String.raw`^±(\d+(?:\.\d+)?)(${unitText})$`, 'u')

/** As it is compared: full-width signs and digits, the many dashes and waves of keyboards, blanks. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[−–—]/g, '-')
    .replace(/[〜∼～]/g, '~')
    .replace(/\s/g, '')

const energyUnits = spellings.flatMap(([kind, , texts]) => (energyKinds.has(kind) ? texts.split(' ') : []))
/** A figure with a unit of energy behind it, inside other words; `V-105` and `2个` are none. */
const energyInWords = new RegExp(
  `(?<![\\p{Script=Latin}\\d.-])(${figure})(${energyUnits.toSorted((a, b) => b.length - a.length).join('|')})(?![\\p{Script=Latin}\\d-])`,
  'gu',
)

/**
 * A reading as it was typed. A figure alone has the unit written beside it; in `380V` or `有压 1.2MPa` the text's own unit
 * counts; several of them are no reading of one thing (NaN, which no limit takes); words have no figure (null).
 */
export function readingOf(text: string, unit: string): VerifyReading {
  const written = text.normalize('NFKC').trim()
  if (/^-?\d+(\.\d+)?$/.test(written)) return { value: Number(written), unit }
  const [first, ...more] = plain(text).matchAll(energyInWords)
  if (first === undefined) return { value: null, unit }
  return { value: more.length > 0 ? Number.NaN : Number(first[1]), unit: first[2] ?? '' }
}

/** null: no unit; undefined: words that are none. */
function unitOf(text: string): Unit | null | undefined {
  const written = plain(text)
  if (written === '') return null
  const known = knownUnits.get(written)
  if (known) return known
  return /\p{Script=Han}/u.test(written) ? undefined : { text: written, kind: `?${written}`, exponent: 0 }
}

/** `value` × 10^`exponent` as decimals: 0.05 MPa and 50 kPa are the same figure. */
function shifted(value: number, exponent: number): number {
  const [digits = '', power = '0'] = String(value).split('e')
  return Number(`${digits}e${Number(power) + exponent}`)
}

/** `none`: the text has no figure, the verifier's conclusion counts. `unreadable`: it has one that cannot be compared. */
function readLimit(limit: string): Bounds | 'none' | 'unreadable' {
  const text = plain(limit)
  if (!/\p{N}/u.test(text)) return 'none'
  const one = signed.exec(text)
  if (one) {
    const [, word, bound = '', written = ''] = one
    const sign = signs.find(([, words]) => words.split('|').includes(word ?? '='))?.[0] ?? '='
    const value = Number(bound)
    const low = sign === '≤' || sign === '<' ? null : value
    const high = sign === '≥' || sign === '>' ? null : value
    return inBase({ low, high, closed: sign !== '<' && sign !== '>' }, unitOf(written), unitOf(written))
  }
  const sides = around.exec(text)
  if (sides) {
    const [, bound = '', written = ''] = sides
    return inBase(
      { low: -Number(bound), high: Number(bound), closed: true },
      unitOf(written),
      unitOf(written),
    )
  }
  const ends = range.exec(text)
  if (!ends) return 'unreadable'
  const [, low = '', first = '', high = '', last = ''] = ends
  const unit = unitOf(last)
  return inBase(
    { low: Number(low), high: Number(high), closed: true },
    first === '' ? unit : unitOf(first),
    unit,
  )
}

function inBase(
  { low, high, closed }: Omit<Bounds, 'unit'>,
  lowUnit: Unit | null | undefined,
  unit: Unit | null | undefined,
): Bounds | 'unreadable' {
  if (unit === undefined || lowUnit === undefined || lowUnit?.kind !== unit?.kind) return 'unreadable'
  const from = low === null ? null : shifted(low, lowUnit?.exponent ?? 0)
  const to = high === null ? null : shifted(high, unit?.exponent ?? 0)
  return from !== null && to !== null && from > to ? 'unreadable' : { low: from, high: to, closed, unit }
}

/** The unit a reading is asked in: that of the limit's text, '' where it has none. */
export function limitUnit(limit: string): string {
  const bounds = readLimit(limit)
  if (bounds === 'none' || bounds === 'unreadable') return ''
  return bounds.unit?.text === '°C' ? '℃' : (bounds.unit?.text ?? '')
}

/** What is wrong with the text of a limit (`LoPoint.verifyLimit`), for whoever writes it; null: it can be compared, or has no figure. */
export function limitTextGap(limit: string): string | null {
  const bounds = readLimit(limit)
  if (bounds !== 'none' && bounds !== 'unreadable')
    return isEndless(bounds) ? `${endless(limit)}，请写明上限，例如 0 V、≤50 V、≤0.05 MPa` : null
  return bounds === 'none'
    ? null
    : `合格判据“${limit}”中有数值但无法识别：请只写比较符号、数值和单位，例如 0 V、≤0.05 MPa、不大于 50 V、0~50 V；其余要求写在操作说明里`
}

/**
 * Why a reading is not inside `LoPoint.verifyLimit` (G12), Chinese; null: it is. `0 V` means exactly 0; `≤0.00 MPa` compares; the
 * unit is the limit's or one converted, and a figure without it proves nothing (9-acceptance §9.1 "unit mismatch"). A
 * value below zero counts by its size (a voltmeter held the other way round), unless the limit itself speaks of values
 * below zero, or of temperature. A limit without a figure (`放空阀全开`) is judged by the verifier's conclusion, but a voltage,
 * current or pressure that was read is energy; a limit with a figure nobody can read proves nothing.
 */
export function limitGap(limit: string, { value, unit }: VerifyReading): string | null {
  const bounds = readLimit(limit)
  if (bounds === 'unreadable') return `合格判据“${limit}”无法识别，须先在隔离点中改写，例如 ≤50 V`
  const read = unitOf(unit)
  const said = `验证值 ${value ?? '未填'} ${unit}`.trimEnd()
  if (bounds !== 'none' && isEndless(bounds)) return `${endless(limit)}，须先在隔离点中改写，例如 ≤50 V`
  if (bounds === 'none') return unlimitedGap(value, read) ? `${said}没有可比较的合格判据` : null
  if (value === null || !Number.isFinite(value)) return `${said}超出判据 ${limit}`
  const asked = bounds.unit
  if (asked !== null && read === null) return `${said}没有单位，判据为 ${limit}`
  if (read === undefined || !comparable(bounds, read)) return `${said}的单位与判据 ${limit} 不符`
  return isWithin(bounds, shifted(value, read?.exponent ?? 0)) ? null : `${said}超出判据 ${limit}`
}

/** Is a reading inside the limit of its point (G12)? */
export const insideLimit = (limit: string, reading: VerifyReading): boolean =>
  limitGap(limit, reading) === null

const endless = (limit: string): string => `合格判据“${limit}”没有上限，有能量的读数也会合格`

/** Does a limit say nothing against energy: no upper end for what is energy, or for anything that is above zero? */
const isEndless = ({ low, high, unit }: Bounds): boolean =>
  high === null &&
  unit?.kind !== temperature &&
  ((unit !== null && energyKinds.has(unit.kind)) || low === null || low <= 0)

const unlimitedGap = (value: number | null, unit: Unit | null | undefined): boolean =>
  value !== null && value !== 0 && (unit === null || (unit !== undefined && energyKinds.has(unit.kind)))

/** Zero is zero in every unit but a temperature's. */
function comparable({ low, high, unit }: Bounds, read: Unit | null): boolean {
  if (unit !== null) return read?.kind === unit.kind
  const isZero = (low === null || low === 0) && high === 0
  return read === null || (isZero && read.kind !== temperature)
}

function isWithin({ low, high, closed, unit }: Bounds, figure: number): boolean {
  const bySize = unit?.kind !== temperature && high !== null && high >= 0 && (low === null || low >= 0)
  const value = bySize ? Math.abs(figure) : figure
  const above = low === null || (closed ? value >= low : value > low)
  return above && (high === null || (closed ? value <= high : value < high))
}
