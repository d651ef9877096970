import { sql, type Kysely } from 'kysely'

/**
 * What lists of a million rows are asked for (decision 0441).
 * - `text_pairs`: the signs of a text two by two, under a GIN index. Chinese is searched by words of two signs, of which
 *   pg_trgm makes no trigram (and in a database of locale C, as the embedded one, none of any Chinese text). Both need
 *   about 5 µs a text.
 * - A small pending list: who adds the row that fills it waits for its merge, and every search reads it whole.
 * - The log of one area in the order of its list; before, 118 ms were spent in looking for it by time.
 */
export const listSearch = {
  name: '0059-list-search',
  async up(db: Kysely<never>): Promise<void> {
    // A log of millions takes longer than any statement of a request may.
    for (const statement of ['set local statement_timeout = 0', textPairs, ...pairIndexes, areaIndex])
      await sql.raw(statement).execute(db)
  },
}

const textPairs = `
create function text_pairs(value text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  pairs text[] := '{}';
begin
  for place in 1 .. char_length(value) - 1 loop
    pairs[place] := substr(value, place, 2);
  end loop;
  return pairs;
end $$`

const pairIndexes = [
  ['sys_user', 'username', 'realname', 'phone'],
  ['sys_log', 'log_content'],
  ['lo_lock_log', 'lock_code', 'lock_name'],
].map(([table = '', ...columns]) => {
  const keys = columns.map((column) => `text_pairs(${column})`)
  return `create index ${table}_pairs on ${table} using gin (${keys.join(', ')}) with (gin_pending_list_limit = 1024)`
})

const areaIndex =
  'create index lo_lock_log_area_id on lo_lock_log (area_id, occur_time desc, id desc) include (tenant_id)'
