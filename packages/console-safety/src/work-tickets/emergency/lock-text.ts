import type { RemovalRow } from '@suoan/contract'
import { textOf } from '../text-of.ts'

/** `PL6 孙作个人锁`: the lock of a removal as it stands on it and as people call it. */
export const lockText = (row: RemovalRow): string =>
  [row.lockCode, textOf(row, 'lockId')].filter((part) => part !== '').join(' ')
