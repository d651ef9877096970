import type { PointColumns, TicketDetail, TicketHead } from '@suoan/contract'
import { otherEvents } from '@suoan/contract'
import type { RoleTag } from '@suoan/domain/dictionaries'
import { transitions, type TicketEventType } from '@suoan/domain/work-ticket'
import { describe, expect, it } from 'vitest'
import { presentDetail, type LoadedDetail } from './present-detail.ts'

const now = 1_800_000_000_000

interface Given {
  readonly status?: TicketHead['workStatus']
  readonly phase?: TicketHead['execPhase']
  readonly ticket?: Partial<TicketHead>
  readonly points?: readonly Partial<PointColumns>[]
  readonly people?: readonly Partial<LoadedDetail['people'][number]>[]
  readonly locks?: readonly Partial<LoadedDetail['locks'][number]>[]
  readonly reviews?: readonly Partial<LoadedDetail['reviews'][number]>[]
  readonly handovers?: readonly Partial<LoadedDetail['handovers'][number]>[]
  readonly extensions?: readonly Partial<LoadedDetail['extensions'][number]>[]
  readonly events?: readonly TicketEventType[]
  readonly roles?: readonly RoleTag[]
  readonly may?: (code: string) => boolean
  readonly now?: number
}

/** A detail of which only the named columns are filled; what is judged reads no others. */
function present(given: Given): TicketDetail {
  const { status = 0, phase = 0, events = [], roles = [], may = () => true } = given
  const ticket = {
    id: 'W',
    workType: '10',
    workStatus: status,
    execPhase: phase,
    voidFlag: 0,
    closeFlag: 0,
    closeDeadline: null,
    round: 1,
    needIsolation: 1,
    testRun: null,
    askState: [],
    stopCauses: [],
    ...given.ticket,
  }
  const loaded = {
    ticket,
    points: (given.points ?? []).map((row, index) => ({
      pointId: `p${index + 1}`,
      pointCode: `Q${index + 1}`,
      orderNum: index + 1,
      lockCount: 1,
      mandatory: 1,
      releaseGroup: 1,
      ...row,
    })),
    locks: given.locks ?? [],
    people: (given.people ?? []).map((row) => ({
      personId: row.userId ?? null,
      briefTime: null,
      checkInTime: null,
      onState: 0,
      state: 1,
      personalHolds: 0,
      personalLockId: null,
      ...row,
    })),
    measures: [],
    gas: [],
    reviews: given.reviews ?? [],
    examines: [],
    conflicts: [],
    handovers: given.handovers ?? [],
    extensions: given.extensions ?? [],
    diff: [],
    rejection: null,
    questions: { rows: [], mayAsk: false, mayAnswer: false },
    unsynced: { texts: [], override: '' },
    holds: (given.people ?? [])
      .filter((row) => (row.personalHolds ?? 0) > 0)
      .map((row) => ({ workId: 'W', userId: row.userId, pointId: '', holdType: 3, state: 1 })),
  } as unknown as LoadedDetail
  // A set that answers by a rule instead of by its members.
  const permissions = new Set<string>()
  permissions.has = may
  const state = { status, phase, voidFlag: ticket.voidFlag === 1, closeFlag: ticket.closeFlag === 1 }
  return presentDetail(loaded, state, { userId: 'u1', roles, permissions, events }, given.now ?? now)
}
const keys = (given: Given) => present(given).actions.map(({ key, step }) => (step ? `${step} ${key}` : key))
const asked = (event: string, index: number, ago = 60_000) => [
  { event, index, userId: 'u', userName: '钱工', at: now - ago },
]

