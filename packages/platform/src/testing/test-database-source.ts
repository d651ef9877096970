import type { S3Env } from './s3/test-bucket.ts'

/** What `inject('testDatabase')` gives to a test: where to make databases, and from what. */
export interface TestDatabaseSource {
  readonly url: string
  readonly template: string
  /** Options of `create database` that make a clone cheap there. */
  readonly cloneOptions: string
  /** Start of the names of this run's databases. */
  readonly prefix: string
  /** Its databases can put their rows back (`rewind.back()`), so that a test may take over the one of another. */
  readonly canRewind: boolean
}

declare module 'vitest' {
  interface ProvidedContext {
    testDatabase: TestDatabaseSource
    /** S3_… variables of a run that keeps uploaded files in S3-compatible storage. */
    testStore: S3Env | undefined
  }
}

/** The same server, another database. */
export function atDatabase(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.toString()
}

/** The same database as a stranger reaches it: by the loopback address, where `url` names the socket of an embedded server. */
export function overLoopback(url: string): URL {
  const address = new URL(url)
  if (address.hostname.startsWith('%2F')) address.hostname = '127.0.0.1'
  return address
}
