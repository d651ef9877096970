import { custody, execPhase, lockPurpose, workStatus, type Custody } from '../dictionaries/index.ts'
import { purposeInStore } from './matrix.ts'
import type { InterlockTicket, Leg, Snapshot } from './snapshot.ts'

/** A named lawful way to open (§5.8). The first that fits carries the request; only its rules can allow it. */
interface LegRow {
  leg: Leg
  name: string
  fits: (snapshot: Snapshot) => boolean
  rules: readonly string[]
}

const inPhase = (
  ticket: InterlockTicket | null,
  status: readonly number[],
  phases: readonly number[],
): boolean => ticket !== null && status.includes(ticket.status) && phases.includes(ticket.phase)

const storeCustody: readonly Custody[] = [custody.inStore, custody.issued]

export const legs: readonly LegRow[] = [
  {
    leg: 'L7',
    name: '应急拆锁/救援',
    fits: ({ emergency }) => emergency !== null,
    rules: ['R03', 'R04', 'R14', 'R15'],
  },
  {
    leg: 'L5',
    name: '个人锁',
    fits: ({ lock }) => lock.purpose === lockPurpose.personal,
    rules: ['R02', 'R03', 'R07', 'R15'],
  },
  {
    leg: 'L2',
    name: '隔离',
    fits: ({ ticket }) =>
      inPhase(ticket, [workStatus.approved], [execPhase.isolating, execPhase.locked, execPhase.verified]) ||
      inPhase(ticket, [workStatus.executing], [execPhase.relocking]),
    rules: ['R02', 'R03', 'R04', 'R05', 'R06', 'R07', 'R08', 'R09', 'R11', 'R12', 'R13', 'R15'],
  },
  {
    leg: 'L3',
    name: '试运行',
    fits: ({ ticket }) => inPhase(ticket, [workStatus.executing], [execPhase.testRun]),
    rules: ['R02', 'R03', 'R04', 'R05', 'R06', 'R07', 'R09', 'R10', 'R11', 'R12', 'R13', 'R15'],
  },
  {
    leg: 'L4',
    name: '收尾',
    fits: ({ ticket }) =>
      inPhase(ticket, [workStatus.approved, workStatus.executing, workStatus.expired], [execPhase.releasing]),
    rules: ['R02', 'R03', 'R04', 'R05', 'R06', 'R07', 'R08', 'R09', 'R12', 'R13', 'R15'],
  },
  {
    leg: 'L6',
    name: '库存',
    fits: ({ ticket, lock }) =>
      ticket === null &&
      purposeInStore.includes(lock.purpose) &&
      lock.pointId === null &&
      storeCustody.includes(lock.custody),
    rules: ['R02', 'R03', 'R07', 'R15'],
  },
  {
    leg: 'L8',
    name: '巡检',
    fits: ({ ticket, lock }) => !lock.ticketRequired && (ticket === null || ticket.workType === '30'),
    rules: ['R02', 'R03', 'R05', 'R06', 'R15'],
  },
  {
    // Whatever is left is measured against the main rule: it says what an opening would need.
    leg: 'L1',
    name: '作业',
    fits: () => true,
    rules: ['R02', 'R03', 'R04', 'R05', 'R06', 'R07', 'R08', 'R10', 'R11', 'R12', 'R13', 'R15'],
  },
]

/**
 * Legs a tenant may do without (§5.8, the column “switch”): L2 where isolation goes by a separate switching order, L3, L6
 * and L8 where there is no such use. L1 is always on; L4 brings plant back in order, L5 gives people their own lock, L7
 * saves lives: without them somebody stays locked in or out.
 */
export const switchableLegs = ['L2', 'L3', 'L6', 'L8'] as const satisfies readonly Leg[]

/** May this leg be switched off? Anything else in a table of settings counts for nothing. */
export const isSwitchable = (leg: string): leg is (typeof switchableLegs)[number] =>
  switchableLegs.some((each) => each === leg)
