import { describe, expect, test } from 'vitest'
import { at } from '../testing/plant.ts'
import { grant } from '../testing/snapshot.ts'
import { coveringGrant, grantGap, type Grant, type GrantRequest } from './covers.ts'
import {
  coversOpening,
  type PhaseHistory,
  type RecordedGrant,
  type RecordedOpening,
} from './covers-opening.ts'

const request: GrantRequest = {
  userId: 'u6',
  lock: {
    lockId: 'LK4',
    groupIds: ['G1'],
    areaCode: 'A01A01A01',
    lockTypeId: 'cabinet',
    ticketRequired: true,
  },
  action: 'OPEN',
  at: at('10:00'),
  workId: 'W1',
  phase: 20,
  method: '01',
}
const patrol = { ...request, lock: { ...request.lock, ticketRequired: false }, workId: null, phase: null }
const standing: Partial<Grant> = { grantType: 1, workId: null, phases: [], validFrom: null, validTo: null }

const cases: readonly [string, Partial<Grant>, GrantRequest, boolean][] = [
  ['R06 the ticket grant covers user, lock, time and phase', {}, request, true],
  ['another user', { userId: 'u7' }, request, false],
  ['another lock', { scope: { kind: 'lock', lockId: 'LK9' } }, request, false],
  ['a group the lock belongs to', { scope: { kind: 'group', groupId: 'G1' } }, request, true],
  ['an area above the lock', { scope: { kind: 'area', areaCode: 'A01A01' } }, request, true],
  ['an empty area code covers nothing', { scope: { kind: 'area', areaCode: '' } }, request, false],
  [
    'an area and another type',
    { scope: { kind: 'areaType', areaCode: 'A01', lockTypeId: 'x' } },
    request,
    false,
  ],
  ['another action', { actions: ['READLOG'] }, request, false],
  ['a pending grant', { status: 0 }, request, false],
  ['a revoked grant', { status: 4 }, request, false],
  ['before it begins', { validFrom: at('10:01') }, request, false],
  ['at its very end (half-open)', { validTo: at('10:00') }, request, false],
  ['a ticket grant without an end', { validTo: null }, request, false],
  ['another phase', { phases: [10] }, request, false],
  ['another method', { methods: ['03'] }, request, false],
  ['another ticket', { workId: 'W2' }, request, false],
  ['a standing grant for a lock that needs a ticket', standing, request, false],
  ['a standing grant for a patrol lock', standing, patrol, true],
  ['uses left', { maxUses: 2, usedCount: 1 }, request, true],
  ['uses spent', { maxUses: 2, usedCount: 2 }, request, false],
  // 2026-12-01 is a Tuesday.
  [
    'a weekly plan on its day',
    { ...standing, grantType: 3, weekPlan: [{ week: 2, times: [{ s: '09:00', e: '18:00' }] }] },
    patrol,
    true,
  ],
  [
    'a weekly plan on another day',
    { ...standing, grantType: 3, weekPlan: [{ week: 3, times: [{ s: '09:00', e: '18:00' }] }] },
    patrol,
    false,
  ],
  [
    'a weekly plan at its end (half-open)',
    { ...standing, grantType: 3, weekPlan: [{ week: 2, times: [{ s: '09:00', e: '10:00' }] }] },
    patrol,
    false,
  ],
]

test.each(cases)('%s', (_title, change, asked, covered) => {
  expect(grantGap(grant(change), asked) === null).toBe(covered)
})

test('the reason given is that of a grant for this user and lock, not of somebody else’s', () => {
  const found = coveringGrant([grant({ userId: 'u7' }), grant({ validTo: at('09:30') })], request)
  expect(found.gap).toBe('授权已于 2026-12-01 09:30:00 到期')
  expect(coveringGrant([grant({ userId: 'u7' })], request).gap).toBe('没有您对该锁具的授权')
})

describe('an opening that has happened', () => {
  const opening: RecordedOpening = {
    userId: 'u6',
    grantId: null,
    lock: request.lock,
    at: at('10:00'),
    method: '01',
    workId: null,
    heldFor: [],
  }
  const recorded = (changes: Partial<RecordedGrant> = {}): RecordedGrant => ({
    ...grant({}),
    createdAt: null,
    changedAt: null,
    usedSince: 0,
    ...changes,
  })
  const working = new Map<string, PhaseHistory>([['W1', [{ since: at('09:00'), phase: 20 }]]])
  const covers = (changes: Partial<RecordedGrant>, told: Partial<RecordedOpening> = {}, phases = working) =>
    coversOpening({ ...opening, ...told }, [recorded(changes)], phases)

  test.each<[string, Partial<RecordedGrant>, Partial<RecordedOpening>, boolean]>([
    ['by a grant of a ticket it does not name', {}, {}, true],
    ['by nobody known who names no grant', {}, { userId: null }, false],
    ['by nobody known who names the grant', { grantId: 'g1' }, { userId: null, grantId: 'g1' }, true],
    ['by a method that is not told, of a grant with methods', { methods: ['01'] }, { method: null }, false],
    ['by the last use, which is counted already', { maxUses: 1, usedCount: 1, usedSince: 1 }, {}, true],
    ['by one use more than there are', { maxUses: 1, usedCount: 2, usedSince: 1 }, {}, false],
    ['by a grant given afterwards', { createdAt: at('10:01') }, {}, false],
    ['by a grant of a ticket that ended afterwards', { status: 4, changedAt: at('10:01') }, {}, true],
    ['by a grant of a ticket that had ended', { status: 4, changedAt: at('09:59') }, {}, false],
    [
      'by a standing grant that was taken back afterwards',
      { ...standing, status: 4, changedAt: at('10:01') },
      { lock: patrol.lock },
      false,
    ],
    ['of an isolation lock people rely on, by a ticket grant', {}, { heldFor: ['W1'] }, false],
    [
      'of an isolation lock people rely on, by a test grant',
      { grantType: 6, phases: [] },
      { heldFor: ['W1'] },
      true,
    ],
  ])('%s', (_title, changes, told, covered) => {
    expect(covers(changes, told)).toBe(covered)
  })

  test('counts the phase of its own moment, not the one the ticket is in now', () => {
    const phases = new Map<string, PhaseHistory>([
      [
        'W1',
        [
          { since: at('09:00'), phase: 20 },
          { since: at('10:30'), phase: 21 },
        ],
      ],
    ])
    expect(covers({}, {}, phases)).toBe(true)
    expect(covers({}, { at: at('10:40') }, phases)).toBe(false)
    expect(covers({}, { at: at('08:59') }, phases)).toBe(false)
  })

  test('is not excused by what it has caused: the isolation it broke was relied on', () => {
    const sentBack = new Map<string, PhaseHistory>([
      [
        'W1',
        [
          { since: at('09:00'), phase: 11 },
          { since: at('10:00') + 300, phase: 10 },
        ],
      ],
    ])
    expect(covers({ phases: [10, 11] }, { heldFor: ['W1'] }, sentBack)).toBe(false)
  })
})
