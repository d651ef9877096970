import type { HoldRow, RemovalRow } from '@suoan/contract'
import { textOf } from '../text-of.ts'

/** `PL6 孙作个人锁`: the lock of a hold or a removal as it stands on it and as people call it. */
export const lockText = (row: RemovalRow | HoldRow): string =>
  [row.lockCode, textOf(row, 'lockId')].filter((part) => part !== '').join(' ')
