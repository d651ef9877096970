import type { NamedFeature } from '@suoan/platform/http/route'
import './tables.ts'
import { messaging } from './messaging/index.ts'
import { session } from './session/index.ts'
import { users } from './users/index.ts'
import { roles } from './roles/index.ts'
import { roleHomes } from './role-homes/index.ts'
import { addressList } from './address-list/index.ts'
import { permissions } from './permissions/index.ts'
import { userAgents } from './user-agents/index.ts'
import { departments } from './departments/index.ts'
import { departRoles } from './depart-roles/index.ts'
import { dictionaries } from './dictionaries/index.ts'
import { categories } from './categories/index.ts'
import { checkRules } from './check-rules/index.ts'
import { fillRules } from './fill-rules/index.ts'
import { dataSources } from './data-sources/index.ts'
import { gatewayRoutes } from './gateway-routes/index.ts'
import { tenants } from './tenants/index.ts'
import { logs } from './logs/index.ts'
import { duplicateCheck } from './duplicate-check/index.ts'
import { positions } from './positions/index.ts'
import { notices } from './notices/index.ts'
import { messageQueue } from './message-queue/index.ts'
import { messageTemplates } from './message-templates/index.ts'
import { messageRobots } from './message-robots/index.ts'
import { messageRoutes } from './message-routes/index.ts'
import { account } from './account/index.ts'
import { ossFiles } from './oss-files/index.ts'
import { listViews } from './list-views/index.ts'
import { quartzJobs } from './quartz-jobs/index.ts'
import { backups } from './backups/index.ts'
import { failedReactions } from './failed-reactions/index.ts'

/** Administration: who may come in and what they may see; the words, notices and messages of the installation. */
export const adminFeatures: readonly NamedFeature[] = [
  { name: 'messaging', mount: messaging },
  { name: 'session', mount: session },
  { name: 'users', mount: users },
  { name: 'roles', mount: roles },
  { name: 'role-homes', mount: roleHomes },
  { name: 'address-list', mount: addressList },
  { name: 'permissions', mount: permissions },
  { name: 'user-agents', mount: userAgents },
  { name: 'departments', mount: departments },
  { name: 'depart-roles', mount: departRoles },
  { name: 'dictionaries', mount: dictionaries },
  { name: 'categories', mount: categories },
  { name: 'check-rules', mount: checkRules },
  { name: 'fill-rules', mount: fillRules },
  { name: 'data-sources', mount: dataSources },
  { name: 'gateway-routes', mount: gatewayRoutes },
  { name: 'tenants', mount: tenants },
  { name: 'logs', mount: logs },
  { name: 'duplicate-check', mount: duplicateCheck },
  { name: 'positions', mount: positions },
  { name: 'notices', mount: notices },
  { name: 'message-queue', mount: messageQueue },
  { name: 'message-templates', mount: messageTemplates },
  { name: 'message-robots', mount: messageRobots },
  { name: 'message-routes', mount: messageRoutes },
  { name: 'account', mount: account },
  { name: 'oss-files', mount: ossFiles },
  { name: 'list-views', mount: listViews },
  { name: 'quartz-jobs', mount: quartzJobs },
  { name: 'failed-reactions', mount: failedReactions },
  { name: 'backups', mount: backups },
]
