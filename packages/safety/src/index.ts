import type { NamedFeature } from '@suoan/platform/http/route'
import './tables.ts'
import { areas } from './areas/index.ts'
import { policy } from './policy/index.ts'
import { procedures } from './procedures/index.ts'
import { externalPeople } from './external-people/index.ts'
import { siteTags } from './site-tags/index.ts'
import { dutyShifts } from './duty-shifts/index.ts'
import { alarms } from './alarms/index.ts'
import { locks } from './locks/index.ts'
import { lockRecords } from './lock-records/index.ts'
import { devices } from './devices/index.ts'
import { rollouts } from './rollouts/index.ts'
import { mountWorkTickets } from './work-tickets/index.ts'
import { warnings } from './warnings/index.ts'
import { audit } from './audit/index.ts'
import { scheduledJobs } from './scheduled-jobs/index.ts'
import { board } from './board/index.ts'
import { eventFeed } from './event-feed/index.ts'
import { papers } from './papers/index.ts'
import { setup } from './setup/index.ts'

/** Safety: places, locks, tickets, warnings and the evidence of what happened. */
export const safetyFeatures: readonly NamedFeature[] = [
  { name: 'areas', mount: areas },
  { name: 'policy', mount: policy },
  { name: 'procedures', mount: procedures },
  { name: 'external-people', mount: externalPeople },
  { name: 'site-tags', mount: siteTags },
  { name: 'duty-shifts', mount: dutyShifts },
  { name: 'alarms', mount: alarms },
  { name: 'locks', mount: locks },
  { name: 'lock-records', mount: lockRecords },
  { name: 'devices', mount: devices },
  { name: 'rollouts', mount: rollouts },
  { name: 'work-tickets', mount: mountWorkTickets },
  { name: 'warnings', mount: warnings },
  { name: 'audit', mount: audit },
  { name: 'scheduled-jobs', mount: scheduledJobs },
  { name: 'board', mount: board },
  { name: 'event-feed', mount: eventFeed },
  { name: 'papers', mount: papers },
  { name: 'setup', mount: setup },
]
