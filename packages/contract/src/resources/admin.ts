/** The entities of administration only. */

export * from './category.ts'
export * from './check-rule.ts'
export * from './data-source.ts'
export * from './depart-role.ts'
export * from './fill-rule.ts'
export * from './gateway-route.ts'
export * from './message.ts'
export * from './online-report.ts'
export * from './oss-file.ts'
export * from './position.ts'
export * from './role-index.ts'
