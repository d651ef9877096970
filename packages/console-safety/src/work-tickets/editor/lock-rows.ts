import { lockPurpose } from '@suoan/domain/dictionaries'
import type { LockLine } from './draft-model.ts'
import { onceEach, type KnownLocks } from './lock-cells.ts'

/** A lock of the ticket as its row in the table holds it; what was emptied is null. */
export interface LockRow {
  readonly id: string
  readonly useType: number | null
  readonly lockId: string | null
  /** Ids of people, joined by commas. */
  readonly userIds: string | null
  readonly allowOpenMin: number | null
}

export const lockRows = (locks: readonly LockLine[]): readonly LockRow[] =>
  locks.map(({ key, useType, lockId, userIds, allowOpenMin }) => ({
    id: key,
    useType,
    lockId: lockId || null,
    userIds: userIds.length === 0 ? null : userIds.join(','),
    allowOpenMin,
  }))

/**
 * The locks of the ticket after an edit of their table. Whichever of lock and use was changed decides about the other: a lock
 * is used for what it is made for, and another use takes another lock.
 * @returns the locks, and those that were not taken twice
 */
export function locksOf(
  rows: readonly LockRow[],
  before: readonly LockLine[],
  known: KnownLocks,
): { readonly locks: readonly LockLine[]; readonly refused: readonly string[] } {
  const earlier = new Map(before.map((line) => [line.key, line]))
  const holders = rows.map((row) => ({ key: row.id, lockId: lockIdOf(row, earlier.get(row.id), known) }))
  const had = before.map(({ key, lockId }) => ({ key, lockId: lockId || null }))
  const { held, refused } = onceEach(holders, had)
  const locks = rows.map((row): LockLine => {
    const lockId = held.get(row.id) ?? null
    const lock = lockId === null ? undefined : known.get(lockId)
    const was = earlier.get(row.id)
    // Another use with another lock; what nobody touched stays as the ticket has it.
    const isOtherLock = was === undefined || was.lockId !== (lockId ?? '') || was.useType !== row.useType
    return {
      key: row.id,
      lockId: lockId ?? '',
      lockCode: lock?.code ?? '',
      useType: (isOtherLock ? lock?.purpose : null) ?? row.useType ?? was?.useType ?? lockPurpose.access,
      userIds: row.userIds === null ? [] : row.userIds.split(','),
      allowOpenMin: row.allowOpenMin,
    }
  })
  return { locks, refused }
}

function lockIdOf(row: LockRow, before: LockLine | undefined, known: KnownLocks): string | null {
  if (row.lockId === null) return null
  const isSameLock = row.lockId === (before?.lockId ?? '')
  const isOtherUse = row.useType !== null && row.useType !== before?.useType
  const purpose = known.get(row.lockId)?.purpose ?? null
  return isSameLock && isOtherUse && purpose !== row.useType ? null : row.lockId
}
