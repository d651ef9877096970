import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../testing/test-world.ts'
import { belongsTo, belongsToText } from './belongs-to.ts'

it('an account belongs to the tenants of its list, and to tenant 0 only without one', async () => {
  await using database = await createTestDatabase()
  const lists = [null, '', '7', '70', '7,9', '9,70']
  const accounts = sql`unnest(array[${sql.join(lists.map((list) => sql`${list}::text`))}]) as u(rel_tenant_ids)`
  const membersOf = async (tenantId: number) => {
    const { rows } = await sql<{ list: string | null; byColumn: boolean }>`
      select u.rel_tenant_ids as list, ${belongsTo('u', sql.ref('t.id'))} as by_column
      from ${accounts}, (select ${tenantId}::integer as id) t where ${belongsTo('u', tenantId)}`.execute(
      database.db,
    )
    expect(rows.every(({ byColumn }) => byColumn)).toBe(true)
    const { rows: texts } = await database.pool.query(
      `select 1 from unnest($2::text[]) as u(rel_tenant_ids) where ${belongsToText('u', '$1')}`,
      [tenantId, lists],
    )
    expect(texts).toHaveLength(rows.length)
    return rows.map(({ list }) => list)
  }
  expect(await membersOf(0)).toEqual([null, ''])
  expect(await membersOf(7)).toEqual(['7', '7,9'])
  expect(await membersOf(70)).toEqual(['70', '9,70'])
  expect(await membersOf(8)).toEqual([])
})
