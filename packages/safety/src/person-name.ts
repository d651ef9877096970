import { sql, type RawBuilder } from 'kysely'

/** SQL: what the person `personId` (a column) is called, of an account or of the register; empty when nobody has the id. */
export const personName = (personId: string): RawBuilder<string> =>
  sql`coalesce((select named.name from lo_person named where named.id = ${sql.ref(personId)}), '')`
