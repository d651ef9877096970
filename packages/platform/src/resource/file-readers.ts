import type { Resource } from '@suoan/contract'
import type { Actor, Context } from '../context.ts'

/** Whether the caller may read one of the rows (or of what they belong to) that hold the file of this path. */
export type MayRead = (ctx: Context, actor: Actor, ids: readonly string[], path: string) => Promise<boolean>

/**
 * Who reads the files of rows: by default whoever has the row in his list. Rows of a whole (a ticket's samples) are read
 * by who may read the whole, whose id stands in `whole`.
 */
export interface FileRule {
  readonly whole?: string
  readonly mayRead: MayRead
}

/** A table that is no resource and says to what a stored file belongs. */
export interface FileTable {
  readonly name: string
  /** Our own text, of the path `$1` and the tenant `$2`: rows of one column `id`. */
  readonly select: string
  readonly mayRead: MayRead
}

/** Who may read a stored file is asked of the rows that hold it; a file that no row holds is nobody's but its uploader's. */
export interface FileReaders {
  /** Another rule than that of the list for the files of a resource. */
  on(resource: Resource, rule: FileRule): void
  onTable(table: FileTable): void
  ruleOf(resource: Resource): FileRule | undefined
  readonly tables: readonly FileTable[]
  /**
   * Names tables that grow without end and keep no file outside the fields that hold some, such as what devices report:
   * they are not read for the names of files that nobody holds (decision 0717).
   */
  keepNone(...tables: readonly string[]): void
  readonly keepingNone: readonly string[]
}

export function createFileReaders(): FileReaders {
  const rules = new Map<string, FileRule>()
  const tables: FileTable[] = []
  const keepingNone: string[] = []
  return {
    on: (resource, rule) => void rules.set(resource.name, rule),
    onTable: (table) => void tables.push(table),
    ruleOf: ({ name }) => rules.get(name),
    tables,
    keepNone: (...names) => void keepingNone.push(...names),
    keepingNone,
  }
}
