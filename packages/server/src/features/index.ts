import type { Feature } from '../http/route.ts'
import { messaging } from './messaging/index.ts'
import { session } from './session/index.ts'
import { users } from './users/index.ts'
import { roles } from './roles/index.ts'
import { permissions } from './permissions/index.ts'
import { departments } from './departments/index.ts'
import { departRoles } from './depart-roles/index.ts'
import { dictionaries } from './dictionaries/index.ts'
import { categories } from './categories/index.ts'
import { checkRules } from './check-rules/index.ts'
import { tenants } from './tenants/index.ts'
import { logs } from './logs/index.ts'
import { duplicateCheck } from './duplicate-check/index.ts'
import { files } from './files/index.ts'
import { positions } from './positions/index.ts'
import { notices } from './notices/index.ts'
import { account } from './account/index.ts'
import { areas } from './areas/index.ts'
import { siteTags } from './site-tags/index.ts'
import { alarms } from './alarms/index.ts'
import { locks } from './locks/index.ts'
import { lockRecords } from './lock-records/index.ts'
import { mountWorkTickets } from './work-tickets/index.ts'
import { warnings } from './warnings/index.ts'
import { audit } from './audit/index.ts'
import { board } from './board/index.ts'

/**
 * Every feature, in order: a feature may use the ones above it, through their `index.ts`, and none below
 * (architecture.md §3; checked by `features-order.test.ts`).
 */
export const features: readonly { readonly name: string; readonly mount: Feature }[] = [
  { name: 'messaging', mount: messaging },
  { name: 'session', mount: session },
  { name: 'users', mount: users },
  { name: 'roles', mount: roles },
  { name: 'permissions', mount: permissions },
  { name: 'departments', mount: departments },
  { name: 'depart-roles', mount: departRoles },
  { name: 'dictionaries', mount: dictionaries },
  { name: 'categories', mount: categories },
  { name: 'check-rules', mount: checkRules },
  { name: 'tenants', mount: tenants },
  { name: 'logs', mount: logs },
  { name: 'duplicate-check', mount: duplicateCheck },
  { name: 'files', mount: files },
  { name: 'positions', mount: positions },
  { name: 'notices', mount: notices },
  { name: 'account', mount: account },
  { name: 'areas', mount: areas },
  { name: 'site-tags', mount: siteTags },
  { name: 'alarms', mount: alarms },
  { name: 'locks', mount: locks },
  { name: 'lock-records', mount: lockRecords },
  { name: 'work-tickets', mount: mountWorkTickets },
  { name: 'warnings', mount: warnings },
  { name: 'audit', mount: audit },
  { name: 'board', mount: board },
]
