import type { LibraryMeasure, TemplateMeasure, TicketDetail, TicketDraft } from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import { lockPurpose } from '@suoan/domain/dictionaries'
import { emergencyType, isAlwaysTested, isInConfinedSpace, type KindOfWork } from '@suoan/domain/work-ticket'
import { wireTimeOf } from '@suoan/console-base/status/wire-time.ts'

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
  /** Only for the screen. */
  readonly key: string
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
  /** His line in the register, when he has no account. */
  readonly externalId: string | null
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

/** A place where gas is sampled. */
export interface GasPlaceLine {
  readonly key: string
  readonly place: string
  /** Sampled above, in the middle and below; else at one point. */
  readonly layered: boolean
}

/** A line as the template of the kind of work has it. */
const fromTemplate = ({ content, controlRank }: TemplateMeasure): MeasureLine => ({
  key: newUlid(),
  content,
  controlRank,
  involve: 1,
  dualControl: 0,
})

/**
 * The measures of a draft over the template of its kind of work: an empty list begins with all of it, any other gets what
 * it cannot do without. The same list when nothing is missing.
 */
export function withTemplate(
  lines: readonly MeasureLine[],
  template: readonly TemplateMeasure[],
): readonly MeasureLine[] {
  const written = lines.filter(({ content }) => content.trim() !== '')
  if (written.length === 0) return template.length === 0 ? lines : template.map(fromTemplate)
  const demanded = template.filter(({ must }) => must === 1)
  const missing = demanded.filter(({ content }) => !lines.some((line) => line.content.trim() === content))
  const isOut = (line: MeasureLine) =>
    line.involve === 0 && demanded.some(({ content }) => content === line.content.trim())
  if (missing.length === 0 && !lines.some(isOut)) return lines
  return [
    ...lines.map((line) => (isOut(line) ? { ...line, involve: 1 } : line)),
    ...missing.map(fromTemplate),
  ]
}

/** A measure of the library as a line of the ticket. */
export const fromLibrary = ({ content, controlRank }: LibraryMeasure): MeasureLine => ({
  key: newUlid(),
  content,
  controlRank,
  involve: 1,
  dualControl: 0,
})

/** What the template offers beside the measures that are there. */
export const offeredMeasures = (
  lines: readonly MeasureLine[],
  template: readonly TemplateMeasure[],
): readonly MeasureLine[] =>
  template.filter(({ content }) => !lines.some((line) => line.content.trim() === content)).map(fromTemplate)

const heights = ['上', '中', '下'] as const

const firstPlace = '作业点'

/** The line a new plan begins with: a confined space is sampled at three heights (G14). */
const firstGasPlace = (kind: KindOfWork): GasPlaceLine => ({
  key: newUlid(),
  place: firstPlace,
  layered: isInConfinedSpace(kind),
})

/** The plan of places after the kind of work was chosen: one whose air is always tested begins with a place (G14). */
export function gasPlacesFor(kind: KindOfWork, lines: readonly GasPlaceLine[]): readonly GasPlaceLine[] {
  if (lines.length === 0) return isAlwaysTested(kind) ? [firstGasPlace(kind)] : lines
  // The line that an earlier kind brought, and nobody has touched.
  const isFirst = lines.length === 1 && lines[0]?.place === firstPlace
  return isFirst && isInConfinedSpace(kind) ? lines.map((line) => ({ ...line, layered: true })) : lines
}

/** What changes in a draft with its kind of work: only an emergency repair says what it is underneath. */
export function ofKind(
  draft: Pick<Draft, 'gasPlaces'>,
  { workType, baseTypes }: Pick<Draft, 'workType' | 'baseTypes'>,
): Pick<Draft, 'workType' | 'baseTypes' | 'gasPlaces'> {
  const kind = { workType, baseTypes: workType === emergencyType ? baseTypes : [] }
  // A repair that does not say yet what it is gets no places: the kind that is chosen next brings them.
  const isOpen = workType === emergencyType && baseTypes.length === 0
  return { ...kind, gasPlaces: isOpen ? draft.gasPlaces : gasPlacesFor(kind, draft.gasPlaces) }
}

/** A ticket as it is being written. */
export interface Draft {
  readonly workName: string
  readonly workType: string
  /** What an emergency repair is underneath; empty for other work. */
  readonly baseTypes: readonly string[]
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
  /** Why the plan covers every energy where the map cannot prove it (G05). */
  readonly isolationStatement: string
  readonly emergencyContact: string
  /** The order of the maintenance system, '' where none asks for the work. */
  readonly sourceNo: string
  readonly gasPlaces: readonly GasPlaceLine[]
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
    baseTypes: [],
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
    isolationStatement: '',
    emergencyContact: '',
    sourceNo: '',
    gasPlaces: [],
    points: [],
    locks: [],
    people: [],
    measures: [],
  }
}

/** Roles in the order a ticket names them. */
export const ticketRoles = [
  'LEAD',
  'PERMIT',
  'ISO',
  'VERIFY',
  'WORK',
  'GUARD',
  'GASTEST',
  'DEPT',
  'CONTR',
] as const
/** The place of a role among them; any other comes behind. */
const placeOf = (roleTag: string): number => {
  const place = ticketRoles.findIndex((tag) => tag === roleTag)
  return place === -1 ? ticketRoles.length : place
}

