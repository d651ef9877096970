import { describe, expect, it } from 'vitest'
import {
  deviceResultText,
  downTopic,
  eventMessage,
  isKnownEventType,
  parseUpTopic,
  statusMessage,
  upTopic,
} from './index.ts'

const event = { id: '01JZ8Q3M7T4C8Y2K9E5V6W7X8Y', type: 'OPEN', ts: 1_796_006_400_980 }
const message = {
  v: 1,
  sn: 'LO2B00000123',
  boot: '9f31c2aa',
  seq: 4187,
  ts: 1_796_006_401_250,
  tq: 2,
  events: [event],
}

describe('device topics', () => {
  it('puts a child below its gateway and finds it again', () => {
    const topic = upTopic({ tenantId: 0, sn: 'LK1', parentSn: 'GW1' }, 'event')
    expect(topic).toBe('lo/v1/0/GW1/child/LK1/up/event')
    expect(parseUpTopic(topic)).toEqual({ tenantId: 0, sn: 'LK1', parentSn: 'GW1', suffix: 'event' })
    expect(parseUpTopic('lo/v1/12/LK4/up/birth')).toEqual({
      tenantId: 12,
      sn: 'LK4',
      parentSn: null,
      suffix: 'birth',
    })
    expect(downTopic({ tenantId: 0, sn: 'LK4' }, 'cmd')).toBe('lo/v1/0/LK4/down/cmd')
  })

  it('knows no topic that is not one of ours', () => {
    const foreign = [
      'lo/v1/0/LK1/down/cmd',
      'lo/v2/0/LK1/up/event',
      'lo/v1/x/LK1/up/event',
      'lo/v1/0/L/K/up/event',
      'lo/v1/0/LK1/up/event/more',
      '$SYS/x',
      'lo/v1/0/锁/up/event',
      '',
    ]
    expect(foreign.map(parseUpTopic)).toEqual(foreign.map(() => undefined))
  })
})

describe('device payloads', () => {
  it('reads the example of the specification and drops unknown fields', () => {
    const read = eventMessage.parse({
      ...message,
      extra: 1,
      events: [{ ...event, novelty: true, tok: null }],
    })
    expect(read.events[0]).toEqual({ ...event, hist: false, ok: true, tok: null })
    expect(read).not.toHaveProperty('extra')
  })

  it.each([
    ['no events', { events: [] }],
    ['51 events', { events: Array.from({ length: 51 }, () => event) }],
    ['a fraction of a millisecond', { ts: 1.5 }],
    ['a time as text', { ts: '1796006401250' }],
    ['sequence 0', { seq: 0 }],
    ['battery 101', { events: [{ ...event, batt: 101 }] }],
    ['an id that is no ULID', { events: [{ ...event, id: 'x' }] }],
    ['version 2', { v: 2 }],
    ['a boot that is not hexadecimal', { boot: 'zzzzzzzz' }],
    ['a time no calendar holds', { ts: 9e15 }],
  ])('refuses %s', (_what, wrong) => {
    expect(eventMessage.safeParse({ ...message, ...wrong }).success).toBe(false)
  })

  it('lets time 0, the year 2099 and an unknown event type through for later judgement', () => {
    for (const ts of [0, Date.UTC(2099, 0, 1)])
      expect(eventMessage.safeParse({ ...message, ts }).success).toBe(true)
    expect(eventMessage.safeParse({ ...message, events: [{ ...event, type: 'WARP' }] }).success).toBe(true)
    expect([isKnownEventType('WARP'), isKnownEventType('FORCE')]).toEqual([false, true])
  })

  it('reads a last will, which has neither sequence nor time', () => {
    expect(statusMessage.parse({ v: 1, sn: 'LK4', boot: '9f31c2aa', status: 'offline' })).toMatchObject({
      ts: 0,
      tq: 0,
    })
  })

  it('shows result codes in Chinese and unknown ones as they came', () => {
    expect(deviceResultText('LO-D2009')).toBe('设备冻结')
    expect(deviceResultText('toString')).toBe('设备返回代码 toString')
  })
})
