import type { RoleTag } from '@suoan/domain/dictionaries'
import type { ActorFact } from '@suoan/domain/work-ticket'

/** Everybody of the small world by id, with the tags each carries. `w1` and `w2` are interchangeable (`state-key.ts`). */
const tagsOf = {
  app: ['ISSUE'],
  rev1: ['REVIEW'],
  rev2: ['REVIEW'],
  apr1: ['APPROVE', 'DEPT'],
  apr2: ['APPROVE'],
  /** Stands in for reviewers and approvers. */
  sub: ['REVIEW', 'APPROVE'],
  per: ['PERMIT'],
  saf: ['SAFETY'],
  lead: ['LEAD'],
  grd: ['GUARD'],
  iso: ['ISO'],
  ver: ['VERIFY'],
  gas: ['GASTEST'],
  /** Isolator who placed nothing; leader and superior who come in later. */
  iso2: ['ISO'],
  lead2: ['LEAD'],
  sup: ['DEPT'],
  w1: ['WORK'],
  w2: ['WORK'],
  /** Sees the ticket and has nothing to do with it. */
  stranger: [],
  system: [],
} as const satisfies Record<string, readonly RoleTag[]>

export type PersonId = keyof typeof tagsOf

const names: Readonly<Record<PersonId, string>> = {
  app: '签发人',
  rev1: '审核人甲',
  rev2: '审核人乙',
  apr1: '批准人甲',
  apr2: '批准人乙',
  sub: '代理人',
  per: '许可人',
  saf: '安全员',
  lead: '负责人',
  grd: '监护人',
  iso: '隔离人',
  ver: '验证人',
  gas: '检测人',
  iso2: '另一隔离人',
  lead2: '接班负责人',
  sup: '上级',
  w1: '作业人甲',
  w2: '作业人乙',
  stranger: '路人',
  system: '系统',
}

export const nameOf = (id: string): string => (id in names ? names[id as PersonId] : id)

/** A person as whoever presses a button. */
export function actorOf(id: PersonId): ActorFact {
  return {
    userId: id,
    name: names[id],
    roleTags: tagsOf[id],
    isDepartmentEditor: false,
    isSystem: id === 'system',
  }
}

/** Those named on every ticket of the world. */
export const onTicket: readonly PersonId[] = ['lead', 'grd', 'iso', 'ver', 'w1', 'w2']
export const workers = ['w1', 'w2'] as const
export type WorkerId = (typeof workers)[number]
