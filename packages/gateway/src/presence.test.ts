import type { PresenceChange } from '@suoan/contract/device'
import { expect, it } from 'vitest'
import { createPresence } from './presence.ts'

it('what a foreign carrier says of a lock neither hides what its own says nor takes it off line', () => {
  const changes: PresenceChange[] = []
  const presence = createPresence((change) => changes.push(change))
  const device = (sn: string, parentSn: string | null = null) => ({ tenantId: 0, sn, parentSn })
  presence.set(device('GW1'), true, 1)
  presence.set(device('K1'), true, 1)
  presence.set(device('LK1', 'GW1'), false, 2)
  presence.set(device('LK1', 'K1'), true, 3)
  expect(presence.obstacle(device('LK1', 'GW1'))).toBe('LO-D3004')

  // Told, though the key has said so already.
  presence.set(device('LK1', 'GW1'), true, 4)
  expect(changes.at(-1)).toMatchObject({ sn: 'LK1', parentSn: 'GW1', online: true, at: 4 })
  presence.set(device('K1'), false, 5)
  expect(presence.obstacle(device('LK1', 'GW1'))).toBeUndefined()
  presence.set(device('GW1'), false, 6)
  expect(presence.obstacle(device('LK1', 'GW1'))).toBe('LO-D3001')
  expect(changes.at(-1)).toMatchObject({ sn: 'LK1', parentSn: 'GW1', online: false, at: 6 })
})
