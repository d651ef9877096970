import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, inject, it } from 'vitest'
import { administer } from '../testing/clone-database.ts'
import { atDatabase } from '../testing/test-database-source.ts'
import { migrate, MigrationError, type NamedMigration } from './migrate.ts'
import { createPool, kyselyOver } from './open.ts'

const step = (name: string, statement: string): NamedMigration => ({
  name,
  up: async (db) => void (await sql.raw(statement).execute(db)),
})
const first = step('0001-first', 'create table first (id int)')
const between = step('0002-between', 'create table between_them (id int)')
const last = step('0003-last', 'create table last (id int)')

it('a step that lands behind a later one is taken; one that was taken and is not known is refused', async () => {
  const source = inject('testDatabase')
  const name = `${source.prefix}_${randomBytes(6).toString('hex')}`
  await administer(source.url, `create database ${name} template template0`)
  const pool = createPool(atDatabase(source.url, name), 1, 60, pino({ level: 'silent' }))
  try {
    const db = kyselyOver(pool)
    expect(await migrate(db, [first, last])).toEqual(['0001-first', '0003-last'])
    expect(await migrate(db, [first, between, last])).toEqual(['0002-between'])
    expect(await migrate(db, [first, between, last])).toEqual([])
    await expect(migrate(db, [first, last])).rejects.toThrow(MigrationError)
  } finally {
    await pool.end()
    await administer(source.url, `drop database if exists ${name} with (force)`)
  }
})