describe('actions offered on a ticket', () => {
  it('are what a draft allows its applicant (T02 T03 T04 T18)', () => {
    const draft: Given = { events: ['edit', 'deleteDraft', 'submit', 'void'] }
    expect(keys(draft)).toEqual(['edit', 'submit', 'void', 'remove'])
  })
  it('leave out what the permission forbids', () => {
    expect(keys({ events: ['edit', 'submit'], may: (code) => code !== 'lo:work:submit' })).toEqual(['edit'])
  })
  it('let who decides hand on, add a signer and send back, by the permission of the stage (T14 T15)', () => {
    const events = ['reviewPass', 'reviewReject', 'delegate', 'addSigner'] as const
    expect(keys({ status: 1, events })).toEqual(['review', 'delegate', 'addSigner'])
    const approving: Given = { status: 2, events: ['approve', 'returnReview', 'addSigner'] }
    const all = ['examine', 'returnReview', 'addSigner']
    expect(keys(approving)).toEqual(all)
    expect(keys({ ...approving, may: (code) => !code.startsWith('lo:review') })).toEqual(all)
    expect(keys({ ...approving, may: (code) => code.startsWith('lo:review') })).toEqual([])
  })
  it('let the leader ask for the start first, then only the permitter confirm it (T27)', () => {
    const verified: Given = { status: 4, phase: 12, events: ['start'] }
    expect(keys({ ...verified, roles: ['LEAD'] })).toEqual(['ask start'])
    expect(keys({ ...verified, roles: ['PERMIT'] })).toEqual([])
    const waiting: Given = { ...verified, ticket: { askState: asked('start', 0) } }
    expect(keys({ ...waiting, roles: ['LEAD'] })).toEqual([])
    expect(keys({ ...waiting, roles: ['PERMIT'] })).toEqual(['confirm start'])
    expect(present(waiting).asked?.text).toBe('钱工 已申请开工，待许可确认')
    expect(present(waiting).nextStep).toEqual({ text: '开工', by: '许可人员' })
  })
  it('forget a request nobody answered within the hour, and say when that will be', () => {
    const waiting: Given = { status: 4, phase: 12, events: ['start'], roles: ['LEAD'] }
    expect(present({ ...waiting, ticket: { askState: asked('start', 0) } }).changesAt).toBe(now + 59 * 60_000)
    const old = { ...waiting, ticket: { askState: asked('start', 0, 3_600_001) } }
    expect(keys(old)).toEqual(['ask start'])
    expect(present(old)).toMatchObject({ asked: null, changesAt: null })
  })
  it('walk the finish through leader, territory and permitter (T44)', () => {
    const closing: Given = { status: 20, phase: 24, events: ['finish'] }
    expect(keys({ ...closing, roles: ['LEAD'] })).toEqual(['ask finish'])
    expect(keys({ ...closing, roles: ['DEPT'], ticket: { askState: asked('finish', 0) } })).toEqual([
      'accept',
    ])
    expect(keys({ ...closing, roles: ['PERMIT'], ticket: { askState: asked('finish', 1) } })).toEqual([
      'confirm finish',
    ])
  })
  it('always keep the red button, also without any permission (T32)', () => {
    expect(keys({ status: 4, phase: 10, events: ['suspend'], may: () => false })).toEqual(['stop'])
    expect(keys({ status: 20, phase: 20, events: ['suspend'] })).toEqual(['suspend', 'stop'])
  })
  it('offer a rescue to a guardian or SAFETY where the ticket has an access lock (L7 R14)', () => {
    const at = (role: RoleTag, useType: number, events: readonly TicketEventType[] = ['suspend']) =>
      keys({ status: 20, phase: 21, events, roles: [role], locks: [{ lockId: 'a', useType }] })
    expect(at('GUARD', 2)).toEqual(['rescue', 'stop'])
    expect(at('SAFETY', 2)).toEqual(['rescue', 'stop'])
    expect(at('WORK', 2)).toEqual(['stop'])
    expect(at('GUARD', 1)).toEqual(['stop'])
    expect(at('GUARD', 2, [])).toEqual([])
  })
  it('offer an extension, or its decision once one is asked for (T39)', () => {
    const events = ['extendAsk', 'extendApprove'] as const
    const running: Given = { status: 20, phase: 20, events, roles: ['LEAD', 'APPROVE'] }
    expect(keys(running)).toEqual(['extend'])
    expect(keys({ ...running, extensions: [{ id: 'x', result: 0 }] })).toEqual(['extendDecide'])
  })
  it('offer nothing on a finished ticket, and no next step (T51)', () => {
    expect(present({ status: 30, phase: 30 })).toMatchObject({ actions: [], nextStep: null, missing: [] })
  })
})

