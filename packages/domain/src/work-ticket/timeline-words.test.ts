import { describe, expect, it } from 'vitest'
import { timelineWords } from './timeline-words.ts'

const detail = {
  points: [{ pointId: 'p1', pointCode: 'Q1', pointName: '断路器' }],
  people: [
    { id: 'n1', name: '孙作' },
    { id: 'n2', name: '周作' },
  ],
  locks: [{ lockId: 'k1', lockCode: 'LK1' }],
}
const words = (event: string, diff: unknown, hasMoved = false) =>
  timelineWords({ event, diff, hasMoved }, detail)

describe('the timeline', () => {
  it('T27 T44 a signature that waits for others is a request, the last one is the event', () => {
    expect(words('start', null).title).toBe('申请开工')
    expect(words('start', null, true).title).toBe('开工')
    expect(words('finish', { closeResult: '1' }).title).toBe('申请完工')
    expect(words('finish', null).title).toBe('属地验收')
  })
  it('says which point and lock were meant', () => {
    expect(words('pointLock', { pointId: 'p1', lockId: 'k1' })).toEqual({
      title: '隔离点上锁',
      about: 'Q1 断路器 · LK1',
    })
  })
  it('names what was noted on the site, and about whom', () => {
    expect(words('note', { note: 'brief', personIds: ['n1', 'n2'] })).toEqual({
      title: '安全交底',
      about: '孙作、周作',
    })
    const gas = { pointDesc: '泵坑底部', gasCode: 'O2', value: 20.9, unit: '%VOL', pass: true }
    expect(words('note', gas)).toEqual({ title: '气体检测', about: '泵坑底部 O2 20.9 %VOL' })
  })
  it('an unknown note or diff still has words', () => {
    expect(words('note', ['odd'])).toEqual({ title: '现场登记', about: '' })
  })
})
