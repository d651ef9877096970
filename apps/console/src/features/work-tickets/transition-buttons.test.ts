import type { TicketDetail } from '@suoan/contract'
import { describe, expect, it } from 'vitest'
import { askedOf } from './asked.ts'
import { buttonsFor } from './transition-buttons.ts'

const now = 1_800_000_000_000

function detail(
  over: Partial<TicketDetail> & { status?: number; phase?: number; askState?: unknown },
): TicketDetail {
  const { status = 0, phase = 0, askState = [], ...rest } = over
  return {
    ticket: {
      id: '1',
      workNo: 'N',
      workName: '检修',
      workType: '10',
      workLevel: '2',
      voidFlag: 0,
      revision: 1,
      workStatus: status,
      execPhase: phase,
      askState,
    },
    points: [],
    locks: [],
    people: [],
    measures: [],
    gas: [],
    reviews: [],
    examines: [],
    conflicts: [],
    handovers: [],
    extensions: [],
    myLocks: [],
    diff: [],
    myRoles: [],
    events: [],
    serverTime: '',
    unsynced: { texts: [], override: '' },
    ...rest,
  }
}
const labels = (ticket: TicketDetail, may: (code: string) => boolean = () => true) =>
  buttonsFor(ticket, may, now).map((row) => row.label)
const asked = (event: string, index: number, ago = 60_000) => [
  { event, index, userId: 'u', userName: '钱工', at: now - ago },
]

describe('buttonsFor', () => {
  it('offers the applicant what a draft allows (T02 T03 T04 T18)', () => {
    const draft = detail({ events: ['edit', 'deleteDraft', 'submit', 'void'] })
    expect(labels(draft)).toEqual(['编辑', '提交', '作废', '删除草稿'])
  })
  it('hides what the permission forbids', () => {
    const draft = detail({ events: ['edit', 'submit'] })
    expect(labels(draft, (code) => code !== 'lo:work:submit')).toEqual(['编辑'])
  })
  it('offers who decides to hand on, to add a signer and to send back (T14 T15)', () => {
    const events = ['reviewPass', 'reviewReject', 'delegate', 'addSigner']
    expect(labels(detail({ status: 1, events }))).toEqual(['审核', '委托', '加签'])
    const approving = { status: 2, events: ['approve', 'returnReview', 'addSigner'] }
    expect(labels(detail(approving))).toEqual(['审批', '退回审核', '加签'])
    expect(labels(detail(approving), (code) => !code.startsWith('lo:review'))).toEqual([
      '审批',
      '退回审核',
      '加签',
    ])
    expect(labels(detail(approving), (code) => code.startsWith('lo:review'))).toEqual([])
  })
  it('offers who waits to urge, and who approved to take it back (T16 T19)', () => {
    expect(labels(detail({ status: 1, events: ['withdraw', 'urge'] }))).toEqual(['撤回', '催办'])
    expect(labels(detail({ status: 4, events: ['recall'] }))).toEqual(['撤销批准'])
  })
  it('lets the leader ask for the start first (T27)', () => {
    const verified = { status: 4, phase: 12, events: ['start'] }
    expect(labels(detail({ ...verified, myRoles: ['LEAD'] }))).toEqual(['申请开工'])
    expect(labels(detail({ ...verified, myRoles: ['PERMIT'] }))).toEqual([])
  })
  it('then lets only the permitter confirm it (T27)', () => {
    const waiting = { status: 4, phase: 12, events: ['start'], askState: asked('start', 0) }
    expect(labels(detail({ ...waiting, myRoles: ['LEAD'] }))).toEqual([])
    expect(labels(detail({ ...waiting, myRoles: ['PERMIT'] }))).toEqual(['确认开工'])
    expect(askedOf(detail(waiting).ticket, now)?.text).toBe('钱工 已申请开工，待许可确认')
  })
  it('forgets a request nobody answered within the hour', () => {
    const old = detail({
      status: 4,
      phase: 12,
      events: ['start'],
      askState: asked('start', 0, 3_600_001),
      myRoles: ['LEAD'],
    })
    expect(labels(old)).toEqual(['申请开工'])
    expect(askedOf(old.ticket, now)).toBeNull()
  })
  it('walks the finish through leader, territory and permitter (T44)', () => {
    const closing = { status: 20, phase: 24, events: ['finish'] }
    expect(labels(detail({ ...closing, myRoles: ['LEAD'] }))).toEqual(['申请完工'])
    expect(labels(detail({ ...closing, myRoles: ['DEPT'], askState: asked('finish', 0) }))).toEqual([
      '属地验收',
    ])
    expect(labels(detail({ ...closing, myRoles: ['PERMIT'], askState: asked('finish', 1) }))).toEqual([
      '确认完工',
    ])
  })
  it('always leaves the red button, also without any permission (T32)', () => {
    expect(labels(detail({ status: 4, phase: 10, events: ['suspend'] }), () => false)).toEqual(['紧急停止'])
    expect(labels(detail({ status: 20, phase: 20, events: ['suspend'] }))).toEqual(['中断作业', '紧急停止'])
  })
  it('offers nothing on a finished ticket (T51)', () => {
    expect(labels(detail({ status: 30, phase: 30 }))).toEqual([])
  })
  it('offers a rescue to a guardian or SAFETY where the ticket has an access lock (L7 R14)', () => {
    const at = (myRoles: string[], useType: number, events = ['suspend']) =>
      labels(detail({ status: 20, phase: 21, events, myRoles, locks: [{ lockId: 'a', useType }] }))
    expect(at(['GUARD'], 2)).toEqual(['救援开锁', '紧急停止'])
    expect(at(['SAFETY'], 2)).toEqual(['救援开锁', '紧急停止'])
    expect(at(['WORK'], 2)).toEqual(['紧急停止'])
    expect(at(['GUARD'], 1)).toEqual(['紧急停止'])
    expect(at(['GUARD'], 2, [])).toEqual([])
  })
})
