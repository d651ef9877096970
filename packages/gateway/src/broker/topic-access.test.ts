import type { DeviceIdentity } from '@suoan/contract/device'
import { describe, expect, it } from 'vitest'
import { filterCovers, maySubscribe } from './topic-access.ts'

describe('topic filters', () => {
  it.each([
    ['lo/v1/0/LK4/down/#', 'lo/v1/0/LK4/down/cmd', true],
    ['lo/v1/0/LK4/down', 'lo/v1/0/LK4/down/cmd', false],
    ['lo/v1/0/GW1/child/+/down/#', 'lo/v1/0/GW1/child/LK1/down/cmd', true],
    ['lo/v1/0/GW1/child/+/down/cmd', 'lo/v1/0/GW1/child/LK1/down/grant', false],
    ['lo/v1/0/LK4/down/cmd', 'lo/v1/0/LK4/down', false],
  ])('%s covers %s: %s', (filter, topic, covers) => {
    expect(filterCovers(filter, topic)).toBe(covers)
  })

  const gateway: DeviceIdentity = { tenantId: 0, sn: 'GW1', children: ['LK1'] }
  it.each([
    ['down/cmd', true],
    ['down/#', true],
    ['down/+', true],
    ['#', false],
    ['down', false],
    ['up/#', false],
    ['child/+/down/#', true],
    ['child/LK1/down/cmd', true],
    ['child/#', false],
    ['child/#/down/cmd', false],
    ['child/LK1/up/event', false],
  ])('a gateway may listen to its own %s: %s', (below, may) => {
    expect(maySubscribe(gateway, `lo/v1/0/GW1/${below}`)).toBe(may)
  })

  it.each(['+/down/#', 'lo/v1/0/+/down/#', 'lo/v1/0/GW2/down/#', '$share/a/lo/v1/0/GW1/down/#'])(
    'no device may listen to %s',
    (filter) => expect(maySubscribe(gateway, filter)).toBe(false),
  )

  it('a lock may not listen to children', () => {
    expect(maySubscribe({ ...gateway, children: [] }, 'lo/v1/0/GW1/child/LK1/down/cmd')).toBe(false)
  })
})
