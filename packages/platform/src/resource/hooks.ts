import type { Draft, Fields, Resource, Row } from '@suoan/contract'
import type { Filter } from '@suoan/kit/filter'
import type { Actor, Context, Tx } from '../context.ts'
import type { Scope } from './scope.ts'
import type { Emit } from '../db/transaction.ts'
import type { RowRecord } from '../db/compile.ts'
import type { SheetField } from './sheet-columns.ts'

/**
 * What a hook may use. It runs inside the transaction of the change and reads through its `tx` only: a hook that asked
 * the pool for a second connection could wait for ever on others that do the same.
 */
export interface HookCall {
  readonly tx: Tx
  readonly ctx: Context
  readonly actor: Actor
  readonly scope: Scope
  /** Epoch ms. */
  readonly now: number
  /** The whole request as it came (body, query), for properties that are no fields (`selectedroles`). Unchecked. */
  readonly input: RowRecord
  readonly emit: Emit
  /** Of an import into a tree whose rows have codes: the checked code of the new row, below whose parent it stands already. */
  readonly treeCode?: string | undefined
  /** Adds words to the answer of an edit, for what was done all the same and somebody must see to; '' adds none. */
  readonly say?: (text: string) => void
}

/** What a list hook may use: reads only, outside a transaction. */
export interface ListCall {
  readonly ctx: Context
  readonly actor: Actor
  readonly scope: Scope
  readonly input: RowRecord
}

/** Does what the cells of one line ask of its stored row; says whether anything changed. Refuses by throwing. */
export type ApplyCells = (row: RowRecord, cells: RowRecord, call: HookCall) => Promise<boolean>

/**
 * Columns of a resource's sheets about what stands in other tables (the roles of a user). Their names are no fields of the
 * resource. Templates offer them, exports show them, imports and previews do what they say.
 */
export interface SheetParts {
  readonly columns: readonly SheetField[]
  /** Reads, once for an export, what its cells name. What it gives writes the columns into rows, in place, block by block. */
  readonly show: (call: ListCall) => Promise<(rows: readonly RowRecord[]) => Promise<void>>
  /**
   * Reads, through `tx` only, what lines are judged by, once for some hundred of them whose sheet has one of the columns.
   * What it gives is called after each of their rows was added, changed, or found to be the same.
   */
  readonly begin: (call: Pick<HookCall, 'ctx' | 'tx' | 'actor'>) => Promise<ApplyCells>
}

/**
 * What plain CRUD must respect for one resource. A hook refuses by throwing (`fail('IN_USE', …)`); what it changes in
 * `draft` is stored, derived fields included. `present` completes rows of lists and single rows, in place.
 */
export interface Hooks<R extends Resource = Resource> {
  /** ANDed to the list and the export, for parameters that are no fields (`departId`, `keyWord`). */
  readonly filter?: (call: ListCall) => Filter | Promise<Filter>
  readonly beforeAdd?: (draft: Draft<R> & RowRecord, call: HookCall) => void | Promise<void>
  /**
   * What `beforeAdd` does, for many drafts by a few statements. An import, whose rows bring fields and nothing beside them,
   * then adds its rows together: leave it out where `afterAdd` does something for such a row too.
   */
  readonly beforeAddMany?: (drafts: readonly (Draft<R> & RowRecord)[], call: HookCall) => void | Promise<void>
  readonly beforeEdit?: (
    draft: Draft<R> & RowRecord,
    before: Row<R> & RowRecord,
    call: HookCall,
  ) => void | Promise<void>
  /** All rows of one call at once; throwing keeps every one of them. */
  readonly beforeDelete?: (rows: readonly (Row<R> & RowRecord)[], call: HookCall) => void | Promise<void>
  readonly afterAdd?: (row: Row<R> & RowRecord, call: HookCall) => void | Promise<void>
  readonly afterEdit?: (
    row: Row<R> & RowRecord,
    before: Row<R> & RowRecord,
    call: HookCall,
  ) => void | Promise<void>
  readonly afterDelete?: (rows: readonly (Row<R> & RowRecord)[], call: HookCall) => void | Promise<void>
  readonly present?: (rows: readonly RowRecord[], call: ListCall) => void | Promise<void>
  readonly sheet?: SheetParts
}

/** Hooks typed by their resource. */
export function defineHooks<F extends Fields>(_resource: Resource<F>, hooks: Hooks<Resource<F>>): Hooks {
  // The engine carries rows by wire name; the description's own type is a gift to the author of the hooks.
  return hooks as unknown as Hooks
}
