import type { Resource } from '../resource.ts'
import { announcement, announcementSend } from './announcement.ts'
import { category } from './category.ts'
import { checkRule } from './check-rule.ts'
import { dataLog } from './data-log.ts'
import { departRole } from './depart-role.ts'
import { department } from './department.ts'
import { dictionary } from './dictionary.ts'
import { dictionaryItem } from './dictionary-item.ts'
import { lockDomainResources } from './lock-domain.ts'
import { operationLog } from './operation-log.ts'
import { permission } from './permission.ts'
import { permissionDataRule } from './permission-data-rule.ts'
import { position } from './position.ts'
import { role } from './role.ts'
import { tenant } from './tenant.ts'
import { user } from './user.ts'

export * from './lock-domain.ts'
export {
  announcement,
  announcementSend,
  category,
  checkRule,
  dataLog,
  department,
  departRole,
  dictionary,
  dictionaryItem,
  operationLog,
  permission,
  permissionDataRule,
  position,
  role,
  tenant,
  user,
}

/** Every built-in entity. The convention suite, the audit titles and the reference texts walk this list. */
export const resources: readonly Resource[] = [
  user,
  role,
  permission,
  permissionDataRule,
  department,
  departRole,
  position,
  dictionary,
  dictionaryItem,
  category,
  checkRule,
  tenant,
  operationLog,
  dataLog,
  announcement,
  announcementSend,
  ...lockDomainResources,
]
