import type { TicketEventType } from '@suoan/domain/work-ticket'
import { approval, atWork, locked, one, whole, world, type Scene } from './scene-parts.ts'
import { approved, draft } from './tickets.ts'
import {
  planStart,
  renewedEnd,
  type Running,
  type ScenePoint,
  type TicketWorld,
  type World,
} from './world.ts'

// Small worlds for what runs beside status and phase; each begins at work and leaves the rest to the others.

const aside: readonly TicketEventType[] = [
  ...approval,
  'recall',
  'void',
  'expire',
  'isolateCancel',
  'crewChange',
  'gasRepeat',
]

const atWorkOn = (points: readonly ScenePoint[], running: Partial<Running> = {}): World => {
  const each = atWork(approved('A', points))
  return locked(world([{ ...each, running: { ...each.running, ...running } }], points, 1, 'A'), 'A')
}

const twoGroups: readonly ScenePoint[] = [
  { pointId: 'P1', kind: 'isolate', lockId: 'L1', group: 1 },
  { pointId: 'P2', kind: 'isolate', lockId: 'L2', group: 2 },
]

const calm = { ...whole, signTogether: true, gas: false, force: false, until: 1 } as const

const urgent = draft('A', [])

/** A ticket at rest in the state a renewal is asked in (T46): interrupted, nobody inside. */
const interrupted = (each: TicketWorld): TicketWorld => ({
  ...each,
  ticket: { ...each.ticket, phase: 21, suspendedAt: planStart },
  grants: { ...each.grants, crew: 2 },
})
/** The renewal that was given up before: `renew` brings another in its place (`perform.ts`). */
const givenUp = (points: readonly ScenePoint[]): TicketWorld => {
  const child = approved('B', points, { parentWorkId: 'A', planEnd: renewedEnd, voidFlag: true })
  return { ...child, grants: { isolators: 4, crew: 4 }, running: { ...child.running, planned: false } }
}
const renewing = (points: readonly ScenePoint[]): World =>
  locked(world([interrupted(atWork(approved('A', points))), givenUp(points)], points, 1, 'A'), 'A')

const elsewhere: readonly ScenePoint[] = [{ pointId: 'P2', kind: 'isolate', lockId: 'L2' }]

/** Small worlds for single rows, walked with every test as well. */
const singleRows: readonly Scene[] = [
  {
    ...calm,
    name: '多处气体检测',
    about: '一张不隔离的票在作业，两处计划部位各自不合格、重新检测：每一处都合格才能恢复',
    start: world([atWork(approved('A', []))], [], 1, 'A'),
    without: aside.filter((event) => event !== 'gasRepeat'),
    gas: 'everywhere',
    goals: ['resume', 'release', 'close'],
  },
  {
    ...calm,
    name: '续票，少事件',
    about: '原票已中断：办理续票、逐点接收、同时转移占用；没有人取消、作废，也不等到期，两张票仍都能了结',
    start: renewing(one),
    without: [...aside, 'suspend', 'resume', 'personIn'],
    runs: ['renew'],
    goals: ['transfer', 'close'],
  },
  {
    ...calm,
    name: '续票，不隔离',
    about: '原票与续票都不需要隔离：续票开工即为原票收尾',
    start: renewing([]),
    without: [...aside, 'suspend'],
    runs: ['renew'],
    goals: ['transfer', 'close'],
  },
  {
    ...calm,
    name: '续票，漏掉隔离点',
    about: '原票仍锁着 P1，续票的方案里只有 P2：不能提交，只能删除或修改',
    start: locked(
      world(
        [
          interrupted(atWork(approved('A', one))),
          {
            ...draft('B', elsewhere),
            ticket: { ...draft('B', elsewhere).ticket, parentWorkId: 'A' },
          },
          {
            ...draft('C', elsewhere),
            ticket: {
              ...draft('C', elsewhere).ticket,
              parentWorkId: 'A',
              round: 2,
              contentHash: '旧',
            },
          },
        ],
        [...one, ...elsewhere],
        0,
        'A',
      ),
      'A',
    ),
    without: [
      ...aside.filter((event) => !['submit', 'deleteDraft', 'void'].includes(event)),
      'resume',
      'suspend',
      'pointFail',
      'personIn',
      'personalLockOn',
    ],
    until: 0,
    goals: ['delete', 'close'],
  },
  {
    ...calm,
    name: '没有账号的人',
    about: '两名外来人员，一名没有交底：凭通行码进出、由本人确认挂摘个人锁；在场时不解除隔离、不试运行',
    start: {
      ...atWorkOn(one),
      traits: { w1: { external: true, briefed: true }, w2: { external: true, briefed: false } },
    },
    without: [...aside, 'pointFail'],
    workers: 2,
    runs: ['test'],
    goals: ['enter', 'lift', 'release', 'close'],
  },
  {
    ...calm,
    name: '监护人离岗',
    about: '监护人随时离岗、回岗：离岗时无人进入，作业不开始、不恢复；满五分钟作业停止',
    start: world([atWork(approved('A', []))], [], 1, 'A'),
    // Nobody presses a stop: what stops here is the server.
    without: [...aside, 'suspend'],
    runs: ['guard'],
    goals: ['enter', 'resume', 'release', 'close'],
  },
  {
    ...calm,
    name: '通行证到期',
    about: '外来人员在场时当日通行证到期：可离场、摘锁，不能再进；离场前计入在场，须提醒',
    start: {
      ...atWorkOn(one),
      traits: { w1: { external: true, briefed: true }, w2: { external: false, briefed: true } },
    },
    without: [...aside, 'pointFail', 'suspend', 'resume'],
    runs: ['pass'],
    goals: ['enter', 'release', 'close'],
  },
  {
    ...calm,
    name: '离线补报',
    about: '在没有网络的地方进场，事后补报：计入在场，须撤离',
    start: atWorkOn(one),
    without: [...aside, 'pointFail', 'suspend', 'resume'],
    runs: ['found'],
    goals: ['enter', 'release', 'close'],
  },
  {
    ...calm,
    name: '试运行到期',
    about: '试运行与恢复上锁中票到期：不再有人能为试运行开锁，隔离人仍能恢复',
    start: atWorkOn(one),
    without: [
      ...aside.filter((event) => event !== 'expire'),
      'pointFail',
      'suspend',
      'personIn',
      'personalLockOn',
    ],
    runs: ['test'],
    until: 2,
    goals: ['lift', 'expire', 'close'],
  },
  {
    ...calm,
    name: '抢修，需要隔离',
    about: '需要隔离的抢修票，到开始隔离为止',
    start: world(
      [{ ...draft('A', one), ticket: { ...draft('A', one).ticket, workType: '31', baseTypes: ['10'] } }],
      one,
      1,
      null,
    ),
    without: [
      'submit',
      'recall',
      'edit',
      'pointOperate',
      'isolateCancel',
      'personalLockOn',
      'crewChange',
      'gasRepeat',
    ],
    runs: ['urgent'],
    goals: ['approve', 'isolate'],
    endsIn: 10,
  },
]

