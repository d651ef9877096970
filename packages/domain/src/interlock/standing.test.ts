import { describe, expect, it, test } from 'vitest'
import { custody, lockPurpose, type Custody, type LockPurpose } from '../dictionaries/index.ts'
import { cabinetLock, grant, snapshot } from '../testing/snapshot.ts'
import { decide, standingGap, unjudgedGap, type StandingLock } from './index.ts'

const patrol: StandingLock = {
  lockCode: 'PT9',
  purpose: lockPurpose.access,
  enabled: true,
  frozen: false,
  custody: custody.installed,
  ticketRequired: false,
  dualAuth: 0,
  heldBy: [],
  patrolOff: false,
}

const purposes: readonly LockPurpose[] = Object.values(lockPurpose)
const custodies: readonly Custody[] = Object.values(custody)
const flags = [false, true]

describe('§5.8 what a lock may open by itself', () => {
  test('L8 lets a patrol lock without ticket and second person keep a grant', () => {
    expect(standingGap(patrol)).toBeNull()
    expect(standingGap({ ...patrol, purpose: lockPurpose.seal })).toBeNull()
  })

  test.each([
    ['R07 an isolation lock', { purpose: lockPurpose.isolation }, '隔离锁'],
    ['R07 a lock box', { purpose: lockPurpose.lockBox }, '锁箱'],
    ['L5 a personal lock', { purpose: lockPurpose.personal }, '个人锁'],
    ['R06 a type that needs a ticket', { ticketRequired: true }, '凭票开锁'],
    ['R13 a type that needs two people', { dualAuth: 2 as const }, '双人'],
    ['R04 a lock that a live ticket names', { heldBy: ['A-1'] }, '工作票 A-1'],
    ['R02 a lost lock', { custody: custody.lost }, '丢失'],
    ['R02 a frozen lock', { frozen: true }, '已冻结'],
    ['R02 a disabled lock', { enabled: false }, '已停用'],
    ['a tenant without L8', { patrolOff: true }, '未启用'],
  ])('%s keeps none', (_, change, text) => {
    expect(standingGap({ ...patrol, ...change })).toContain(text)
  })

  it('is never more than what the interlock would answer online to the same person without a ticket, by leg L8', () => {
    const given = grant({ grantType: 1, phases: [], workId: null })
    const looser: string[] = []
    for (const purpose of purposes)
      for (const held of custodies)
        for (const ticketRequired of flags)
          for (const frozen of flags)
            for (const enabled of flags)
              for (const patrolOff of flags)
                for (const heldBy of [[], ['A-1']]) {
                  const lock = { purpose, custody: held, ticketRequired, frozen, enabled, heldBy }
                  if (standingGap({ ...patrol, ...lock, patrolOff }) !== null) continue
                  const legsOff = patrolOff ? (['L8', 'L6'] as const) : (['L6'] as const)
                  const asked = snapshot({ lock: cabinetLock(lock), ticket: null, grants: [given], legsOff })
                  // L6 comes first for what lies in a store; there the keeper opens it without any grant.
                  const { allow, leg } = decide({ ...asked, lock: { ...asked.lock, pointId: 'PT1' } })
                  if (!allow || leg !== 'L8') looser.push(JSON.stringify({ ...lock, patrolOff, leg }))
                }
    expect(looser).toEqual([])
  })
})

describe('what a lock cannot judge of a grant', () => {
  const plain = { phases: null, methods: '', weekPlan: undefined, validTo: '2026-12-01 20:00:00' }
  it.each([
    [{}, null],
    [{ phases: '20' }, '“有效阶段”'],
    [{ methods: '02,03' }, '“开锁方式”'],
    [{ weekPlan: [{ week: 1, times: [] }] }, '“周期计划”'],
    [{ validTo: null }, '“有效期止”'],
  ])('%o: %s', (change, text) => {
    const gap = unjudgedGap({ ...plain, ...change })
    expect(text === null ? gap : gap?.includes(text)).toBe(text === null ? null : true)
  })
})
