import type { Grant } from '../grant/index.ts'
import type { InterlockLock, InterlockTicket, Snapshot } from '../interlock/index.ts'
import { at } from './plant.ts'

/** Ticket grant of u6 for the cabinet lock LK4 of §9.0. */
export function grant(change: Partial<Grant> = {}): Grant {
  return {
    grantId: 'g77',
    userId: 'u6',
    scope: { kind: 'lock', lockId: 'LK4' },
    grantType: 4,
    actions: ['OPEN'],
    validFrom: at('09:00'),
    validTo: at('17:00'),
    weekPlan: [],
    maxUses: 0,
    usedCount: 0,
    workId: 'W1',
    phases: [20],
    methods: [],
    status: 1,
    ...change,
  }
}

/** LK4: cabinet lock of the 10 kV panel, purpose 2. */
export function cabinetLock(change: Partial<InterlockLock> = {}): InterlockLock {
  return {
    lockId: 'LK4',
    lockCode: 'LK4',
    lockName: '10kV 3号柜锁',
    purpose: 2,
    enabled: true,
    frozen: false,
    custody: 2,
    keeperId: 'u11',
    holderId: null,
    ownerUserId: null,
    pointId: null,
    areaCode: 'A01A01A01',
    lockTypeId: 'cabinet',
    groupIds: [],
    ticketRequired: true,
    dualAuth: 0,
    allowsRemote: false,
    ...change,
  }
}

export function workTicket(change: Partial<InterlockTicket> = {}): InterlockTicket {
  return {
    workId: 'W1',
    workNo: 'A01-10-20261201-0001',
    workType: '10',
    status: 20,
    phase: 20,
    voidFlag: false,
    planStart: at('09:00'),
    validEnd: at('17:00'),
    closeDeadline: at('17:00') + 24 * 3_600_000,
    earlyMin: 0,
    isolateLeadMin: 120,
    userTags: ['WORK'],
    listsLock: true,
    item: null,
    onSite: [],
    personalLocksOn: [],
    otherHolds: [],
    lockHolds: [],
    gas: { controlled: false, pass: false, sampleTime: null, limitMin: 30 },
    guardian: { required: true, present: true },
    blockingConflicts: [],
    dualRequired: false,
    ...change,
  }
}

/** SC09.1: u6 opens LK4 at 10:00 at the panel, tag touched a minute ago; everything passes. */
export function snapshot(change: Partial<Snapshot> = {}): Snapshot {
  return {
    at: at('10:00'),
    action: 'OPEN',
    method: '01',
    user: {
      userId: 'u6',
      name: '孙作',
      active: true,
      strongLoginAt: at('08:00'),
      mustAck: false,
      missingCerts: [],
      postTags: [],
    },
    lock: cabinetLock(),
    ticket: workTicket(),
    grants: [grant()],
    presence: { kind: 'NFC', at: at('09:59'), matches: true },
    remoteConfirmedBy: null,
    second: null,
    prevention: { pointId: null, rules: [], points: [] },
    alarms: [],
    stopOrder: null,
    emergency: null,
    ownerOnSite: false,
    offline: null,
    legsOff: [],
    ...change,
  }
}