/** The stored ticket as a draft to go on with. */
export function draftOf({ ticket, points, locks, people, measures }: TicketDetail): Draft {
  const { urgency } = ticket
  return {
    workName: ticket.workName,
    workType: ticket.workType,
    baseTypes: ticket.baseTypes,
    workLevel: ticket.workLevel,
    urgency: urgency === 'M' || urgency === 'H' ? urgency : 'L',
    areaId: ticket.areaId,
    place: ticket.place,
    equipIds: ticket.equipIds,
    workDepartId: ticket.workDepartId || null,
    territoryDepartId: ticket.territoryDepartId || null,
    content: ticket.content,
    hazards: ticket.hazards.split(',').filter(Boolean),
    planStart: ticket.planStart,
    planEnd: ticket.planEnd,
    needIsolation: ticket.needIsolation,
    noIsoReason: ticket.noIsoReason ?? '',
    isolationStatement: ticket.isolationStatement ?? '',
    emergencyContact: ticket.emergencyContact ?? '',
    sourceNo: ticket.sourceNo ?? '',
    gasPlaces: [...new Set((ticket.gasPlaces ?? []).map(({ place }) => place))].map((place) => ({
      key: place,
      place,
      layered: (ticket.gasPlaces ?? []).some((each) => each.place === place && each.level !== ''),
    })),
    points: points.map((row) => ({
      pointId: row.pointId,
      pointCode: row.pointCode,
      pointName: row.pointName,
      safePos: row.safePos_dictText ?? row.safePos ?? '',
      mandatory: row.mandatory,
      isoMethod: row.isoMethod || null,
      plannedLockId: row.plannedLockId || null,
      plannedLockCode: row.plannedLockCode || null,
      lockCount: row.lockCount,
      releaseGroup: row.releaseGroup,
      remark: row.remark ?? '',
    })),
    // Isolation locks stand with their points; the server writes their rows itself.
    locks: locks
      .filter((row) => row.useType !== lockPurpose.isolation)
      .map(({ lockId, lockCode, useType, userIds, allowOpenMin }) => ({
        key: lockId,
        lockId,
        lockCode,
        useType,
        userIds,
        allowOpenMin,
      })),
    people: people
      .map((row) => ({
        key: row.id,
        userId: row.userId || null,
        externalId: row.externalId || null,
        personName: row.userId ? '' : (row.personName ?? ''),
        personSource: row.personSource,
        roleTag: row.roleTag,
        personalLockId: row.personalLockId || null,
        personalLockCode: row.personalLockCode || null,
      }))
      .toSorted((a, b) => placeOf(a.roleTag) - placeOf(b.roleTag)),
    measures: measures.map(({ id, content, controlRank, involve, dualControl }) => ({
      key: id,
      content,
      controlRank,
      involve,
      dualControl,
    })),
  }
}

/** The draft as the contract takes it; rows nobody has filled in stay behind. */
export function wireDraft(draft: Draft): TicketDraft {
  const nothing = (value: string) => (value.trim() === '' ? null : value.trim())
  return {
    ...draft,
    equipIds: [...draft.equipIds],
    baseTypes: [...draft.baseTypes],
    hazards: [...draft.hazards],
    noIsoReason: nothing(draft.noIsoReason),
    isolationStatement: draft.needIsolation === 1 ? nothing(draft.isolationStatement) : null,
    emergencyContact: nothing(draft.emergencyContact),
    sourceNo: nothing(draft.sourceNo),
    gasPlaces: draft.gasPlaces
      .filter(({ place }) => place.trim() !== '')
      .flatMap(({ place, layered }) =>
        (layered ? heights : ['' as const]).map((level) => ({ place: place.trim(), level })),
      ),
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
      .filter(
        (person) => person.userId !== null || person.externalId !== null || person.personName.trim() !== '',
      )
      .map(({ userId, externalId, personName, personSource, roleTag, personalLockId }) => ({
        userId,
        externalId,
        personName: externalId === null ? nothing(personName) : null,
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

const labels: readonly (readonly [keyof Draft, string])[] = [
  ['workName', '作业名称'],
  ['workType', '作业类型'],
  ['baseTypes', '基础作业类型'],
  ['workLevel', '作业级别'],
  ['urgency', '紧急程度'],
  ['areaId', '作业区域'],
  ['place', '作业地点'],
  ['equipIds', '作业设备'],
  ['workDepartId', '作业单位'],
  ['territoryDepartId', '属地单位'],
  ['content', '作业内容'],
  ['hazards', '危害辨识'],
  ['planStart', '计划开始'],
  ['planEnd', '计划结束'],
  ['needIsolation', '是否隔离'],
  ['noIsoReason', '不隔离理由'],
  ['isolationStatement', '隔离方案说明'],
  ['emergencyContact', '应急联系人'],
  ['sourceNo', '来源单号'],
  ['gasPlaces', '气体检测部位'],
  ['points', '隔离方案'],
  ['locks', '锁具'],
  ['people', '人员'],
  ['measures', '安全措施'],
]

/** Names of the parts in which two drafts differ, as they would be stored. */
export function differingParts(mine: Draft, theirs: Draft): string[] {
  const [one, other] = [wireDraft(mine), wireDraft(theirs)]
  return labels
    .filter(([name]) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
    .map(([, label]) => label)
}
