import { expect, test } from 'vitest'
import { lockTypeMistake, type LockTypeBounds } from './type-bounds.ts'

const padlock: LockTypeBounds = {
  commType: 'BLE',
  purposes: '1,3,4',
  heartbeatSec: 300,
  offlineSec: 1800,
  battLow: 20,
  battCrit: 10,
  ticketRequired: 1,
}

test.each<Partial<LockTypeBounds>>([
  {},
  { commType: 'NB', heartbeatSec: 86_400, offlineSec: 173_400 },
  { commType: 'LORA', heartbeatSec: 21_600, offlineSec: 43_200 },
  { commType: 'KEY', heartbeatSec: 0, offlineSec: 0 },
  { purposes: '2,5', ticketRequired: 0 },
  { heartbeatSec: null, offlineSec: null, battLow: null, battCrit: null, ticketRequired: null },
])('%j is sound (3-domain.md §3.2, §5.3)', (change) => {
  expect(lockTypeMistake({ ...padlock, ...change })).toBeNull()
})

test.each<[Partial<LockTypeBounds>, string]>([
  [{ battLow: 10 }, '低电'],
  [{ offlineSec: 599 }, '两倍'],
  [{ heartbeatSec: 601, offlineSec: 1800 }, '心跳周期'],
  [{ offlineSec: 1801 }, '离线判定'],
  [{ commType: 'NB', heartbeatSec: 86_401, offlineSec: 173_400 }, '心跳周期'],
  [{ commType: 'LORA', heartbeatSec: 300, offlineSec: 43_201 }, '离线判定'],
  [{ commType: null, heartbeatSec: 999_999, offlineSec: 9_999_999 }, '心跳周期'],
  [{ ticketRequired: 0 }, '凭票开锁'],
])('%j is refused: %s', (change, text) => {
  expect(lockTypeMistake({ ...padlock, ...change })).toContain(text)
})
