import { chosenType, type CellType, type Column } from '@suoan/ui/editable-table'
import { useMemo, useState } from 'react'
import { useLocks } from './LockSelect.tsx'

/** A lock as a cell names it. */
export interface KnownLock {
  readonly id: string
  readonly code: string
  /** Code and name. */
  readonly text: string
  /** Of a lock that a line names and the list does not hold, nothing more is known. */
  readonly purpose: number | null
  readonly ownerId: string | null
}
export type KnownLocks = ReadonlyMap<string, KnownLock>

/** A lock in a column: the value is its id, `options` of the column are the known locks. It is pasted by its code. */
export const lockType: CellType = {
  ...chosenType(
    'lock',
    (value, { options = [] }) => options.find((option) => option.value === value)?.text ?? '',
  ),
  read(text, { options = [] }) {
    const words = text.trim()
    if (words === '') return null
    const found = options.find((option) => option.text === words || option.text.split(' ')[0] === words)
    return found?.value ?? { problem: `没有可选的锁具“${words}”` }
  },
}

/** The choices of a column of locks. */
export const lockOptions = (locks: KnownLocks): NonNullable<Column['options']> =>
  [...locks.values()].map(({ id, text }) => ({ value: id, text }))

interface Named {
  readonly id: string | null
  readonly code: string | null
}

/**
 * The locks that cells of these purposes can hold: the enabled ones, and what the lines name, also after it was taken out of
 * them: undoing brings it back. @param purposes one or two, always as many
 */
export function useKnownLocks([one, other]: readonly [number, number?], named: readonly Named[]): KnownLocks {
  const first = useLocks(one)
  const second = useLocks(other ?? one)
  const [atFirst] = useState(named)
  return useMemo(() => {
    const known = new Map<string, KnownLock>()
    for (const { id, code } of [...atFirst, ...named])
      if (id) known.set(id, { id, code: code ?? id, text: code ?? id, purpose: null, ownerId: null })
    for (const { id, lockCode, lockName, lockPurpose, ownerUserId } of [
      ...(first.data ?? []),
      ...(second.data ?? []),
    ]) {
      const code = lockCode ?? id
      const text = `${code} ${lockName ?? ''}`.trim()
      known.set(id, { id, code, text, purpose: lockPurpose ?? null, ownerId: ownerUserId ?? null })
    }
    return known
  }, [atFirst, named, first.data, second.data])
}

/** A line with the lock it holds. */
export interface Holder {
  readonly key: string
  readonly lockId: string | null
}

/**
 * Each lock once, after an edit that may have given one to several lines: who had it keeps it, else the first; the others
 * get back what they had. @returns the lock of each line, and the locks that were not given twice
 */
export function onceEach(
  after: readonly Holder[],
  before: readonly Holder[],
): { readonly held: ReadonlyMap<string, string | null>; readonly refused: readonly string[] } {
  const had = new Map(before.map(({ key, lockId }) => [key, lockId]))
  const kept = new Set(after.flatMap(({ key, lockId }) => (had.get(key) === lockId ? (lockId ?? []) : [])))
  const given = new Set(kept)
  const refused = new Set<string>()
  const held = new Map<string, string | null>()
  for (const { key, lockId } of after) {
    if (lockId === null || had.get(key) === lockId) held.set(key, lockId)
    else if (given.has(lockId)) refused.add(lockId)
    else {
      given.add(lockId)
      held.set(key, lockId)
    }
  }
  for (const { key } of after) {
    if (held.has(key)) continue
    const earlier = had.get(key) ?? null
    held.set(key, earlier !== null && !given.has(earlier) ? earlier : null)
  }
  return { held: new Map(after.map(({ key }) => [key, held.get(key) ?? null])), refused: [...refused] }
}

/** What is said of locks that an edit would have given twice. */
export const refusedText = (refused: readonly string[], locks: KnownLocks): string =>
  `锁具 ${codesOf(refused, locks)} 已在本表中，一把锁只能选一次`

export const codesOf = (ids: readonly string[], locks: KnownLocks): string =>
  ids.map((id) => locks.get(id)?.code ?? id).join('、')
