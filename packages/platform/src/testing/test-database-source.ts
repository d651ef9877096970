/** What `inject('testDatabase')` gives to a test: where to make databases, and from what. */
export interface TestDatabaseSource {
  readonly url: string
  readonly template: string
  /** Options of `create database` that make a clone cheap there. */
  readonly cloneOptions: string
  /** Start of the names of this run's databases. */
  readonly prefix: string
}

declare module 'vitest' {
  interface ProvidedContext {
    testDatabase: TestDatabaseSource
  }
}

/** The same server, another database. */
export function atDatabase(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.toString()
}
