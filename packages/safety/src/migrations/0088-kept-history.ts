import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** Tables of the evidence whose rows nobody changes (§4.8); their triggers stand since 0015, 0085 and 0087. */
const kept = [
  'lo_lock_log',
  'lo_work_trans',
  'lo_decision',
  'lo_audit_anchor',
  'lo_audit_leaf',
  'lo_audit_key',
  'lo_zero_proof',
  'lo_work_sign',
  'lo_evidence_file',
]
/** The operation log and the versions of rows: append-only from now on. */
const logs = ['sys_log', 'sys_data_log']

/**
 * Nothing of the evidence is emptied either, and what was logged stays as it is. Anchors keep the hashes they were built
 * from, so that a row somebody deletes takes the proof of no other along.
 */
export const keptHistory: NamedMigration = {
  name: '0088-kept-history',
  async up(db) {
    const guards = [
      ...logs.map(
        (table) =>
          `create trigger ${table}_kept before update or delete on ${table} for each row execute function lo_history_is_kept();`,
      ),
      ...[...kept, ...logs].map(
        (table) =>
          `create trigger ${table}_whole before truncate on ${table} for each statement execute function lo_history_is_kept();`,
      ),
      `alter table lo_audit_leaf add column row_hashes bytea;`,
      `alter table lo_audit_anchor add column leaf_hashes bytea;`,
    ]
    await sql.raw(guards.join('\n')).execute(db)
    // The log is kept in months: a part must not be emptied by its own name.
    await sql`do $$
      declare part regclass;
      begin
        for part in select inhrelid::regclass from pg_inherits where inhparent = 'lo_lock_log'::regclass loop
          execute format('create trigger whole before truncate on %s for each statement execute function lo_history_is_kept()', part);
        end loop;
      end $$`.execute(db)
    await sql.raw(partitions).execute(db)
  },
}

/** As in 0003, and each new month is guarded. */
const partitions = `
create or replace function lo_make_log_partitions(first_month date, months integer) returns integer
  language plpgsql security definer set search_path = public as $$
declare
  made integer := 0;
  month_start date;
  partition_name text;
begin
  for n in 0 .. months - 1 loop
    month_start := (date_trunc('month', first_month) + make_interval(months => n))::date;
    partition_name := 'lo_lock_log_' || to_char(month_start, 'YYYYMM');
    if to_regclass(partition_name) is null then
      begin
        execute format(
          'create table %I partition of lo_lock_log for values from (%L) to (%L)',
          partition_name,
          month_start::text || ' 00:00:00+08',
          (month_start + interval '1 month')::date::text || ' 00:00:00+08'
        );
        execute format(
          'create trigger whole before truncate on %I for each statement execute function lo_history_is_kept()',
          partition_name
        );
        made := made + 1;
      exception when check_violation then
        raise notice 'rows of % stay in the rest partition', partition_name;
      end;
    end if;
  end loop;
  return made;
end $$;`
