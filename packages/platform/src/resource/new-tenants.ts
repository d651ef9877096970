import type { Tx } from '../context.ts'

/** Gives a new tenant what it begins with, in the transaction that makes it. `now` in epoch ms. */
export type BeginTenant = (tx: Tx, tenantId: number, now: number) => Promise<void>

/** What a tenant begins with: who makes tenants knows neither its roles nor its rules. */
export interface NewTenants {
  add(begin: BeginTenant): void
  begin(...which: Parameters<BeginTenant>): Promise<void>
}

/** Empty; packages add themselves when they are mounted. */
export function createNewTenants(): NewTenants {
  const all: BeginTenant[] = []
  return {
    add: (begin) => void all.push(begin),
    async begin(tx, tenantId, now) {
      // One after the other: they share the connection of the transaction.
      for (const begin of all) await begin(tx, tenantId, now)
    },
  }
}
