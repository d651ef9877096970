import { Client } from 'pg'

/**
 * Adds four functions to a migrated database. `rewind.keep()` notes every row and sequence of `public`; `rewind.back()`
 * brings back what has changed since and answers true, or answers false when tables, triggers or functions were changed:
 * then the database is of no more use. `rewind.changed()` answers the tables and sequences that are not as they were kept,
 * whole, and `rewind.put()` gives a database that is back the tables of such an answer, in this clone or another. They stay
 * in the clones of a database. For tests only: `back` and `put` are called by `ClonedDatabase`, on a connection without
 * triggers, by a right that only the clusters of the tests give.
 */
export async function addRewind(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(tables)
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
    )
    // How long ago the last transaction was whose rows are there; with the count it finds every insert, update and delete.
    const now = rows
      .map(
        ({ name }) =>
          `select '${name}' as of, count(*) as n, min(age(t.xmin)) as age from public."${name}" t`,
      )
      .join('\nunion all ')
    await client.query(functions.replaceAll('NOW', now))
    await client.query('select rewind.keep()')
  } finally {
    await client.end()
  }
}

const tables = `
create schema rewind;
create table rewind.rows (of text, n bigint, row text);
create table rewind.tables (of text, n bigint, columns text);
create table rewind.sequences (of text, last bigint);
create table rewind.moment (xid xid, shape text);`

const catalogs = ['pg_class', 'pg_trigger', 'pg_proc', 'pg_constraint', 'pg_attrdef', 'pg_policy', 'pg_type']
/** How many tables, triggers and the like there are, and how long ago the last of them was made or changed. */
const shape = catalogs.map((name) => `(select count(*) from ${name})`).join(` || ' ' || `)
const shapeAge = `least(${catalogs.map((name) => `(select min(age(xmin)) from ${name})`).join(', ')})`

const functions = `
create function rewind.keep() returns void language plpgsql as $f$
declare
  each record;
begin
  delete from rewind.rows;
  delete from rewind.tables;
  delete from rewind.sequences;
  delete from rewind.moment;
  for each in
    select now.of, now.n,
      (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
        where attrelid = ('public.' || quote_ident(now.of))::regclass and attnum > 0 and not attisdropped
          and attgenerated = '') as columns
    from (NOW) now
  loop
    insert into rewind.tables values (each.of, each.n, each.columns);
    if each.n > 0 then
      execute format('insert into rewind.rows select %1$L, row_number() over (), t::text from public.%1$I t', each.of);
    end if;
  end loop;
  insert into rewind.sequences
    select quote_ident(sequencename), last_value from pg_sequences where schemaname = 'public';
  insert into rewind.moment select pg_current_xact_id()::xid, ${shape};
end $f$;

create function rewind.back() returns boolean language plpgsql as $f$
declare
  since integer;
  each record;
begin
  select age(xid) into since from rewind.moment;
  if ${shapeAge} < since or (select shape from rewind.moment) is distinct from ${shape} then
    return false;
  end if;
  for each in
    select now.of, kept.columns, kept.n
    from (NOW) now join rewind.tables kept on kept.of = now.of
    where now.n <> kept.n or now.age < since
  loop
    execute format('delete from public.%I', each.of);
    if each.n > 0 then
      execute format(
        'insert into public.%1$I (%2$s) overriding system value
          select %2$s from (select (row).* from
            (select row::public.%1$I as row from rewind.rows where of = %1$L order by n offset 0) one) columns', each.of, each.columns);
    end if;
  end loop;
  perform setval('public.' || s.of, coalesce(kept.last, 1), kept.last is not null)
    from rewind.sequences kept join
      (select quote_ident(sequencename) as of, last_value from pg_sequences where schemaname = 'public') s using (of)
    where s.last_value is distinct from kept.last;
  update rewind.moment set xid = pg_current_xact_id()::xid;
  return true;
end $f$;

create function rewind.changed() returns text language plpgsql as $f$
declare
  since integer;
  each record;
  rows jsonb;
  tables jsonb := '[]';
begin
  select age(xid) into since from rewind.moment;
  for each in
    select now.of, kept.columns
    from (NOW) now join rewind.tables kept on kept.of = now.of
    where now.n <> kept.n or now.age < since
  loop
    execute format('select coalesce(jsonb_agg(t::text), ''[]'') from public.%I t', each.of) into rows;
    tables := tables || jsonb_build_object('of', each.of, 'columns', each.columns, 'rows', rows);
  end loop;
  return jsonb_build_object('tables', tables, 'sequences', (
    select coalesce(jsonb_agg(jsonb_build_object('of', s.of, 'last', s.last_value)), '[]') from rewind.sequences kept join
      (select quote_ident(sequencename) as of, last_value from pg_sequences where schemaname = 'public') s using (of)
    where s.last_value is distinct from kept.last));
end $f$;

create function rewind.put(given jsonb) returns void language plpgsql as $f$
declare
  each record;
begin
  for each in select * from jsonb_to_recordset(given->'tables') as t(of text, columns text, rows jsonb) loop
    execute format('delete from public.%I', each.of);
    execute format(
      'insert into public.%1$I (%2$s) overriding system value
        select %2$s from (select (row).* from
          (select row::public.%1$I as row from jsonb_array_elements_text($1) as row offset 0) one) columns',
      each.of, each.columns) using each.rows;
  end loop;
  perform setval('public.' || s.of, coalesce(s.last, 1), s.last is not null)
    from jsonb_to_recordset(given->'sequences') as s(of text, last bigint);
end $f$;`
