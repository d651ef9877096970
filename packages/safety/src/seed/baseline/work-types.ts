import type { RoleTag } from '@suoan/domain/dictionaries'
import type { BaselineFlowKey } from './flows.ts'
import { measures, type BaselineMeasure } from './measures.ts'

const specialWork = 'GB 30871-2022 第 4 章'
const lockout = 'GB/T 33579-2017；29 CFR 1910.147(c)–(f)'
const power = 'GB 26860-2011 第 5 章、第 6 章'

/** Whoever guards is trained (4.9 of GB 30871), whoever isolates, verifies or tests is authorised (1910.147(c)(7)). */
const authorised = { GUARD: ['01'], ISO: ['08'], VERIFY: ['08'], GASTEST: ['07'] } as const

/** The certificates of a kind of work: those everywhere, and what the crew and its leader must hold. */
const certs = (crew: readonly string[], leader: readonly string[] = []) => ({
  ...authorised,
  WORK: crew,
  CONTR: crew,
  LEAD: leader,
})

/** What holds for every kind unless its row says otherwise; where the standards leave a choice, the stricter one. */
const common = {
  earlyMin: 0,
  isolateLeadMin: 120,
  extendMax: 0,
  // By area: where it is an explosive zone or a confined space.
  gasRequired: 2,
  gasCodes: 'O2,LEL,H2S,CO',
  gasPreMin: 30,
  gasInterruptMin: 30,
  gasRepeatMin: 0,
  gasContinuous: 0,
  guardRequired: 1,
  isolationRequired: 1,
  personalLock: 1,
  dualControl: 0,
  briefRequired: 1,
  briefSign: 'SESSION',
  handoverSign: 'SESSION',
  videoRequired: 0,
  idleFireWatchMin: 0,
  editableFields: ['planEnd', 'workLevel', 'content'],
  coreFields: ['content', 'place', 'planStart', 'planEnd', 'workType'],
} as const

interface Demands {
  readonly maxHours: number
  readonly flow: BaselineFlowKey
  readonly certRules: Readonly<Partial<Record<RoleTag, readonly string[]>>>
  readonly measuresTpl: readonly BaselineMeasure[]
  readonly source: string
}
type Choices = Partial<Readonly<Record<keyof typeof common, string | number>>>

/** A row of `lo_work_type` as the baseline has it; the flow by its key. */
export type BaselineWorkType = Omit<Record<keyof typeof common, string | number | readonly string[]>, never> &
  Demands & {
    readonly key: string
    readonly typeCode: string
    readonly levelCode: string
    readonly typeName: string
  }

function kind(
  typeCode: string,
  levelCode: string,
  typeName: string,
  demands: Demands,
  choices: Choices = {},
): BaselineWorkType {
  return { ...common, ...choices, ...demands, key: `${typeCode}-${levelCode}`, typeCode, levelCode, typeName }
}

const hotWork = { certRules: certs(['02']), measuresTpl: measures.hotWork }
const height = (maxHours: number, flow: BaselineFlowKey): Demands => ({
  maxHours,
  flow,
  certRules: certs(['03']),
  measuresTpl: measures.height,
  source: `${specialWork}、第 8 章；GB/T 3608（高度分级）`,
})
const lifting = (flow: BaselineFlowKey): Demands => ({
  maxHours: 24,
  flow,
  certRules: certs(['05']),
  measuresTpl: measures.lifting,
  source: `${specialWork}、第 9 章（按吊物质量分级）`,
})
const isolation: Demands = {
  maxHours: 24,
  flow: 'UNIT',
  certRules: certs(['08'], ['08']),
  measuresTpl: measures.isolation,
  source: lockout,
}
const electrical = { certRules: certs(['04', '08'], ['04']), flow: 'POWER' } as const

/**
 * Kinds of work with their levels (3-domain.md §3.4 "Default policy rows"); what is not here cannot be submitted until the
 * plant says its rules.
 */
