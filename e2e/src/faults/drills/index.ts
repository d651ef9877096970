import { brokerRestart, heldStates, mosquittoRestart } from './broker-restart.ts'
import { databaseFailover } from './database-failover.ts'
import type { Drill } from './drill.ts'
import { farPosition } from './far-position.ts'
import { fileStoreAway } from './file-store-away.ts'
import { lateCommand } from './late-command.ts'
import { lostKey } from './lost-key.ts'
import { socketDown } from './socket-down.ts'
import { staleDictionary } from './stale-dictionary.ts'
import { stuckMotor } from './stuck-motor.ts'
import { swappedLock } from './swapped-lock.ts'
import { twoServers } from './two-servers.ts'
import { wrongPhoneClock } from './wrong-phone-clock.ts'

/** The fault list of 3-domain.md §9.2 in its order, then SC19. */
export const drills: readonly Drill[] = [
  brokerRestart,
  mosquittoRestart,
  heldStates,
  databaseFailover,
  twoServers,
  fileStoreAway,
  staleDictionary,
  socketDown,
  lostKey,
  swappedLock,
  farPosition,
  wrongPhoneClock,
  stuckMotor,
  lateCommand,
]
