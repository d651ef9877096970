import type { Pool } from 'pg'

/**
 * Remembers what tickets, locks and messages look like now; the returned function brings that back, so that one race can
 * be run a thousand times from the same start. For tests only: it writes past every rule and trigger.
 */
export async function rememberPlant(pool: Pool): Promise<() => Promise<void>> {
  const { rows } = await pool.query<{ name: string; guarded: boolean }>(`
    select c.relname as name, exists (select 1 from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as guarded
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
      and (c.relname like 'lo\\_%' or c.relname like 'sys\\_announcement%' or c.relname in ('client_op', 'reaction'))
    order by c.relname`)
  const names = rows.map(({ name }) => name)
  const triggers = (what: 'disable' | 'enable'): string =>
    rows.map(({ name, guarded }) => (guarded ? `alter table ${name} ${what} trigger user` : '')).join(';')
  await pool.query('create schema remembered')
  for (const name of names) await pool.query(`create table remembered.${name} as table ${name}`)
  return async () => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      // The keepers of the history stand aside: what is taken back never happened. What comes after is kept again.
      await client.query(triggers('disable'))
      await client.query(names.map((name) => `delete from ${name}`).join(';'))
      await client.query(
        names
          .map((name) => `insert into ${name} overriding system value select * from remembered.${name}`)
          .join(';'),
      )
      await client.query(triggers('enable'))
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }
}