export const runningScenes: readonly Scene[] = [
  {
    ...calm,
    name: '试运行',
    about: '一张票在作业：临时解除、试运行、重新上锁，含中断与隔离点异常；隔离锁可按 L3 打开',
    start: atWorkOn(one),
    without: aside,
    runs: ['test'],
    goals: ['lift', 'relock', 'resume', 'release', 'close'],
  },
  {
    ...calm,
    name: '部分解除',
    about: '一张票、两个解除分组：先放开一组，另一组继续作业到收尾',
    start: atWorkOn(twoGroups),
    without: [...aside, 'pointFail', 'suspend'],
    runs: ['group'],
    goals: ['partRelease', 'restore', 'release', 'close', 'enter'],
  },
  {
    ...calm,
    name: '延期与收尾期限',
    about: '申请延期、同意与不同意、增补锁具，到期后延长收尾期限',
    start: atWorkOn(one),
    without: [...aside.filter((event) => event !== 'expire'), 'pointFail', 'suspend'],
    runs: ['extend', 'deadline', 'locks'],
    until: 3,
    goals: ['extend', 'expire', 'close'],
  },
  {
    ...calm,
    name: '交接',
    about: '负责人与作业人各自交班，接班人先接收、先上个人锁；也可由负责人替换已离场的人',
    start: atWorkOn(one, { tags: { lead: ['LEAD'], lead2: [], w1: ['WORK'], w2: [] } }),
    without: [...aside.filter((event) => event !== 'crewChange'), 'pointFail'],
    runs: ['handover'],
    extra: ['lead2'],
    workers: 2,
    goals: ['handOver', 'enter', 'close'],
  },
  {
    ...calm,
    name: '应急拆锁',
    about: '锁主不在场，两名授权人员拆除其个人锁；锁主确认知悉前不能进入',
    start: atWorkOn(one),
    without: [...aside, 'pointFail'],
    runs: ['removal'],
    goals: ['remove', 'enter', 'close'],
  },
  {
    ...calm,
    name: '抢修',
    about: '值班负责人现场批准的抢修票，事后补审查；与按正常流程提交并存',
    start: world(
      [{ ...urgent, ticket: { ...urgent.ticket, workType: '31', baseTypes: ['10'] } }],
      [],
      1,
      null,
    ),
    without: ['recall', 'edit', 'delegate', 'addSigner', 'urge', 'stepOverdue', 'crewChange', 'gasRepeat'],
    runs: ['urgent'],
    until: 2,
    goals: ['approve', 'begin', 'close'],
  },
  {
    ...calm,
    name: '催办',
    about: '审批步骤超时：催办、升级由上级代为处理、通知管理员；谁都不替系统作决定',
    start: world([{ ...draft('A', []), running: { ...draft('A', []).running, late: true } }], [], 0, null),
    without: [
      'start',
      'expire',
      'edit',
      'recall',
      'withdraw',
      'urge',
      'returnReview',
      'reviewReject',
      'approveReject',
    ],
    runs: ['late'],
    until: 0,
    goals: ['escalate', 'approve'],
  },
  ...singleRows,
]

/** Walked by `npm run model`, after the quick ones. */
export const largerRunningScenes: readonly Scene[] = [
  {
    ...calm,
    name: '试运行，气体与到期',
    about: '一张票在作业：临时解除、试运行、重新上锁，含中断、气体不合格与到期；隔离锁可按 L3 打开',
    start: atWorkOn(one),
    without: aside.filter((event) => event !== 'expire' && event !== 'gasRepeat'),
    runs: ['test'],
    force: true,
    gas: true,
    until: 2,
    goals: ['lift', 'relock', 'resume', 'release', 'close'],
  },
  {
    ...calm,
    name: '续票',
    about: '一张在作业的票与它的续票：逐点接收、同时转移占用，没有无占用的一刻',
    start: locked(
      world(
        [atWork(approved('A', one)), approved('B', one, { parentWorkId: 'A', planEnd: renewedEnd })],
        one,
        1,
        'A',
      ),
      'A',
    ),
    without: aside.filter((event) => event !== 'expire' && event !== 'void' && event !== 'isolateCancel'),
    runs: ['renew'],
    until: 2,
    goals: ['transfer', 'close', 'void'],
  },
]
