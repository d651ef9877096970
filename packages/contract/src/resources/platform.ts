/** The entities whose tables the platform itself works with. */

export * from './announcement.ts'
export * from './data-log.ts'
export * from './department.ts'
export * from './dictionary.ts'
export * from './dictionary-item.ts'
export * from './operation-log.ts'
export * from './permission.ts'
export * from './permission-data-rule.ts'
export * from './quartz-job.ts'
export * from './role.ts'
export * from './tenant.ts'
export * from './user.ts'
