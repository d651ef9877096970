import type { TicketDetail, TicketDraft } from '@suoan/contract'
import { wireTimeOf } from '../../../marks/wire-time.ts'

/** A point of the isolation plan, with the words its row shows. */
export interface PointLine {
  readonly pointId: string
  readonly pointCode: string
  readonly pointName: string
  readonly safePos: string
  readonly mandatory: number
  readonly isoMethod: string | null
  readonly plannedLockId: string | null
  readonly plannedLockCode: string | null
  readonly lockCount: number
  readonly releaseGroup: number
  readonly remark: string
}

export interface LockLine {
  readonly lockId: string
  readonly lockCode: string
  readonly useType: number
  readonly userIds: readonly string[]
  readonly allowOpenMin: number | null
}

export interface PersonLine {
  /** Only for the screen: rows without a person have no other identity. */
  readonly key: string
  readonly userId: string | null
  readonly personName: string
  readonly personSource: number
  readonly roleTag: string
  readonly personalLockId: string | null
  readonly personalLockCode: string | null
}

export interface MeasureLine {
  readonly key: string
  readonly content: string
  readonly controlRank: number | null
  readonly involve: number
  /** 1 = every opening asks two people (R13). */
  readonly dualControl: number
}

/** A ticket as it is being written. */
export interface Draft {
  readonly workName: string
  readonly workType: string
  readonly workLevel: string
  readonly urgency: 'L' | 'M' | 'H'
  readonly areaId: string
  readonly place: string
  readonly equipIds: readonly string[]
  readonly workDepartId: string | null
  readonly territoryDepartId: string | null
  readonly content: string
  readonly hazards: readonly string[]
  readonly planStart: string
  readonly planEnd: string
  readonly needIsolation: number
  readonly noIsoReason: string
  readonly emergencyContact: string
  readonly points: readonly PointLine[]
  readonly locks: readonly LockLine[]
  readonly people: readonly PersonLine[]
  readonly measures: readonly MeasureLine[]
}

const hour = 3_600_000

/** A blank ticket: eight hours, beginning at the next full hour after `now` (epoch ms). */
export function blankDraft(now: number): Draft {
  const start = Math.ceil(now / hour) * hour
  return {
    workName: '',
    workType: '',
    workLevel: '',
    urgency: 'L',
    areaId: '',
    place: '',
    equipIds: [],
    workDepartId: null,
    territoryDepartId: null,
    content: '',
    hazards: [],
    planStart: wireTimeOf(start),
    planEnd: wireTimeOf(start + 8 * hour),
    needIsolation: 1,
    noIsoReason: '',
    emergencyContact: '',
    points: [],
    locks: [],
    people: [],
    measures: [],
  }
}

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
const orNull = (value: unknown): string | null =>
  value === null || value === undefined || value === '' ? null : String(value)
const number = (value: unknown, initial: number): number =>
  value === null || value === undefined ? initial : Number(value)
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** The stored ticket as a draft to go on with. */
export function draftOf(detail: TicketDetail): Draft {
  const ticket: Readonly<Record<string, unknown>> = detail.ticket
  const urgency = text(ticket['urgency'])
  return {
    workName: text(ticket['workName']),
    workType: text(ticket['workType']),
    workLevel: text(ticket['workLevel']),
    urgency: urgency === 'M' || urgency === 'H' ? urgency : 'L',
    areaId: text(ticket['areaId']),
    place: text(ticket['place']),
    equipIds: texts(ticket['equipIds']),
    workDepartId: orNull(ticket['workDepartId']),
    territoryDepartId: orNull(ticket['territoryDepartId']),
    content: text(ticket['content']),
    hazards: text(ticket['hazards']).split(',').filter(Boolean),
    planStart: text(ticket['planStart']),
    planEnd: text(ticket['planEnd']),
    needIsolation: number(ticket['needIsolation'], 1),
    noIsoReason: text(ticket['noIsoReason']),
    emergencyContact: text(ticket['emergencyContact']),
    points: detail.points.map((row) => ({
      pointId: text(row['pointId']),
      pointCode: text(row['pointCode']),
      pointName: text(row['pointName']),
      safePos: text(row['safePos_dictText'] ?? row['safePos']),
      mandatory: number(row['mandatory'], 1),
      isoMethod: orNull(row['isoMethod']),
      plannedLockId: orNull(row['plannedLockId']),
      plannedLockCode: orNull(row['plannedLockCode']),
      lockCount: number(row['lockCount'], 1),
      releaseGroup: number(row['releaseGroup'], 1),
      remark: text(row['remark']),
    })),
    // Isolation locks stand with their points; the server writes their rows itself.
    locks: detail.locks
      .filter((row) => Number(row['useType']) !== 1)
      .map((row) => ({
        lockId: text(row['lockId']),
        lockCode: text(row['lockCode']),
        useType: number(row['useType'], 2),
        userIds: texts(row['userIds']),
        allowOpenMin: row['allowOpenMin'] === null ? null : number(row['allowOpenMin'], 15),
      })),
    people: detail.people.map((row) => ({
      key: text(row['id']),
      userId: orNull(row['userId']),
      personName: row['userId'] ? '' : text(row['personName']),
      personSource: number(row['personSource'], 1),
      roleTag: text(row['roleTag']),
      personalLockId: orNull(row['personalLockId']),
      personalLockCode: orNull(row['personalLockCode']),
    })),
    measures: detail.measures.map((row) => ({
      key: text(row['id']),
      content: text(row['content']),
      controlRank: row['controlRank'] === null ? null : number(row['controlRank'], 4),
      involve: number(row['involve'], 1),
      dualControl: number(row['dualControl'], 0),
    })),
  }
}

