import {
  execPhase,
  lockPurpose,
  type ExecPhase,
  type LockPurpose,
  type RoleTag,
} from '../dictionaries/index.ts'

/** Who may open a lock of a purpose in a phase (§5.8, R07). Missing cell = nobody. */
export interface Cell {
  tags: readonly (RoleTag | 'OWNER')[]
  /** Only what the phase is about: locks being placed, the set lifted for a test, locks in restoring order. */
  only?: 'placing' | 'lifted' | 'restoring' | 'ownerOut' | 'allPersonalOff'
  /** Shown as what the cell permits. */
  text: string
}

type Row = Readonly<Partial<Record<ExecPhase, Cell>>>

const owner: Cell = { tags: ['OWNER'], text: '锁主本人' }
const ownerOut: Cell = { tags: ['OWNER'], only: 'ownerOut', text: '锁主本人，且已离场' }
const lifted: Cell = { tags: ['PERMIT', 'ISO', 'LEAD'], only: 'lifted', text: '指定人员，限临时解除的隔离点' }

/** The table `purpose \ phase` of §5.8; phases 11 and 12 share a column. Without a ticket `purposeInStore` decides, L5 and L8. */
export const purposeByPhase: Readonly<Record<LockPurpose, Row>> = {
  [lockPurpose.isolation]: {
    [execPhase.isolating]: { tags: ['ISO'], only: 'placing', text: '隔离人，仅为上锁' },
    [execPhase.testRun]: lifted,
    [execPhase.relocking]: { tags: ['ISO'], only: 'lifted', text: '隔离人，重新上锁' },
    [execPhase.releasing]: { tags: ['ISO'], only: 'restoring', text: '隔离人，按顺序恢复' },
  },
  [lockPurpose.access]: {
    [execPhase.isolating]: { tags: ['ISO', 'VERIFY'], text: '隔离人、验证人' },
    [execPhase.locked]: { tags: ['VERIFY'], text: '验证人' },
    [execPhase.verified]: { tags: ['VERIFY'], text: '验证人' },
    [execPhase.working]: { tags: ['WORK', 'CONTR', 'GUARD'], text: '作业人、监护人' },
    [execPhase.testRun]: { tags: ['PERMIT', 'LEAD', 'WORK', 'CONTR'], text: '指定人员' },
    [execPhase.relocking]: { tags: ['ISO'], text: '隔离人' },
    [execPhase.releasing]: { tags: ['ISO', 'LEAD', 'GUARD', 'WORK', 'CONTR'], text: '收尾人员' },
  },
  [lockPurpose.lockBox]: {
    [execPhase.isolating]: { tags: ['ISO'], text: '隔离人放入钥匙' },
    [execPhase.testRun]: lifted,
    [execPhase.relocking]: { tags: ['ISO'], text: '隔离人' },
    [execPhase.releasing]: {
      tags: ['ISO', 'LEAD', 'PERMIT'],
      only: 'allPersonalOff',
      text: '个人锁全部摘除后',
    },
  },
  [lockPurpose.personal]: {
    [execPhase.isolating]: owner,
    [execPhase.locked]: owner,
    [execPhase.verified]: owner,
    [execPhase.working]: ownerOut,
    [execPhase.suspended]: ownerOut,
    [execPhase.testRun]: owner,
    [execPhase.relocking]: owner,
    [execPhase.releasing]: owner,
    [execPhase.heldExpired]: owner,
  },
  [lockPurpose.seal]: {
    [execPhase.releasing]: { tags: ['ISO', 'PERMIT'], text: '隔离人、许可人' },
  },
}

/**
 * The column “none” of that table: locks that lie in a store, on no ticket, and are opened there by their own keeper or
 * holder (L6). A cabinet or door is shut by its lock wherever the lock is registered: it is none of them.
 */
export const purposeInStore: readonly LockPurpose[] = [lockPurpose.isolation, lockPurpose.lockBox]
