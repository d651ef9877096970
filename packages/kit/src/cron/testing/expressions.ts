import fc from 'fast-check'

/** What a clock and a calendar show at a moment. Weekdays from Sunday, 1. */
export interface Shown {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly weekday: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

/** A part of an expression beside what it means, said without any code of the parser. */
interface Meant<T> {
  readonly text: string
  readonly fits: (value: T) => boolean
}

export interface MeantExpression {
  readonly text: string
  readonly fitsDate: (shown: Shown) => boolean
  readonly fits: Readonly<Record<'hour' | 'minute' | 'second', (value: number) => boolean>>
  readonly runsEachHour: boolean
}

const everything: Meant<number> = { text: '*', fits: () => true }

const within = (min: number, max: number) => fc.integer({ min, max })

function numbers(min: number, max: number, names: readonly string[] = []): fc.Arbitrary<Meant<number>> {
  const name = (value: number) => names[value - min] ?? String(value)
  const value = within(min, max)
  const size = max - min + 1
  const span = fc.tuple(value, value)
  const fitsSpan = (from: number, to: number) => (one: number) =>
    (one - from + size) % size <= (to - from + size) % size
  const single = fc.oneof(
    value.map((one) => ({ text: String(one), fits: (other: number) => other === one })),
    value.map((one) => ({ text: name(one), fits: (other: number) => other === one })),
    span.map(([from, to]) => ({ text: `${from}-${to}`, fits: fitsSpan(from, to) })),
    span.map(([from, to]) => ({ text: `${name(from)}-${name(to)}`, fits: fitsSpan(from, to) })),
    fc.tuple(value, within(1, size - 1)).map(([from, step]) => ({
      text: `${from}/${step}`,
      fits: (one: number) => one >= from && (one - from) % step === 0,
    })),
    within(1, size - 1).map((step) => ({
      text: `*/${step}`,
      fits: (one: number) => (one - min) % step === 0,
    })),
    fc.tuple(value, value, within(1, size - 1)).map(([from, to, step]) => ({
      text: `${from}-${to}/${step}`,
      fits: (one: number) => fitsSpan(from, to)(one) && ((one - from + size) % size) % step === 0,
    })),
  )
  return fc.oneof(
    fc.constant(everything),
    single,
    fc.array(single, { minLength: 2, maxLength: 4 }).map((several) => ({
      text: several.map(({ text }) => text).join(','),
      fits: (one: number) => several.some(({ fits }) => fits(one)),
    })),
  )
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']

const weekdayOf = ({ year, month }: Shown, day: number): number =>
  new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 1

/** Every day of the month of a date. */
const monthOf = ({ year, month }: Shown): number[] =>
  Array.from({ length: 31 }, (_, n) => n + 1).filter(
    (day) => new Date(Date.UTC(year, month - 1, day)).getUTCMonth() === month - 1,
  )

/** Of all workdays of its month the one with the fewest days between. */
const nearest = (shown: Shown, day: number): number | undefined =>
  monthOf(shown).includes(day)
    ? monthOf(shown)
        .filter((other) => ![1, 7].includes(weekdayOf(shown, other)))
        .toSorted((one, other) => Math.abs(one - day) - Math.abs(other - day))[0]
    : undefined

const before = within(0, 27)
const last = (back: number) => (back === 0 ? 'L' : `L-${back}`)

/** The parts of day and weekday, of which one is `?`. */
const days: fc.Arbitrary<Meant<Shown> & { readonly week: string }> = fc.oneof(
  numbers(1, 31).map(({ text, fits }) => ({ text, week: '?', fits: ({ day }: Shown) => fits(day) })),
  within(1, 31).map((day) => ({
    text: `${day}W`,
    week: '?',
    fits: (shown: Shown) => shown.day === nearest(shown, day),
  })),
  before.map((back) => ({
    text: last(back),
    week: '?',
    fits: (shown: Shown) => shown.day === monthOf(shown).length - back,
  })),
  before.map((back) => ({
    text: `${last(back)}W`,
    week: '?',
    fits: (shown: Shown) => shown.day === nearest(shown, monthOf(shown).length - back),
  })),
  numbers(1, 7, weekdays).map(({ text, fits }) => ({
    text: '?',
    week: text,
    fits: ({ weekday }: Shown) => fits(weekday),
  })),
  within(1, 7).map((weekday) => ({
    text: '?',
    week: `${weekday}L`,
    fits: (shown: Shown) => shown.weekday === weekday && !monthOf(shown).includes(shown.day + 7),
  })),
  fc.tuple(within(1, 7), within(1, 5)).map(([weekday, nth]) => ({
    text: '?',
    week: `${weekdays[weekday - 1]}#${nth}`,
    fits: (shown: Shown) => shown.weekday === weekday && Math.ceil(shown.day / 7) === nth,
  })),
)

const years = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom({ ...everything, text: '' }, everything) },
  within(2025, 2030).map((year) => ({ text: String(year), fits: (one: number) => one === year })),
  fc.tuple(within(2020, 2030), within(1, 5)).map(([from, step]) => ({
    text: `${from}/${step}`,
    fits: (one: number) => one >= from && (one - from) % step === 0,
  })),
)

const always = Array.from({ length: 24 }, (_, hour) => hour)

const expressionsOf = (second: fc.Arbitrary<Meant<number>>): fc.Arbitrary<MeantExpression> =>
  fc
    .record({
      second,
      minute: numbers(0, 59),
      hour: numbers(0, 23),
      days,
      month: numbers(1, 12, months),
      year: years,
    })
    .map(({ second: seconds, minute, hour, days: { text, week, fits }, month, year }) => ({
      text: [seconds.text, minute.text, hour.text, text, month.text, week, year.text].join(' ').trim(),
      fitsDate: (shown) => month.fits(shown.month) && year.fits(shown.year) && fits(shown),
      fits: { hour: hour.fits, minute: minute.fits, second: seconds.fits },
      runsEachHour: always.every((one) => hour.fits(one)),
    }))

/** Expressions of every form with what they mean. */
export const expressions = expressionsOf(numbers(0, 59))

/** Those that run at second 0 alone. */
export const wholeMinutes = expressionsOf(fc.constant({ text: '0', fits: (second: number) => second === 0 }))
