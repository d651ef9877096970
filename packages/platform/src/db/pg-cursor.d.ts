/** The package carries no types; this is the part that Kysely's streaming uses. */
declare module 'pg-cursor' {
  import type { PostgresCursorConstructor } from 'kysely'
  const Cursor: PostgresCursorConstructor
  export default Cursor
}
