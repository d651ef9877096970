import type { GasLevel } from '@suoan/domain/dictionaries'
import type { Random } from '@suoan/kit/id'
import { worksEquips, worksPoints, type WorksEquip, type WorksPoint } from '@suoan/safety/seed/works/places'

const minute = 60_000

/** Who does what on a demo ticket, by user name. */
export interface Crew {
  readonly issue: string
  readonly review: string
  readonly approve: string
  readonly permit: string
  readonly accept: string
  readonly lead: string
  readonly workers: readonly [string, string]
  readonly guard: string
  readonly iso: string
  readonly verify: string
}

/** A point of the plan with the lock that hangs on it and how its zero energy is proven. */
export interface PlannedPoint {
  readonly point: WorksPoint
  readonly lock: string
}

/** A ticket before it is played: everything that is chosen about it. */
export interface TicketPlan {
  readonly workName: string
  readonly content: string
  readonly equip: WorksEquip
  readonly points: readonly PlannedPoint[]
  readonly box: string
  readonly personalLocks: readonly [string, string]
  /** An access lock near by that the crew opens now and then. */
  readonly door: string
  readonly crew: Crew
  /** Epoch ms at which it is written: it is signed in the hour after. */
  readonly prepared: number
  /** Epoch ms at which its isolation begins. */
  readonly isolated: number
  /** Epoch ms at which its first point is locked, and at which all are proven. */
  readonly hung: number
  readonly proven: number
  /** Epoch ms of the planned beginning and end. */
  readonly start: number
  readonly end: number
  /** The heights at which gas is tested before the work. */
  readonly gasLevels: readonly GasLevel[]
}

const tasks: Readonly<Record<string, readonly (readonly [name: string, content: string])[]>> = {
  '1': [
    ['机械密封更换', '拆下联轴器护罩，更换机械密封，检查轴承并复位'],
    ['轴承检查', '拆检轴承箱，更换润滑油，测量游隙'],
    ['联轴器对中', '断开联轴器，复测对中并调整垫片'],
    ['振动处理', '紧固地脚螺栓，检查叶轮动平衡'],
  ],
  '2': [
    ['管束清洗', '拆开封头，高压水清洗管束后复位并试压'],
    ['安全阀校验', '拆下安全阀送检，回装后做气密检查'],
    ['法兰消漏', '更换泄漏法兰垫片，按力矩对称紧固'],
    ['液位计更换', '隔离后更换磁翻板液位计并校对零点'],
  ],
  '5': [
    ['旋转接头更换', '更换装车臂旋转接头密封，做气密检查'],
    ['切断阀检修', '解体切断阀，更换阀座密封，做行程试验'],
  ],
  '6': [
    ['进料阀检修', '更换进料阀填料，检查阀杆并做行程试验'],
    ['呼吸阀清理', '拆洗呼吸阀，检查阀盘与阻火器'],
  ],
}

/** Those whose personal locks the works has; each works with his neighbour of the list. */
const workers = ['u34', 'u35', 'u36', 'u37'] as const

const pick = <T>(random: Random, from: readonly [T, ...T[]]): T =>
  from[Math.floor(random() * from.length)] ?? from[0]

/** Equipment that work goes on at today; what is past was done at the others. */
const today: readonly string[] = [
  'P-201A',
  'P-301A',
  'K-101',
  'T-301',
  'P-501A',
  'C-601A',
  'P-701A',
  'E-301',
  'P-402A',
  'F-102',
  'P-202B',
  'V-601',
  'P-102',
  'E-101',
  'CT-501A',
]
const free = worksEquips.filter(({ equipCode }) => !today.includes(equipCode))

/**
 * Chooses everything about a ticket that begins at `start`: on free equipment, or on the one named. Tickets of one day in
 * different `slot`s (0 to 4) hang different locks.
 */
export function planTicket(
  random: Random,
  start: number,
  { slot = 0, equipCode }: { readonly slot?: number; readonly equipCode?: string } = {},
): TicketPlan {
  const named = worksEquips.find((each) => each.equipCode === equipCode)
  const equip = named ?? pick(random, some(free))
  const [name, content] = pick(random, some(tasks[equip.equipType] ?? tasks['2'] ?? []))
  const isLoading = equip.areaCode.startsWith('A03')
  const first = Math.floor(random() * workers.length)
  const pair = [workers[first] ?? 'u34', workers[(first + 1) % workers.length] ?? 'u35'] as const
  const firstLock = 1 + slot * 7 + Math.floor(random() * 5)
  const points = worksPoints
    .filter(({ equipId }) => equipId === equip.id)
    .map((point, index) => ({ point, lock: `LK${100 + firstLock + index}` }))
  const hours = 2 + Math.floor(random() * 4)
  return {
    workName: `${equip.equipCode} ${name}`,
    content,
    equip,
    points,
    box: `LB${2 + Math.floor(random() * 3)}`,
    personalLocks: [`PL${pair[0].slice(1)}`, `PL${pair[1].slice(1)}`],
    door: `DR${String(1 + Math.floor(random() * 6)).padStart(2, '0')}`,
    crew: {
      issue: pick(random, ['u1', 'u31']),
      review: pick(random, ['u2', 'u40']),
      approve: isLoading ? 'u48' : pick(random, ['u3', 'u23']),
      permit: isLoading ? 'u49' : pick(random, ['u4', 'u21', 'u22']),
      accept: isLoading ? 'u48' : pick(random, ['u3', 'u23']),
      lead: pick(random, ['u5', 'u32', 'u33', 'u43']),
      workers: pair,
      // Those who guard and isolate today are at their posts.
      guard: pick(random, ['u47', 'u50']),
      iso: pick(random, ['u9', 'u44']),
      verify: pick(random, ['u10', 'u30', 'u41']),
    },
    prepared: start - 180 * minute,
    isolated: start - 60 * minute,
    hung: start - 30 * minute,
    proven: start - 9 * minute,
    start,
    end: start + hours * 60 * minute,
    // A name with a tower or a furnace in it makes a confined space: whoever tests all heights is always right.
    gasLevels: ['上', '中', '下'],
  }
}

function some<T>(list: readonly T[]): readonly [T, ...T[]] {
  const [first, ...rest] = list
  if (first === undefined) throw new Error('nothing to choose from')
  return [first, ...rest]
}
