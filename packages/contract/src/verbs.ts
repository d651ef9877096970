/**
 * The convention every entity answers (4-api.md §1.9), as a table: the server maps the rows to routes, the console
 * to calls, the convention suite to cases.
 */
export type Verb =
  | 'list'
  | 'queryById'
  | 'add'
  | 'edit'
  | 'delete'
  | 'deleteBatch'
  | 'exportXls'
  | 'importExcel'

export interface VerbRow {
  readonly verb: Verb
  readonly methods: readonly ('GET' | 'POST' | 'PUT' | 'DELETE')[]
  /** Last part of the permission code. Reading one row needs no more than reading the list. */
  readonly action: string
  /** Written to the operation log with this `operateType` (dictionary `operate_type`), 0 = not logged. */
  readonly operateType: 0 | 1 | 2 | 3 | 4 | 5 | 6
}

export const verbTable: readonly VerbRow[] = [
  { verb: 'list', methods: ['GET'], action: 'list', operateType: 0 },
  { verb: 'queryById', methods: ['GET'], action: 'list', operateType: 0 },
  { verb: 'add', methods: ['POST'], action: 'add', operateType: 2 },
  { verb: 'edit', methods: ['PUT', 'POST'], action: 'edit', operateType: 3 },
  // @NOTE The specification's client deletes with GET; DELETE is the standard client's (4-api.md §0.4), POST is that of
  // tenants (§7.11).
  { verb: 'delete', methods: ['DELETE', 'GET', 'POST'], action: 'delete', operateType: 4 },
  { verb: 'deleteBatch', methods: ['DELETE', 'GET'], action: 'batch_delete', operateType: 4 },
  { verb: 'exportXls', methods: ['GET', 'POST'], action: 'export', operateType: 6 },
  { verb: 'importExcel', methods: ['POST'], action: 'import', operateType: 5 },
]
