import { describe, expect, it } from 'vitest'
import { dueTimes, MOST_CAUGHT_UP } from './due-times.ts'

const at = (text: string): number => Date.parse(`${text}+08:00`)
const iso = (times: readonly number[]): string[] =>
  times.map((time) => new Date(time + 8 * 3_600_000).toISOString().slice(0, 19))
const every10min = '0 0/10 * * * ? *'

describe('the times of a job that have come', () => {
  it('one that is on time runs, and the next is the one after it', () => {
    const due = dueTimes(every10min, {
      next: at('2026-03-02T08:00:00'),
      now: at('2026-03-02T08:00:01'),
      misfire: 'once',
      isWaiting: false,
    })
    expect(iso(due.runs)).toEqual(['2026-03-02T08:00:00'])
    expect(due.missed).toBeNull()
    expect(due.next).toBe(at('2026-03-02T08:10:00'))
  })

  it.each([
    ['once', ['2026-03-02T10:00:00'], 12],
    ['skip', ['2026-03-02T10:00:00'], 12],
    ['catchUp', undefined, 0],
  ] as const)('after two hours without a server, %s', (misfire, runs, missed) => {
    const due = dueTimes(every10min, {
      next: at('2026-03-02T08:00:00'),
      now: at('2026-03-02T10:00:30'),
      misfire,
      isWaiting: false,
    })
    if (runs) expect(iso(due.runs)).toEqual(runs)
    else expect(due.runs).toHaveLength(13)
    expect(due.missed?.count ?? 0).toBe(missed)
    expect(due.next).toBe(at('2026-03-02T10:10:00'))
  })

  it('skip runs nothing when the last time is too long ago; catchUp runs the latest twenty', () => {
    const long = { next: at('2026-03-01T00:00:00'), now: at('2026-03-02T10:05:00'), isWaiting: false }
    const skipped = dueTimes(every10min, { ...long, misfire: 'skip' })
    expect(skipped.runs).toEqual([])
    expect(skipped.missed?.count).toBe(34 * 6 + 1)
    const caught = dueTimes(every10min, { ...long, misfire: 'catchUp' })
    expect(caught.runs).toHaveLength(MOST_CAUGHT_UP)
    expect(caught.runs.at(-1)).toBe(at('2026-03-02T10:00:00'))
    expect(caught.missed).toMatchObject({
      count: 34 * 6 + 1 - MOST_CAUGHT_UP,
      first: at('2026-03-01T00:00:00'),
    })
  })

  it('nothing is put behind a run that still waits, and that is told', () => {
    const due = dueTimes('0/10 * * * * ? *', {
      next: at('2026-03-02T08:00:00'),
      now: at('2026-03-02T08:00:25'),
      misfire: 'once',
      isWaiting: true,
    })
    expect(due.runs).toEqual([])
    expect(due.missed?.count).toBe(3)
  })

  it('an expression that runs every second is counted no longer than the limit after a year away', () => {
    const due = dueTimes('* * * * * ? *', {
      next: at('2025-03-02T08:00:00'),
      now: at('2026-03-02T08:00:00'),
      misfire: 'once',
      isWaiting: false,
    })
    expect(due.runs).toHaveLength(1)
    expect(due.next).toBe(at('2026-03-02T08:00:01'))
  })

  it('an expression whose years are over has no next time', () => {
    const due = dueTimes('0 0 8 2 3 ? 2026', {
      next: at('2026-03-02T08:00:00'),
      now: at('2026-03-02T08:00:00'),
      misfire: 'once',
      isWaiting: false,
    })
    expect(due.runs).toHaveLength(1)
    expect(due.next).toBeNull()
  })
})
