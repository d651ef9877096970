import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

/** How the demo plant of this server lives; all of it is refused where there is none (decision 0895). */
export interface DemoState {
  /** Tickets of its history that have been played, while that goes on. */
  history: { done: number; of: number } | null
  /** It is the small works with a life of its own, not one pump. */
  isWorks: boolean
  /** Its devices are played here, and may be pressed by hand. */
  isPlayed: boolean
}

/** A lock that the simulator plays, as it stands in its hands. */
export interface PlayedLock {
  sn: string
  lockCode: string
  lockName: string
  areaName: string
  /** `lo_lock_purpose`. */
  lockPurpose: number
  /** 1 shut, 0 open, 2 on its way. */
  latch: number
  shackle: number
  battery: number
  /** Behind no gateway, it cannot be out of its reach. */
  canLoseReach: boolean
  faults: PlayedFault[]
}

function keysOf<K extends string>(table: Readonly<Record<K, string>>): [K, ...K[]] {
  return Object.keys(table) as [K, ...K[]]
}

/** What a hand may do to a lock, with its name on the button. */
export const lockPresses = {
  close: '关锁',
  open: '开锁',
  half: '未锁到位',
  force: '强开',
  tamper: '撬动',
  jam: '卡滞',
  wrong: '错误尝试',
  lowBattery: '低电',
  state: '上报状态',
} as const
export type LockPress = keyof typeof lockPresses
export const lockPressKeys = keysOf(lockPresses)

/** What may be wrong with a lock for a while. */
export const playedFaults = {
  outOfReach: '失去网关信号',
  deaf: '不理会指令',
  slow: '指令延迟 8 秒',
} as const
export type PlayedFault = keyof typeof playedFaults
export const playedFaultKeys = keysOf(playedFaults)

/** How many times faster than a working day the plant's life goes; 0 = it stands still. */
export const demoPaces = [0, 1, 10, 60] as const
export type DemoPace = (typeof demoPaces)[number]

/** A ticket that is played step by step. */
export interface DemoStory {
  steps: { title: string; who: string; done: boolean }[]
  /** The ticket, once it is written. */
  workId: string | null
  /** Why the last step could not be done. */
  trouble: string | null
}

const base = '/demo/simulator'
const sn = z.string().min(1, '缺少序列号').max(64)
export const demoEndpoints = {
  state: defineEndpoint<DemoState>()({
    methods: ['GET'],
    path: '/demo/state',
    title: '演示工厂状态',
    access: 'signedIn',
    input: z.object({}),
  }),
  locks: defineEndpoint<PlayedLock[]>()({
    methods: ['GET'],
    path: `${base}/locks`,
    title: '模拟的锁具',
    access: 'signedIn',
    input: z.object({}),
  }),
  press: defineEndpoint<null>()({
    methods: ['POST'],
    path: `${base}/press`,
    title: '模拟现场操作',
    access: 'signedIn',
    input: z.object({ sn, press: z.enum(lockPressKeys, '没有这个操作') }),
  }),
  fault: defineEndpoint<null>()({
    methods: ['POST'],
    path: `${base}/fault`,
    title: '模拟故障',
    access: 'signedIn',
    input: z.object({ sn, fault: z.enum(playedFaultKeys, '没有这个故障'), on: z.boolean() }),
  }),
  pace: defineEndpoint<{ pace: DemoPace }>()({
    methods: ['GET'],
    path: `${base}/pace`,
    title: '模拟速度',
    access: 'signedIn',
    input: z.object({}),
  }),
  setPace: defineEndpoint<{ pace: DemoPace }>()({
    methods: ['POST'],
    path: `${base}/pace`,
    title: '设置模拟速度',
    access: 'signedIn',
    input: z.object({
      pace: z.union(
        demoPaces.map((pace) => z.literal(pace)),
        '速度只能是 0、1、10、60',
      ),
    }),
  }),
  story: defineEndpoint<DemoStory>()({
    methods: ['GET'],
    path: `${base}/story`,
    title: '演示故事',
    access: 'signedIn',
    input: z.object({}),
  }),
  nextStep: defineEndpoint<DemoStory>()({
    methods: ['POST'],
    path: `${base}/story`,
    title: '演示故事下一步',
    access: 'signedIn',
    input: z.object({}),
  }),
} as const