describe('points of a ticket', () => {
  const isolator = ['pointOperate', 'pointLock', 'pointTag', 'pointFail'] as const
  const at = (point: Partial<PointColumns>, events: readonly TicketEventType[], over: Given = {}) =>
    present({ status: 4, phase: 10, points: [point], events, ...over }).points[0]
  it('go operate, lock, tag for the isolator (T21 T22 T23)', () => {
    expect(([0, 1, 2] as const).map((state) => at({ state }, isolator)?.actions[0])).toEqual([
      'operate',
      'lock',
      'tag',
    ])
  })
  it('ask no lock and no tag of a drain (T22)', () => {
    expect(at({ state: 1, lockCount: 0 }, isolator)).toMatchObject({ isDrain: true, actions: ['fail'] })
  })
  it('are verified only by whom the proof is offered, and only after the tag (T24)', () => {
    expect(at({ state: 3 }, ['pointVerify'])?.actions).toEqual(['verify'])
    expect(at({ state: 4, lockCount: 0 }, ['pointVerify'])?.actions).toEqual(['verify'])
    expect(at({ state: 2 }, ['pointVerify'])?.actions).toEqual([])
    expect(at({ state: 3 }, isolator)?.actions).toEqual(['fail'])
  })
  it('ask a second person to see a passive lock that one has claimed shut (G11)', () => {
    const claimed = { state: 3, powerType: 2, stateTrust: 3, witnessId: null } as const
    const verifier: Given = { roles: ['VERIFY'] }
    expect(at(claimed, [], verifier)).toMatchObject({ needsWitness: true, actions: ['witness'] })
    expect(at({ ...claimed, witnessId: 'u9' }, [], verifier)?.actions).toEqual([])
    expect(at({ ...claimed, state: 1 }, [], verifier)?.actions).toEqual([])
    expect(at(claimed, [], { ...verifier, ticket: { voidFlag: 1 } })?.actions).toEqual([])
  })
  it('ask a verifier to look at a lock that reports too seldom (G11)', () => {
    const seldom = { state: 3, powerType: 1, commType: 'NB' } as const
    expect(at(seldom, [], { roles: ['VERIFY'] })).toMatchObject({
      needsVisualCheck: true,
      actions: ['look'],
    })
    expect(at({ ...seldom, commType: 'WIFI' }, [], { roles: ['VERIFY'] })?.needsVisualCheck).toBe(false)
  })
  it('are given back from the last one (T43)', () => {
    const points = [{ state: 5 }, { state: 5 }, { state: 8 }, { state: 5, lockCount: 0 }] as const
    const shown = present({ status: 20, phase: 24, points, events: ['pointRestore'] }).points
    expect(shown.map(({ isNext }) => isNext)).toEqual([false, true, false, false])
    expect(shown.map(({ actions }) => actions)).toEqual([['restore'], ['restore'], [], ['restore']])
  })
  it('count a released drain as secured, and a proof from before a touch as void', () => {
    const points = [{ state: 3, verifyResult: 1 }, { state: 4, lockCount: 0 }, { state: 0 }] as const
    const shown = present({ status: 4, phase: 10, points }).points
    expect(shown.map(({ isSecured }) => isSecured)).toEqual([true, true, false])
    expect(shown.map(({ isProofVoid }) => isProofVoid)).toEqual([true, false, false])
  })
})

describe('people of a ticket', () => {
  const running: Given = { status: 20, phase: 20, events: ['personIn', 'personOut', 'personalLockOn'] }
  const actionsOf = (given: Given) => present(given).people.map(({ actions }) => actions)
  it('go in by themselves or through the leader, and out without a permission (T28 T29)', () => {
    const people = [
      { id: 'a', userId: 'u1', roleTag: 'WORK', onState: 0 },
      { id: 'b', userId: 'u2', roleTag: 'WORK', onState: 0 },
    ] as const
    expect(actionsOf({ ...running, people })).toEqual([['in'], []])
    expect(actionsOf({ ...running, people, roles: ['LEAD'] })).toEqual([['in'], ['in']])
    const inside = people.map((row) => ({ ...row, onState: 1 }))
    expect(actionsOf({ ...running, people: inside, may: () => false })).toEqual([['out'], []])
  })
  it('hang their own lock once, and only they (T26)', () => {
    const me = { id: 'a', userId: 'u1', roleTag: 'WORK' } as const
    expect(present({ ...running, people: [me] }).siteActions).toContain('lockOn')
    expect(present({ ...running, people: [{ ...me, personalHolds: 1 }] }).siteActions).not.toContain('lockOn')
    expect(present({ ...running, people: [{ ...me, userId: 'u2' }] }).siteActions).not.toContain('lockOn')
    expect(present({ ...running, events: [], people: [me] }).siteActions).not.toContain('lockOn')
  })
  it('hang a lock before their name is on the list when they take over from a worker (T34)', () => {
    const people = [{ id: 'b', userId: 'u2', roleTag: 'WORK' }] as const
    const handover = { id: 'h', fromUserId: 'u2', toUserId: 'u1', roleTag: 'WORK', state: 1 } as const
    const taking = present({ ...running, people, handovers: [handover] })
    expect(taking.siteActions).toContain('lockOn')
    expect(taking.handovers[0]).toMatchObject({ mySide: 'to', actions: ['cancel'] })
    const asked = present({ ...running, people, handovers: [{ ...handover, state: 0 }] })
    expect(asked.siteActions).not.toContain('lockOn')
    expect(asked.handovers[0]).toMatchObject({ actions: ['accept', 'cancel'] })
  })
})

