export * from './button.ts'
export * from './menu-address.ts'
