import { systemClock } from '@suoan/kit/clock'
import { pino } from 'pino'
import { loadConfig } from '@suoan/platform/config'
import { createPool, kyselyOver } from '@suoan/platform/db/open'
import { openStore } from '@suoan/platform/files/store/open-store'
import { createJobs } from '@suoan/platform/jobs'
import { createReactions } from '@suoan/platform/reactions'
import { createBroadcaster } from '@suoan/platform/realtime/broadcaster'
import { createTimerHandlers } from '@suoan/platform/timers'
import { mailCarrier } from '../carriers/mail.ts'
import { createSender } from '../sender.ts'

/** A process that sends the mails of the database in DATABASE_URL, to be killed by a test. */
const config = loadConfig(process.env)
const log = pino({ level: 'silent' })
const pool = createPool(process.env['DATABASE_URL'] ?? '', 4, 30, log)
const sender = createSender(
  {
    config,
    db: kyselyOver(pool),
    pool,
    exportPool: pool,
    searchPool: pool,
    clock: systemClock,
    blobs: await openStore(config),
    log,
    broadcasts: createBroadcaster(() => {}),
    reactions: createReactions(),
    timers: createTimerHandlers(),
    jobs: createJobs(),
    locks: { send: async () => ({ sent: false, code: 'LO-D3003' }) },
  },
  [mailCarrier()],
)
setInterval(() => sender.wake(), 50)