/** The draft as the contract takes it; rows nobody has filled in stay behind. */
export function wireDraft(draft: Draft): TicketDraft {
  const nothing = (value: string) => (value.trim() === '' ? null : value.trim())
  return {
    ...draft,
    equipIds: [...draft.equipIds],
    hazards: [...draft.hazards],
    noIsoReason: nothing(draft.noIsoReason),
    emergencyContact: nothing(draft.emergencyContact),
    points:
      draft.needIsolation === 0
        ? []
        : draft.points.map(
            ({ pointId, mandatory, isoMethod, plannedLockId, releaseGroup, remark }, index) => ({
              pointId,
              orderNum: index + 1,
              mandatory,
              isoMethod,
              plannedLockId,
              releaseGroup,
              remark: nothing(remark),
            }),
          ),
    locks: draft.locks
      .filter((lock) => lock.lockId !== '')
      .map(({ lockId, useType, userIds, allowOpenMin }) => ({
        lockId,
        useType,
        userIds: [...userIds],
        allowOpenMin,
      })),
    people: draft.people
      .filter((person) => person.userId !== null || person.personName.trim() !== '')
      .map(({ userId, personName, personSource, roleTag, personalLockId }) => ({
        userId,
        personName: nothing(personName),
        personSource,
        roleTag,
        personalLockId,
      })),
    measures: draft.measures
      .filter((measure) => measure.content.trim() !== '')
      .map(({ key: _key, ...measure }) => ({ ...measure, content: measure.content.trim() })),
  }
}

/** What must be there before a draft can be kept at all: field → sentence. */
export function draftProblems(draft: Draft): Readonly<Partial<Record<keyof Draft, string>>> {
  const problems: Partial<Record<keyof Draft, string>> = {}
  if (draft.workName.trim().length < 2) problems.workName = '请输入作业名称（至少 2 个字）'
  if (!draft.workType) problems.workType = '请选择作业类型'
  if (!draft.workLevel) problems.workLevel = '请选择作业级别'
  if (!draft.areaId) problems.areaId = '请选择作业区域'
  if (!draft.planStart) problems.planStart = '请选择计划开始时间'
  if (!draft.planEnd) problems.planEnd = '请选择计划结束时间'
  else if (draft.planEnd <= draft.planStart) problems.planEnd = '结束时间须晚于开始时间'
  return problems
}

const labels: Readonly<Record<keyof Draft, string>> = {
  workName: '作业名称',
  workType: '作业类型',
  workLevel: '作业级别',
  urgency: '紧急程度',
  areaId: '作业区域',
  place: '作业地点',
  equipIds: '作业设备',
  workDepartId: '作业单位',
  territoryDepartId: '属地单位',
  content: '作业内容',
  hazards: '危害辨识',
  planStart: '计划开始',
  planEnd: '计划结束',
  needIsolation: '是否隔离',
  noIsoReason: '不隔离理由',
  emergencyContact: '应急联系人',
  points: '隔离方案',
  locks: '锁具',
  people: '人员',
  measures: '安全措施',
}

/** Names of the parts in which two drafts differ, as they would be stored. */
export function differingParts(mine: Draft, theirs: Draft): string[] {
  const [one, other] = [wireDraft(mine), wireDraft(theirs)]
  const names = Object.keys(labels) as (keyof Draft)[] // Object.keys forgets the key type
  return names
    .filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
    .map((name) => labels[name])
}

/** Moves a row one place up (-1) or down (+1); at the ends nothing moves. */
export function moved<T>(rows: readonly T[], index: number, by: -1 | 1): readonly T[] {
  const row = rows[index]
  const target = index + by
  if (row === undefined || target < 0 || target >= rows.length) return rows
  return rows.toSpliced(index, 1).toSpliced(target, 0, row)
}
