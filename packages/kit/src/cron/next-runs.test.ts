import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shanghaiMoment, shanghaiTime } from '../shanghai/index.ts'
import { CronError, nextRuns } from './index.ts'
import { expressions, wholeMinutes, type MeantExpression, type Shown } from './testing/expressions.ts'

const shanghai = 'Asia/Shanghai'

/** Ten runs as Shanghai writes them, after a time of Shanghai. */
const runsAfter = (expression: string, from: string, count = 10): string[] =>
  nextRuns(expression, { from: new Date(shanghaiMoment(from)), count, zone: shanghai }).map((at) =>
    shanghaiTime(at.getTime()),
  )

interface Golden {
  readonly expression: string
  readonly runs?: readonly string[]
  readonly invalid?: true
}

/** Written by Quartz 2.3.2 itself: the next ten runs after 2026-11-21 00:00:00 in Shanghai, or that it refuses. */
const golden = readFileSync(new URL('./testing/quartz-golden.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): Golden => JSON.parse(line))

describe('against Quartz 2.3.2', () => {
  const answered = ({ expression }: Golden) => {
    try {
      return { expression, runs: runsAfter(expression, '2026-11-21 00:00:00') }
    } catch (error) {
      if (error instanceof CronError) return { expression, invalid: true }
      throw error
    }
  }

  it('runs at the same ten times and refuses the same expressions, 1,200 of them', () => {
    expect(golden).toHaveLength(1200)
    expect(golden.map(answered)).toEqual(golden)
  })
})

const shownAt = (wall: number): Shown => {
  const date = new Date(wall)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: date.getUTCDay() + 1,
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  }
}

const day = 86_400_000

/** The seconds of a day, in ms, at which an expression runs. */
const timesOf = ({ fits }: MeantExpression): number[] => {
  const upTo = (size: number) => Array.from({ length: size }, (_, n) => n)
  const [minutes, seconds] = [upTo(60).filter(fits.minute), upTo(60).filter(fits.second)]
  return upTo(24)
    .filter(fits.hour)
    .flatMap((h) => minutes.flatMap((m) => seconds.map((s) => ((h * 60 + m) * 60 + s) * 1000)))
}

/** Runs or none; the generator also makes dates that no year has. */
const runsOrNone = (expression: string, options: Parameters<typeof nextRuns>[1]): number[] => {
  try {
    return nextRuns(expression, options).map((at) => at.getTime())
  } catch (error) {
    if (error instanceof CronError && error.reason.includes('永远不会执行')) return []
    throw error
  }
}

describe('against a walk over the calendar', () => {
  const someTime = fc.date({
    min: new Date('2024-01-01Z'),
    max: new Date('2027-12-31Z'),
    noInvalidDate: true,
  })

  it('runs where every part fits, and nowhere else', () => {
    fc.assert(
      fc.property(expressions, someTime, (expression, from) => {
        const after = from.getTime()
        const today = Math.floor(after / day) * day
        const end = today + 3 * 366 * day
        const times = timesOf(expression)
        const walked: number[] = []
        for (let date = today; date < end && walked.length < 10; date += day) {
          if (!expression.fitsDate(shownAt(date))) continue
          for (const time of times) if (date + time > after && walked.length < 10) walked.push(date + time)
        }
        const runs = runsOrNone(expression.text, { from, count: 10, zone: 'UTC' })
        expect(runs.filter((at) => at < end)).toEqual(walked)
      }),
      { numRuns: 300 },
    )
  })

  it('goes on where it left off: the next one after each run is the run after it', () => {
    fc.assert(
      fc.property(expressions, someTime, (expression, from) => {
        const runs = runsOrNone(expression.text, { from, count: 5, zone: 'Europe/Berlin' })
        const chained = runs.map(
          (_, n) =>
            runsOrNone(expression.text, {
              from: n === 0 ? from : new Date(runs[n - 1] ?? 0),
              count: 1,
              zone: 'Europe/Berlin',
            })[0],
        )
        expect(chained).toEqual(runs)
      }),
    )
  })
})

describe('where clocks are changed', () => {
  /** Every minute of the three days around a change, with what a clock of the zone shows. */
  const minutesAround = (zone: string, date: string) => {
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    const start = Date.parse(`${date}T00:00:00Z`) - day
    return Array.from({ length: 3 * 24 * 60 }, (_, n) => {
      const at = start + n * 60_000
      const wall = Date.parse(`${format.format(at).replace(' ', 'T')}Z`)
      return { at, wall, shown: shownAt(wall) }
    })
  }

  it.each([
    ['Europe/Berlin', '2026-03-29'],
    ['Europe/Berlin', '2026-10-25'],
    ['America/New_York', '2026-03-08'],
    ['America/New_York', '2026-11-01'],
    ['Australia/Lord_Howe', '2026-04-04'],
    ['Australia/Lord_Howe', '2026-10-03'],
    ['Asia/Shanghai', '2026-10-25'],
  ])('%s, %s: no run in a skipped hour; in a doubled one both passes, or the second', (zone, date) => {
    const minutes = minutesAround(zone, date)
    const first = minutes[0]?.at ?? 0
    const lastMomentOf = new Map(minutes.map(({ at, wall }) => [wall, at]))
    const change = minutes.findIndex(
      ({ wall }, n) => wall - (minutes[n - 1]?.wall ?? wall - 60_000) !== 60_000,
    )
    const starts = fc.oneof(
      fc.nat(minutes.length - 1),
      fc.integer({ min: -90, max: 90 }).map((near) => Math.max(change, 90) + near),
    )
    fc.assert(
      fc.property(wholeMinutes, starts, (expression, begin) => {
        const after = first + begin * 60_000
        const { text, fits } = expression
        const walked = minutes
          .filter(
            ({ at, wall, shown }) =>
              at > after &&
              fits.hour(shown.hour) &&
              fits.minute(shown.minute) &&
              (expression.runsEachHour || lastMomentOf.get(wall) === at) &&
              expression.fitsDate(shown),
          )
          .map(({ at }) => at)
        const runs = runsOrNone(text, { from: new Date(after), count: walked.length + 1, zone })
        expect(runs.filter((at) => at < first + 3 * day)).toEqual(walked)
      }),
      { numRuns: 100 },
    )
  })

  const berlin = (expression: string, from: string, count: number) =>
    nextRuns(expression, { from: new Date(from), count, zone: 'Europe/Berlin' }).map((at) => at.toISOString())

  it('a daily run at 02:30 is left out on the day that has no 02:30', () => {
    expect(berlin('0 30 2 * * ?', '2026-03-28T00:00:00Z', 2)).toEqual([
      '2026-03-28T01:30:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ])
  })

  it('a daily run at 02:30 comes once on the day that has two', () => {
    expect(berlin('0 30 2 * * ?', '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T01:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ])
  })

  it('a run every half hour is never an hour late', () => {
    expect(berlin('0 0/30 * * * ?', '2026-10-25T00:00:00Z', 4)).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T01:00:00.000Z',
      '2026-10-25T01:30:00.000Z',
      '2026-10-25T02:00:00.000Z',
    ])
  })

  it('asked within the first pass, it still finds what the second has before that minute', () => {
    expect(berlin('0 5 2 * * ?', '2026-10-25T00:30:00Z', 1)).toEqual(['2026-10-25T01:05:00.000Z'])
    expect(berlin('0 0/20 * * * ?', '2026-10-25T00:30:00Z', 4)).toEqual([
      '2026-10-25T00:40:00.000Z',
      '2026-10-25T01:00:00.000Z',
      '2026-10-25T01:20:00.000Z',
      '2026-10-25T01:40:00.000Z',
    ])
  })

  it('what falls into skipped hours alone has no runs, and the search ends', () => {
    expect(berlin('* * 2 ? 3 1L', '2026-01-01T00:00:00Z', 1)).toEqual([])
  })
})

describe('the end of the search', () => {
  it('a year that is over has no runs', () => {
    expect(runsAfter('0 0 0 1 1 ? 2020', '2026-11-21 00:00:00')).toEqual([])
  })

  it('a leap day on a Monday is found years ahead', () => {
    expect(runsAfter('0 0 0 29W 2 ? *', '2026-11-21 00:00:00', 2)).toEqual([
      '2028-02-29 00:00:00',
      '2032-02-27 00:00:00',
    ])
  })

  it('looks a hundred years ahead and no further', () => {
    expect(runsAfter('0 0 0 1 1 ? 2127', '2026-11-21 00:00:00')).toEqual([])
    expect(runsAfter('0 0 0 1 1 ? 2126', '2026-11-21 00:00:00')).toEqual(['2126-01-01 00:00:00'])
  })

  it('asks for no runs get none', () =>
    expect(runsAfter('* * * * * ?', '2026-11-21 00:00:00', 0)).toEqual([]))

  it('a moment that is a run is not its own next one', () => {
    expect(runsAfter('* * * * * ?', '2026-12-31 23:59:59', 2)).toEqual([
      '2027-01-01 00:00:00',
      '2027-01-01 00:00:01',
    ])
  })

  it('a zone that is not in the list is an error of the caller', () => {
    expect(() => nextRuns('* * * * * ?', { from: new Date(0), count: 1, zone: 'Mars/Base' })).toThrow(
      RangeError,
    )
  })
})
