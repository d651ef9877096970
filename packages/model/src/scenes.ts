import type { TicketEventType } from '@suoan/domain/work-ticket'
import {
  approval,
  atWork,
  execution,
  locked,
  one,
  onPaper,
  two,
  whole,
  withDrain,
  world,
  type Scene,
} from './scene-parts.ts'
import { largerRunningScenes, runningScenes } from './scenes-running.ts'
import { approved, draft } from './tickets.ts'
import type { World } from './world.ts'

export type { Scene } from './scene-parts.ts'

const sharedPoint = world(
  [approved('A', one), approved('B', [{ pointId: 'P1', kind: 'isolate', lockId: 'L2' }])],
  two,
  1,
  null,
)
/** The same point while B is at work behind it: whatever A does, B's protection must stand. */
const besideWork: World = locked(
  {
    ...sharedPoint,
    tickets: sharedPoint.tickets.map((each) => (each.ticket.id === 'A' ? each : atWork(each))),
  },
  'B',
)
/** What the walk of two tickets leaves to the walks of one. */
const aside: readonly TicketEventType[] = [
  ...approval,
  'recall',
  'void',
  'expire',
  'isolateCancel',
  'crewChange',
]

/** Small enough to run with every test. */
export const quickScenes: readonly Scene[] = [
  {
    ...whole,
    name: '审批',
    about: '一张不需要隔离的票：从草稿到批准的全部审批路径，含撤回、驳回、修改、撤销、作废、到期',
    start: world([draft('A', [])], [], 0, null),
    without: ['start'],
    signTogether: true,
    edits: true,
    until: 2,
    gas: false,
    goals: [...onPaper, 'withdraw', 'delete'],
  },
  {
    ...whole,
    name: '不隔离的执行',
    about: '一张不需要隔离的票：从批准到收尾的全部执行状态',
    start: world([approved('A', [])], [], 0, null),
    without: approval,
    signTogether: true,
    goals: ['begin', 'enter', 'resume', 'release', 'close', 'expire', 'void'],
  },
  {
    ...whole,
    name: '隔离前审批',
    about: '一张需要隔离的票：审批到开始隔离为止，含委托、加签、退回审核',
    start: world([draft('A', one)], one, 0, null),
    without: ['pointOperate', 'isolateCancel'],
    handsOn: true,
    force: false,
    until: 1,
    goals: [...onPaper.filter((goal) => goal !== 'expire'), 'isolate'],
    endsIn: 10,
  },
  {
    ...whole,
    name: '单点执行',
    about: '一张票、一个隔离点、一名作业人：从批准到收尾的全部执行状态',
    start: world([approved('A', one)], one, 0, 'A'),
    without: approval,
    signTogether: true,
    goals: [...execution, 'expire', 'void'],
  },
  {
    ...whole,
    name: '共用隔离点',
    about: '两张票共用一个隔离点、各挂一把锁、同一名作业人；其中一张正在作业',
    start: besideWork,
    without: [...aside, 'suspend', 'pointFail'],
    signTogether: true,
    until: 1,
    gas: false,
    force: false,
    goals: execution.filter((goal) => goal !== 'resume'),
  },
  ...runningScenes,
]

/** Two tickets, two workers, everything may happen: too large to walk, so random histories run through it. */
export const historyScene: Scene = {
  ...whole,
  name: '随机历史',
  about: '两张票共用隔离点与两名作业人，全部事件',
  start: world(
    [approved('A', two), approved('B', [{ pointId: 'P1', kind: 'isolate', lockId: 'L3' }])],
    [...two, { pointId: 'P1', kind: 'isolate', lockId: 'L3' }],
    1,
    null,
    true,
  ),
  // Histories are to be long: nothing ends a ticket here but its work.
  without: [...approval, 'recall', 'void', 'expire'],
  until: 1,
  workers: 2,
  goals: [],
}

/** Walked by `npm run model`, after the quick ones. */
export const fullScenes: readonly Scene[] = [
  ...quickScenes,
  ...largerRunningScenes,
  {
    ...whole,
    name: '审批到收尾',
    about: '一张不需要隔离的票：从草稿到收尾的全部审批路径，含撤回、驳回、修改、撤销、作废、到期',
    start: world([draft('A', [])], [], 0, null),
    signTogether: true,
    edits: true,
    until: 2,
    gas: false,
    goals: [...onPaper, 'begin', 'enter', 'resume', 'release', 'close', 'withdraw', 'delete'],
  },
  {
    ...whole,
    name: '箱柜锁与逐个签认',
    about: '一张票、一个隔离点、一把箱柜锁；申请与确认分开，签认会过期',
    start: world([approved('A', one)], one, 0, 'A', true),
    without: approval,
    goals: [...execution, 'expire', 'void'],
  },
  {
    ...whole,
    name: '隔离点与排放点',
    about: '一张票、一个隔离点和一个排放点、一名作业人',
    start: world([approved('A', withDrain)], withDrain, 0, 'A'),
    without: approval,
    signTogether: true,
    until: 2,
    goals: [...execution, 'expire'],
  },
  {
    ...whole,
    name: '两点两人',
    about: '一张票、两个有先后的隔离点、两名作业人、两把隔离锁、一只锁箱',
    start: world([approved('A', two)], two, 1, 'A'),
    without: [...approval, 'recall', 'void', 'expire', 'crewChange'],
    signTogether: true,
    gas: false,
    until: 1,
    workers: 2,
    goals: execution,
  },
  {
    ...whole,
    name: '共用隔离点，全程',
    about: '两张票都从批准走到收尾，隔离锁随时可能被强行打开',
    start: sharedPoint,
    without: aside,
    signTogether: true,
    until: 1,
    gas: false,
    goals: execution,
  },
]