export const baselineWorkTypes: readonly BaselineWorkType[] = [
  kind(
    '01',
    '0',
    '特级动火',
    { ...hotWork, maxHours: 8, flow: 'CHIEF', source: `${specialWork}、5.1、5.3、5.4` },
    {
      gasRequired: 1,
      gasContinuous: 1,
      videoRequired: 1,
      idleFireWatchMin: 60,
      briefSign: 'SECRET',
      handoverSign: 'SECRET',
    },
  ),
  kind(
    '01',
    '1',
    '一级动火',
    { ...hotWork, maxHours: 8, flow: 'SAFETY', source: `${specialWork}、5.1、5.3` },
    { gasRequired: 1, idleFireWatchMin: 30 },
  ),
  kind(
    '01',
    '2',
    '二级动火',
    { ...hotWork, maxHours: 72, flow: 'UNIT', source: `${specialWork}、5.1、5.3` },
    { gasRequired: 1, gasInterruptMin: 60, idleFireWatchMin: 30 },
  ),
  kind(
    '02',
    '9',
    '受限空间',
    {
      maxHours: 24,
      flow: 'UNIT',
      certRules: certs(['06']),
      measuresTpl: measures.confinedSpace,
      source: `${specialWork}、第 6 章`,
    },
    { gasRequired: 1, gasInterruptMin: 60, gasRepeatMin: 120, gasContinuous: 1 },
  ),
  kind(
    '03',
    '9',
    '盲板抽堵',
    {
      maxHours: 24,
      flow: 'UNIT',
      certRules: certs(['08']),
      measuresTpl: measures.blindPlate,
      source: `${specialWork}、第 7 章`,
    },
    { gasRequired: 1 },
  ),
  kind('04', '1', '高处作业Ⅰ级（2–5 m）', height(168, 'UNIT')),
  kind('04', '2', '高处作业Ⅱ级（5–15 m）', height(168, 'SAFETY')),
  kind('04', '3', '高处作业Ⅲ级（15–30 m）', height(168, 'SAFETY')),
  kind('04', '4', '高处作业Ⅳ级（30 m 以上）', height(168, 'CHIEF')),
  kind('05', '1', '一级吊装（100 t 以上）', lifting('CHIEF')),
  kind('05', '2', '二级吊装（40–100 t）', lifting('SAFETY')),
  kind('05', '3', '三级吊装（40 t 以下）', lifting('UNIT')),
  kind('06', '9', '临时用电', {
    maxHours: 360,
    flow: 'SAFETY',
    certRules: certs(['04']),
    measuresTpl: measures.temporaryPower,
    source: `${specialWork}、第 10 章（不超过 15 天）`,
  }),
  kind('07', '9', '动土', {
    maxHours: 168,
    flow: 'JOINT',
    certRules: certs([]),
    measuresTpl: measures.excavation,
    source: `${specialWork}、第 11 章`,
  }),
  kind('08', '9', '断路', {
    maxHours: 168,
    flow: 'JOINT',
    certRules: certs([]),
    measuresTpl: measures.roadBreaking,
    source: `${specialWork}、第 12 章`,
  }),
  kind('10', '1', '检维修能量隔离（一级）', { ...isolation, flow: 'SAFETY' }, { isolationRequired: 2 }),
  kind('10', '2', '检维修能量隔离（二级）', isolation, { isolationRequired: 2 }),
  kind(
    '20',
    '9',
    '电气第一种工作票',
    { ...electrical, maxHours: 168, measuresTpl: measures.powerWork, source: power },
    { isolationRequired: 2, extendMax: 1 },
  ),
  kind(
    '21',
    '9',
    '电气第二种工作票',
    { ...electrical, maxHours: 168, measuresTpl: measures.powerWork, source: power },
    { extendMax: 1 },
  ),
  kind('22', '9', '带电作业', {
    ...electrical,
    maxHours: 12,
    measuresTpl: measures.liveWork,
    source: 'GB 26860-2011 第 5 章、第 9 章（带电作业）',
  }),
  kind('23', '9', '操作票', {
    ...electrical,
    maxHours: 12,
    measuresTpl: measures.switching,
    source: 'GB 26860-2011 第 5 章、第 7 章（倒闸操作）',
  }),
  kind('30', '9', '巡检开锁', {
    maxHours: 12,
    flow: 'UNIT',
    certRules: certs([]),
    measuresTpl: measures.patrol,
    source: `${lockout}（只开未隔离的锁）`,
  }),
  kind(
    '31',
    '2',
    '抢修',
    { ...isolation, maxHours: 8, measuresTpl: measures.repair, source: `${specialWork}；${lockout}` },
    { isolationRequired: 2 },
  ),
]

/** The row of a kind and level, for a plant that starts from it. */
export function baselineWorkType(typeCode: string, levelCode: string): BaselineWorkType {
  const row = baselineWorkTypes.find((each) => each.key === `${typeCode}-${levelCode}`)
  if (row === undefined) throw new Error(`the baseline has no kind of work ${typeCode}/${levelCode}`)
  return row
}

/** The rows that speak of work whose policy the plant has not: its own, else those of its kind, else all of them. */
function rowsFor(typeCode: string, levelCode: string): readonly BaselineWorkType[] {
  const ofType = baselineWorkTypes.filter((row) => row.typeCode === typeCode)
  const same = ofType.filter((row) => row.levelCode === levelCode)
  return [same, ofType].find(({ length }) => length > 0) ?? baselineWorkTypes
}

/**
 * Minutes of fire watch after work whose policy the plant has not, or no more: those of the baseline's row, else the longest
 * of its kind, else the longest there is, for nobody knows what burned there.
 */
export function baselineFireWatchMin(typeCode: string, levelCode: string): number {
  return Math.max(...rowsFor(typeCode, levelCode).map((row) => Number(row.idleFireWatchMin)))
}

/** What the baseline asks of the air around such work: the most that one of these rows does. Minutes; 0 = never. */
export function baselineGas(typeCode: string, levelCode: string): BaselineGas {
  const rows = rowsFor(typeCode, levelCode)
  const demands = new Set(rows.map((row) => Number(row.gasRequired)))
  const intervals = rows.map((row) => Number(row.gasRepeatMin)).filter((minutes) => minutes > 0)
  return {
    // 1 always, 2 by area, 0 never.
    gasRequired: [1, 2].find((demand) => demands.has(demand)) ?? 0,
    gasCodes: [...new Set(rows.flatMap((row) => String(row.gasCodes).split(',')))].join(','),
    gasRepeatMin: intervals.length === 0 ? 0 : Math.min(...intervals),
    gasContinuous: Math.max(...rows.map((row) => Number(row.gasContinuous))),
  }
}

interface BaselineGas {
  readonly gasRequired: number
  readonly gasCodes: string
  readonly gasRepeatMin: number
  readonly gasContinuous: number
}
