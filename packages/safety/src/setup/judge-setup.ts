import type { SetupKey, SetupStep } from '@suoan/contract'
import { labelOf, type RoleTag } from '@suoan/domain/dictionaries'

/** Rows of a plant, counted as its steps ask; null where the caller may not see one of the lists behind it. */
export interface SetupFacts {
  readonly places: { readonly departs: number; readonly areas: number; readonly owned: number } | null
  /** Posts that an enabled account holds; what the plant calls each. */
  readonly people: { readonly held: ReadonlySet<string>; readonly names: ReadonlyMap<string, string> } | null
  /** Posts that the enabled kinds of work ask a certificate of, and those of which somebody holds a valid one. */
  readonly certs: {
    readonly asked: ReadonlySet<string>
    readonly held: ReadonlySet<string>
    readonly valid: number
  } | null
  readonly devices: { readonly enrolled: number; readonly online: number } | null
  readonly locks: { readonly types: number; readonly locks: number; readonly personal: number } | null
  readonly points: { readonly equips: number; readonly points: number } | null
  readonly policy: { readonly kinds: number; readonly duties: number; readonly gases: number } | null
  readonly flows: {
    readonly flows: number
    /** Names of the flows in use that have no step of review or none of approval. */
    readonly empty: readonly string[]
    /** Posts that sign in a flow in use and that nobody holds. */
    readonly unmanned: readonly string[]
  } | null
  readonly tickets: { readonly written: number; readonly submitted: number } | null
}

/**
 * Posts without which no ticket of energy isolation comes to its end, whatever the flows ask: who writes, permits, isolates,
 * verifies, leads, works, guards and accepts it (3-domain.md §2, T24, T34).
 */
export const crewPosts = [
  'ISSUE',
  'PERMIT',
  'ISO',
  'VERIFY',
  'LEAD',
  'WORK',
  'GUARD',
  'DEPT',
] as const satisfies readonly RoleTag[]

/** What is there and what is missing, step by step, in the order in which people enter it. */
export function judgeSetup(facts: SetupFacts): SetupStep[] {
  const { places, people, certs, devices, locks, points, policy, flows, tickets } = facts
  // As the page of roles calls it, where it is there.
  const postName = (post: string): string => people?.names.get(post) ?? labelOf('lo_role_tag', post)
  return [
    step('places', places, ({ departs, areas, owned }) => ({
      figures: { 部门: departs, 区域: areas, 属地关系: owned },
      lacks: lacking([departs, '部门'], [areas, '区域'], [owned, '区域的属地部门']),
    })),
    step('people', people, ({ held }) => ({
      figures: { 有人担任的岗位: held.size },
      lacks: crewPosts.filter((post) => !held.has(post)).map(postName),
    })),
    step('certs', certs, ({ asked, held, valid }) => {
      const without = [...asked].filter((post) => !held.has(post)).map(postName)
      return {
        figures: { 有效资质: valid },
        lacks: without.length === 0 ? [] : [`${without.join('、')}的有效资质`],
      }
    }),
    step('devices', devices, ({ enrolled, online }) => ({
      figures: { 已登记设备: enrolled, 在线: online },
      lacks: lacking([enrolled, '网关或设备']),
    })),
    step('locks', locks, ({ types, locks: all, personal }) => ({
      figures: { 锁具类型: types, 锁具: all, 个人锁: personal },
      lacks: lacking([types, '锁具类型'], [all, '锁具'], [personal, '有主人的个人锁']),
    })),
    step('points', points, ({ equips, points: all }) => ({
      figures: { 设备设施: equips, 隔离点: all },
      lacks: lacking([equips, '设备设施'], [all, '隔离点']),
    })),
    step('policy', policy, ({ kinds, duties, gases }) => ({
      figures: { 作业类型与级别: kinds, 职责规则: duties, 气体限值: gases },
      lacks: lacking([kinds, '启用的作业类型'], [duties, '职责分离规则'], [gases, '气体限值']),
    })),
    step('flows', flows, ({ flows: all, empty, unmanned }) => ({
      figures: { 在用流程: all },
      lacks: [
        ...lacking([all, '在用的审批流程']),
        ...empty.map((name) => `“${name}”的审核与审批步骤`),
        ...unmanned.map((post) => `担任“${postName(post)}”的人`),
      ],
    })),
    step('ticket', tickets, ({ written, submitted }) => ({
      figures: { 已填写: written, 已提交: submitted },
      lacks: lacking([submitted, '提交的工作票']),
    })),
  ]
}

interface Judged {
  readonly figures: Readonly<Record<string, number>>
  readonly lacks: readonly string[]
}

function step<F>(key: SetupKey, facts: F | null, judge: (facts: F) => Judged): SetupStep {
  if (facts === null) return { key, state: 'hidden', figures: [], lacks: [] }
  const { figures, lacks } = judge(facts)
  return {
    key,
    state: lacks.length === 0 ? 'done' : 'open',
    figures: Object.entries(figures).map(([name, count]) => ({ name, count })),
    lacks: [...lacks],
  }
}

/** The names of what there is none of. */
const lacking = (...counts: readonly (readonly [number, string])[]): string[] =>
  counts.flatMap(([count, name]) => (count === 0 ? [name] : []))
