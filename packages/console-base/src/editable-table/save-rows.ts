interface Identified {
  readonly id: string
}

/** What a table of stored rows has to send: of an edited row what differs alone. */
export interface RowChanges<S extends Identified> {
  /** `id` is the table's own. */
  readonly added: readonly { readonly id: string; readonly draft: object }[]
  readonly edited: readonly { readonly stored: S; readonly draft: object }[]
  readonly removed: readonly S[]
}

export const changeCount = ({ added, edited, removed }: RowChanges<Identified>): number =>
  added.length + edited.length + removed.length

/** The calls that store rows; each throws where it is refused. */
export interface RowCalls {
  add(draft: object): Promise<unknown>
  edit(draft: object): Promise<unknown>
  removeBatch(ids: readonly string[]): Promise<unknown>
  /** Why a call threw, for people. */
  textOf(error: unknown): string
}

export interface SaveOutcome {
  readonly saved: number
  /** Why a row could not be stored, by its id. */
  readonly failed: ReadonlyMap<string, string>
}

/**
 * Stores what changed, one row after the other: first those that go, for their values may be given to others. What is
 * refused leaves the rest alone.
 */
export async function saveRows<S extends Identified & { readonly revision: number }>(
  calls: RowCalls,
  { added, edited, removed }: RowChanges<S>,
): Promise<SaveOutcome> {
  const failed = new Map<string, string>()
  let saved = 0
  const attempt = async (ids: readonly string[], call: () => Promise<unknown>) => {
    try {
      await call()
      saved += ids.length
    } catch (error) {
      for (const id of ids) failed.set(id, calls.textOf(error))
    }
  }
  const gone = removed.map(({ id }) => id)
  if (gone.length > 0) await attempt(gone, () => calls.removeBatch(gone))
  for (const { stored, draft } of edited)
    await attempt([stored.id], () => calls.edit({ ...draft, id: stored.id, revision: stored.revision }))
  for (const { id, draft } of added) await attempt([id], () => calls.add(draft))
  return { saved, failed }
}

/**
 * The rows to go on with after a save: what is stored now, with those that could not be stored as they were typed, to be
 * mended.
 */
export function afterSave<S extends Identified, R extends Identified>(
  stored: readonly S[],
  rowOf: (stored: S) => R,
  rows: readonly R[],
  failed: ReadonlyMap<string, string>,
): readonly R[] {
  const typed = new Map(rows.map((row) => [row.id, row]))
  const next = stored.map((each) => (failed.has(each.id) ? typed.get(each.id) : undefined) ?? rowOf(each))
  const known = new Set(stored.map(({ id }) => id))
  for (const [index, row] of rows.entries())
    if (failed.has(row.id) && !known.has(row.id)) next.splice(Math.min(index, next.length), 0, row)
  return next
}