describe('what comes next', () => {
  it('is the step of the state, by whom it waits for, with what is missing', () => {
    const reviews = [{ id: 'r', round: 1, reviewStatus: 1, reviewerId: 'u1', reviewerName: '李审' }] as const
    expect(present({ status: 1, reviews })).toMatchObject({
      nextStep: { text: '审核通过', by: '李审' },
      myStepId: 'r',
    })
    const points = [{ state: 5 }, { state: 3 }] as const
    expect(present({ status: 4, phase: 11, points })).toMatchObject({
      nextStep: { text: '零能量验证', by: '验证人员' },
      missing: ['Q2 未验证（已挂牌）'],
    })
    const people = [
      { userId: 'u2', name: '孙作', roleTag: 'WORK', personalHolds: 0, briefTime: null },
      { userId: 'u2', name: '孙作', roleTag: 'CONTR', personalHolds: 0, briefTime: 'x' },
      { userId: 'u3', name: '周监', roleTag: 'GUARD', briefTime: null },
    ] as const
    const ready: Given = { status: 4, phase: 12, people, ticket: { personalLock: 1, briefRequired: 1 } }
    expect(present(ready).missing).toEqual(['孙作 未交底', '周监 监护未到位', '孙作 未挂个人锁'])
  })
  it('names the first of many people and says how many they are', () => {
    const inside = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        userId: `p${index}`,
        // Two of one name are two people.
        name: index < 2 ? '王伟' : `工${index}`,
        onState: 1,
      }))
    const working = (count: number) => present({ status: 20, phase: 20, people: inside(count) }).missing
    expect(working(3)).toEqual(['王伟、王伟、工2 仍在场'])
    expect(working(200)).toEqual(['王伟、王伟、工2、工3、工4、工5、工6、工7 等 200 人 仍在场'])
  })
  it('is finishing once every point is back (T43 T44)', () => {
    const releasing: Given = { status: 20, phase: 24 }
    expect(present({ ...releasing, points: [{ state: 5 }] }).nextStep?.text).toBe('隔离点恢复')
    expect(present({ ...releasing, points: [{ state: 8 }] }).nextStep?.text).toBe('完工')
  })
  it('says when the time to close out has passed, and when it will (§5.8 L4)', () => {
    const expired: Given = { status: 40, phase: 24, ticket: { closeDeadline: '2027-01-15 16:00:00' } }
    const deadline = Date.UTC(2027, 0, 15, 8)
    expect(present({ ...expired, now: deadline - 1 })).toMatchObject({
      situation: { isCloseLate: false },
      changesAt: deadline,
    })
    expect(present({ ...expired, now: deadline }).situation.isCloseLate).toBe(true)
  })
})

describe('places of events', () => {
  it('an event that only the system causes has no button, and every other has one', () => {
    const bySystem = new Set(
      transitions
        .filter(({ event }) =>
          transitions
            .filter((row) => row.event === event)
            .every((row) => row.by.every((role) => role === 'SYSTEM')),
        )
        .map(({ event }) => event),
    )
    const placed = Object.entries(otherEvents).flatMap(([event, place]) =>
      place === 'system' ? [event] : [],
    )
    expect(placed).toEqual(expect.arrayContaining([...bySystem]))
  })
})
