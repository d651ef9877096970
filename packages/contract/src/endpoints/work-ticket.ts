import { gasLevels, stopCause } from '@suoan/domain/dictionaries'
import { newUlid } from '@suoan/kit/id'
import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { scanId } from './site-tag.ts'
import type { PlannedTickets } from './planned-ticket.ts'
import type { DecisionRow, TicketDetail, TicketRow, TicketTrace } from './ticket-detail.ts'
import type { Page, RuleResult } from '../envelope.ts'
import type { TemplateMeasure } from '../work-policy.ts'

/**
 * Calls of the work ticket (3-domain.md §3.7). Every call that changes something carries `clientOpId`, a ULID made by
 * the client: a repeated one returns the first answer, even after a timeout (§4.5.5).
 */
/** Where ticket calls live, and the pieces their inputs are made of. */
export const ticketBase = '/lowork/loWork'
const base = ticketBase
export const ticketId = z.string().min(1, '缺少票据编号').max(32)
const id = ticketId
/** Made by the client for each press; the same id again is the same press (§4.5.5). */
export const clientOpId = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, '操作号须为 26 位 ULID')
const revision = z.coerce.number().int().optional()
export const wireTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, '时间格式须为 YYYY-MM-DD HH:mm:ss')
  .refine(isRealTime, '日期或时间不存在')

/** `2026-02-31 25:00:00` has the right form and is no time. */
function isRealTime(text: string): boolean {
  const [date, time] = text.split(' ')
  const parsed = new Date(`${date}T${time}Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(`${date}T${time}`)
}

/** A figure as measured. An empty text, `true` or `null` is no figure: read as 0 it would be a clean sample. */
const noFigure = '检测值须为数字；读不出数值而有危险时，请立即停止作业'
const measured = z
  .union(
    [
      z.number(),
      z
        .string()
        .trim()
        .regex(/^-?\d+(\.\d+)?$/, noFigure),
    ],
    noFigure,
  )
  .transform(Number)
  .pipe(z.number())
const optionalText = (max: number) => z.string().max(max).nullish()

/** Somebody for the crew (T31): an account, or a line of the register of people without one. */
export const crewMember = { userId: optionalText(32), externalId: optionalText(32) }
export const isOnePerson = ({ userId, externalId }: OnePerson): boolean =>
  Boolean(userId) !== Boolean(externalId)
interface OnePerson {
  readonly userId?: string | null | undefined
  readonly externalId?: string | null | undefined
}
export const namesOnePerson = '请选择一名人员'
/** Whatever was said of something that must not be refused for its form: cut to size, '' for what is no text. */
export const told = (max: number) =>
  z
    .string()
    .trim()
    .transform((text) => text.slice(0, max))
    .catch('')
const unstated = '未说明'
/** The reason of a call that makes safer: taken without one, which is asked for later (decision 0548). */
export const saidOrNot = told(200).transform((text) => text || unstated)
/** The operation number of a call that makes safer; one that cannot be read is a new press. */
export const anyOpId = clientOpId.catch(() => newUlid())

/**
 * What a call sends for its signature. `signType` is what the client says and is stored only where it was proved:
 * `signProof` comes from `signingEndpoints.prove` for this very content, `signImg` is an uploaded handwriting.
 */
export const signFields = {
  signType: z.enum(['DRAW', 'PIN', 'FACE', 'CARD', 'CERT', 'PWD', 'TOTP', 'SESSION']).optional(),
  signProof: z.string().max(64).optional(),
  signImg: optionalText(255),
}

/**
 * Proof of being there: a scan made before, the NFC tag or code of the point read now, or the camera (R12). When it was
 * is said by the server's clock; what a client adds about that is not read.
 */
export const presenceProof = z
  .object({
    scanId,
    nfcUid: z.string().max(64).optional(),
    qr: z.string().max(64).optional(),
    lng: z.number().optional(),
    lat: z.number().optional(),
    photo: z.string().max(255).optional(),
  })
  .optional()
export type PresenceProof = z.output<typeof presenceProof>

/**
 * The site check (G20), question by question: area walked through and everybody accounted for, tools and loose parts
 * taken along, guards refitted. Each is answered for itself and kept as a row of its own.
 */
export const siteChecks = z.object({
  people: z.boolean().default(false),
  tools: z.boolean().default(false),
  guards: z.boolean().default(false),
})
export type SiteChecks = z.output<typeof siteChecks>

/** What a transition answers: the ticket after it, which row of the table fired, and every guard with its evidence. */
export interface TransitionAnswer {
  workId: string
  workNo: string
  workStatus: number
  execPhase: number
  revision: number
  /** T-number, e.g. `T27`; `ASK` when a first of two people has asked and the second must confirm. */
  transId: string
  rules: RuleResult[]
}

const pointItem = z.object({
  pointId: id,
  orderNum: z.number().int().min(1).optional(),
  mandatory: z.number().int().min(0).max(1).default(1),
  isoMethod: optionalText(4),
  plannedLockId: optionalText(32),
  releaseGroup: z.number().int().min(1).default(1),
  remark: optionalText(200),
})
const lockItem = z.object({
  lockId: id,
  useType: z.number().int().min(1).max(5),
  pointId: optionalText(32),
  ownerId: optionalText(32),
  /** People who may open an access lock. */
  userIds: z.array(z.string().max(32)).default([]),
  allowOpenMin: z.number().int().min(1).max(1440).nullish(),
})
const personItem = z.object({
  userId: optionalText(32),
  /** His line in the register, for people without an account (decision 0471). */
  externalId: optionalText(32),
  personName: optionalText(50),
  personSource: z.number().int().min(1).max(3).default(1),
  roleTag: z.string().max(10),
  personalLockId: optionalText(32),
})
/** Somebody without an account acts at the caller's screen: his line, his badge, the picture of his signature. */
const attended = {
  personId: optionalText(32),
  badge: optionalText(64),
  handwriting: optionalText(255),
}
const measureItem = z.object({
  content: z.string().min(1, '请输入安全措施').max(300),
  controlRank: z.number().int().min(1).max(5).nullish(),
  involve: z.number().int().min(0).max(1).default(1),
  /** 1 = the measure asks two people for every opening (R13). */
  dualControl: z.number().int().min(0).max(1).default(0),
})

/** The number of an order in the system that orders the maintenance (3-domain.md §3.5 `sourceNo`). */
const orderNo = z.string().trim().max(50, '来源单号最多 50 个字').nullish()

/** The draft of a ticket: what people write. Everything else is the server's. */
/** Where gas is to be sampled: a compartment or spot, and at which height ('' where it has one). */
const gasPlace = z.object({
  place: z.string().trim().min(1, '请填写检测部位').max(50, '检测部位最多 50 个字'),
  level: z.enum(gasLevels, '检测高度只能是上、中、下').default(''),
})
export const ticketDraft = z.object({
  id: id.optional(),
  revision,
  workName: z.string().trim().min(2, '作业名称至少 2 个字').max(200, '作业名称最多 200 个字'),
  workType: z.string().max(2),
  /** What an emergency repair is underneath (`lo_work_type`); asked for at its submission (G01), of no other kind. */
  baseTypes: z.array(z.string().max(2)).max(12, '基础作业类型最多 12 项').default([]),
  workLevel: z.string().max(2),
  urgency: z.enum(['L', 'M', 'H']).default('L'),
  areaId: id,
  place: z.string().trim().max(200, '作业地点最多 200 个字').default(''),
  equipIds: z.array(z.string().max(32)).default([]),
  workDepartId: optionalText(32),
  territoryDepartId: optionalText(32),
  leaderId: optionalText(32),
  content: z.string().max(1000, '作业内容最多 1000 个字').default(''),
  hazards: z.array(z.string().max(2)).default([]),
  planStart: wireTime,
  planEnd: wireTime,
  needIsolation: z.number().int().min(0).max(1).default(1),
  noIsoReason: optionalText(200),
  /** Why the plan covers every energy, where no energy map can prove it (G05). */
  isolationStatement: optionalText(200),
  emergencyContact: optionalText(100),
  sourceNo: orderNo,
  gasPlaces: z.array(gasPlace).max(60, '检测部位最多 60 处').nullish(),
  points: z.array(pointItem).default([]),
  locks: z.array(lockItem).default([]),
  people: z.array(personItem).default([]),
  measures: z.array(measureItem).default([]),
})
export type TicketDraft = z.input<typeof ticketDraft>

/** Answer of `checkPlan`: G01–G07 and the cut proof with its remedy. */
export interface PlanCheck {
  rules: RuleResult[]
  cut: {
    holds: boolean
    modelled: boolean
    /** Live sources that still reach the work zone, each as `H-2 → V-103 → P-101`. */
    paths: string[]
    /** Points whose addition closes every path, cheapest set first. */
    missing: { pointId: string; pointCode: string; pointName: string }[]
    minimalCut: { pointId: string; pointCode: string; pointName: string }[]
  }
}

export const writing = (permission: string) => ({ methods: ['POST'] as const, access: { permission } })
const write = writing
/** The same, for the people of a live ticket without the permission too (`Access`). */
export const writingNamed = (permission: string) => ({
  methods: ['POST'] as const,
  access: { permission, orNamed: true } as const,
})
export const ticketMove = defineEndpoint<TransitionAnswer>()
const move = ticketMove
/**
 * The revision the person looked at when he pressed. It refuses nothing; a call that is refused on a ticket that has
 * moved on since is told so (LO-4090), instead of a right or a state that he had when he looked.
 */
export const seenRevision = revision
export const ticketMoveInput = {
  workId: id,
  clientOpId,
  revision,
  seen: seenRevision,
}
/** Where the signer stands; an on-site step is refused without it (G08). GCJ-02 degrees. */
export const standing = z
  .object({ lng: z.number().min(-180).max(180), lat: z.number().min(-90).max(90) })
  .optional()

const workMove = ticketMoveInput
/** The same of a call that makes safer: what cannot be read of it is left out. */
export const safeMove = {
  workId: id,
  clientOpId: anyOpId,
  revision: revision.catch(undefined),
  seen: revision.catch(undefined),
}
/** Whatever a shaking hand types, a stop is taken: what is no reason becomes the usual one. */
export const stopReason = z
  .string()
  .trim()
  .transform((text) => text.slice(0, 200) || '紧急停止')
  .catch('紧急停止')
// A stop is never refused for its form: a kind that is none is unstated.
const stopCauseCode = z.enum(stopCause).catch(stopCause.unstated)
const tabs = z.enum(['todo', 'draft', 'review', 'execution', 'done', 'expired', 'all'])
/** Tabs of the review and approval lists (§6.2): waiting for me, decided by me, handed on by me, late. */
const decisionTabs = z.enum(['pending', 'done', 'delegated', 'overdue']).default('pending')
/** List filters stay open: the engine's filter language reads them against the description. */
const listInput = z.looseObject({ tab: tabs.optional() })

/** What a ticket can begin with, as it is chosen: a template, or the effective procedure of an equipment. */
export interface TemplateRow {
  readonly kind: 'template' | 'procedure'
  readonly id: string
  readonly templateName: string
  /** Of a procedure. */
  readonly versionNo: number | null
  /** Why it cannot be begun with now, and what to do; null where it can. */
  readonly refusal: string | null
  readonly workType: string
  readonly workType_dictText: string
  readonly areaName: string | null
  readonly remark: string | null
}

/** An earlier ticket of the same work; `planStart` in wire time. */
export interface LastTicket {
  readonly id: string
  readonly workNo: string
  readonly planStart: string
}

/** A measure of the library, for a ticket with its hazard. */
export interface LibraryMeasure {
  readonly hazard: string
  readonly content: string
  readonly controlRank: number
}

export const workTicketEndpoints = {
  myList: defineEndpoint<Page<TicketRow>>()({
    methods: ['GET'],
    path: `${base}/myList`,
    title: '我的工作票',
    access: { permission: 'lo:work:list' },
    input: listInput,
  }),
  allList: defineEndpoint<Page<TicketRow>>()({
    methods: ['GET'],
    path: `${base}/allList`,
    title: '全部工作票',
    access: { permission: 'lo:work:allList' },
    input: listInput,
  }),
  /** All tickets that stand in a time, with what the calendar, the time map or the plan shows of them; asked like the list. */
  planned: defineEndpoint<PlannedTickets>()({
    methods: ['GET'],
    path: `${base}/planned`,
    title: '全部工作票的日历、时间图和平面图',
    access: { permission: 'lo:work:allList' },
    input: listInput.extend({
      show: z.enum(['calendar', 'time', 'plan']).default('calendar'),
      /** Epoch ms. */
      from: z.coerce.number().int().min(0).max(32_503_680_000_000),
      hours: z.coerce
        .number()
        .int()
        .min(1)
        .max(42 * 24, '最多查看 6 周'),
    }),
  }),
  detail: defineEndpoint<TicketDetail>()({
    methods: ['GET'],
    path: `${base}/detail`,
    title: '工作票详情',
    access: { permission: 'lo:work:list', orNamed: true },
    input: z.object({ id }),
  }),
  timeline: defineEndpoint<TicketTrace[]>()({
    methods: ['GET'],
    path: `${base}/timeline`,
    title: '工作票时间线',
    access: { permission: 'lo:work:list', orNamed: true },
    input: z.object({ id }),
  }),
  saveDraft: defineEndpoint<TicketDetail>()({
    ...write('lo:work:add'),
    path: `${base}/saveDraft`,
    title: '保存工作票草稿',
    input: ticketDraft.extend({ clientOpId }),
  }),
  copy: defineEndpoint<TicketDetail>()({
    ...write('lo:work:add'),
    path: `${base}/copy`,
    title: '复制工作票',
    input: z.object({ workId: id, clientOpId }),
  }),
  remove: defineEndpoint<null>()({
    ...write('lo:work:delete'),
    path: `${base}/deleteDraft`,
    title: '删除草稿',
    input: z.object(workMove),
  }),
  checkPlan: defineEndpoint<PlanCheck>()({
    // Reviewers and approvers look at the same report; nothing of the plan is stored.
    ...write('lo:work:list'),
    path: `${base}/checkPlan`,
    title: '检查方案',
    // The whole draft first: a saved one with unsaved changes carries its id too.
    input: z.union([ticketDraft, z.strictObject({ id })]),
  }),
  /** The safety measures that a ticket of the kind and level begins with (3-domain.md §3.4 measuresTpl). */
  measureTemplate: defineEndpoint<TemplateMeasure[]>()({
    methods: ['GET'],
    path: `${base}/measureTemplate`,
    title: '安全措施模板',
    access: { permission: 'lo:work:list' },
    input: z.object({
      workType: z.string().max(2),
      workLevel: z.string().max(2),
      /** Of an emergency repair; codes joined by commas. */
      baseTypes: z.string().max(64).default(''),
    }),
  }),
  /** Keeps what a ticket says as a template: content, points and measures, without times, people and locks. */
  templateSave: defineEndpoint<{ id: string }>()({
    ...write('lo:work:add'),
    path: `${base}/templateSave`,
    title: '存为工作票模板',
    input: z.object({
      workId: id,
      templateName: z.string().trim().min(2, '模板名称至少 2 个字').max(100, '模板名称最多 100 个字'),
      remark: z.string().trim().max(200, '说明最多 200 字').default(''),
    }),
  }),
  /** Effective procedures and templates of the plant, by name. */
  templates: defineEndpoint<TemplateRow[]>()({
    methods: ['GET'],
    path: `${base}/templates`,
    title: '可用的工作票模板',
    access: { permission: 'lo:work:add' },
    input: z.object({}),
  }),
  /** A new draft that begins with a template or a procedure (T01). */
  fromTemplate: defineEndpoint<TicketDetail>()({
    ...write('lo:work:add'),
    path: `${base}/fromTemplate`,
    title: '从模板或程序新建工作票',
    input: z.object({
      kind: z.enum(['template', 'procedure']).default('template'),
      templateId: id,
      /** The order of the maintenance system for which the work is done. */
      sourceNo: orderNo,
      clientOpId,
    }),
  }),
  /** The ticket of the same work that came before: whose crew and locks a draft may take over; null for none. */
  lastOfSame: defineEndpoint<LastTicket | null>()({
    methods: ['GET'],
    path: `${base}/lastOfSame`,
    title: '上一张同类工作票',
    access: { permission: 'lo:work:add' },
    input: z.object({ id }),
  }),
  /** What the library of the plant says about hazards: the strongest controls first. */
  measureLibrary: defineEndpoint<LibraryMeasure[]>()({
    methods: ['GET'],
    path: `${base}/measureLibrary`,
    title: '按危害查询措施库',
    access: { permission: 'lo:work:list' },
    input: z.object({
      /** Codes joined by commas. */
      hazards: z.string().max(200).default(''),
    }),
  }),
  submit: move({
    ...write('lo:work:submit'),
    path: `${base}/submit`,
    title: '提交工作票',
    input: z.object({
      ...workMove,
      /** What was done about a rejection: reviewers read it beside what has changed. */
      answer: z.string().trim().max(200, '说明最多 200 字').optional(),
    }),
  }),
  withdraw: move({
    ...write('lo:work:submit'),
    path: `${base}/withdraw`,
    title: '撤回工作票',
    input: z.object(workMove),
  }),
  void: move({
    ...write('lo:work:void'),
    path: `${base}/void`,
    title: '作废工作票',
    input: z.object({ ...workMove, reason: z.string().trim().min(1, '请输入作废原因').max(200) }),
  }),
  isolateStart: move({
    ...write('lo:work:isolate'),
    path: `${base}/isolateStart`,
    title: '开始隔离',
    input: z.object(workMove),
  }),
  /** Gives up the isolation before the work began; the points are restored one by one (T52). */
  isolateCancel: move({
    ...write('lo:work:isolate'),
    path: `${base}/isolateCancel`,
    title: '取消隔离',
    input: z.object({ ...workMove, notified: z.boolean().default(false) }),
  }),
  pointOperate: move({
    ...write('lo:work:isolate'),
    path: `${base}/pointOperate`,
    title: '隔离点操作到位',
    input: z.object({
      ...workMove,
      pointId: id,
      proof: presenceProof,
      residualDone: z.number().int().min(0).max(1).optional(),
    }),
  }),
  pointLock: move({
    ...write('lo:work:isolate'),
    path: `${base}/pointLock`,
    title: '隔离点上锁',
    input: z.object({ ...workMove, pointId: id, lockId: id, proof: presenceProof }),
  }),
  /** A second person has seen a passive lock shut (G11). */
  pointWitness: move({
    ...write('lo:work:own'),
    path: `${base}/pointWitness`,
    title: '见证关锁',
    input: z.object({ ...workMove, pointId: id, photo: optionalText(255) }),
  }),
  pointTag: move({
    ...writingNamed('lo:work:isolate'),
    path: `${base}/pointTag`,
    title: '隔离点挂牌',
    input: z.object({ ...workMove, pointId: id, proof: presenceProof }),
  }),
  pointVerify: move({
    ...write('lo:work:verify'),
    path: `${base}/pointVerify`,
    title: '零能量验证',
    input: z.object({
      ...workMove,
      pointId: id,
      verifyMethod: z.string().max(2),
      verifyValue: z.string().trim().min(1, '请输入验证数值').max(50),
      verifyUnit: optionalText(10),
      /** 1 合格 0 不合格 */
      verifyResult: z.number().int().min(0).max(1),
      photo: optionalText(255),
    }),
  }),
  pointFail: move({
    ...writingNamed('lo:work:verify'),
    path: `${base}/pointFail`,
    title: '隔离点异常',
    input: z.object({ ...safeMove, pointId: id, reason: saidOrNot }),
  }),
  brief: move({
    ...write('lo:work:run'),
    path: `${base}/brief`,
    title: '安全交底',
    input: z.object({
      ...workMove,
      personIds: z.array(id).min(1, '请选择交底人员'),
      /** Who signs by hand on this screen: people without account alone. */
      handwriting: z.array(z.object({ personId: id, image: z.string().max(255) })).default([]),
    }),
  }),
  /** Who was briefed says so himself, in his own session (G13). */
  briefConfirm: move({
    ...write('lo:work:own'),
    path: `${base}/briefConfirm`,
    title: '确认安全交底',
    input: z.object({ ...workMove, ...signFields, personId: id.optional() }),
  }),
  /** On site, by name: measures are in place (G28), or `inPlace: false`, are not any more. */
  measureConfirm: move({
    ...writingNamed('lo:work:own'),
    path: `${base}/measureConfirm`,
    title: '确认安全措施',
    /** That one is not in place any more is taken whatever else the call says. */
    input: z.object({
      ...safeMove,
      signType: signFields.signType.catch(undefined),
      signProof: signFields.signProof.catch(undefined),
      signImg: signFields.signImg.catch(undefined),
      measureIds: z.array(id).min(1, '请选择安全措施').max(50, '一次最多确认 50 条措施'),
      inPlace: z.boolean().default(true),
      onSite: standing.catch(undefined),
    }),
  }),
  /** The leader brings somebody in while the work runs; wider work or another place is a new ticket (T31). */
  crewAdd: move({
    ...write('lo:work:run'),
    path: `${base}/crewAdd`,
    title: '增加作业人员',
    input: z
      .object({
        ...workMove,
        ...crewMember,
        roleTag: z.enum(['WORK', 'CONTR', 'GUARD'], '只能增加作业人员、承包商人员或监护人'),
        personSource: z.number().int().min(1).max(3).default(1),
      })
      .refine(isOnePerson, namesOnePerson),
  }),
  personalLockOn: move({
    ...writingNamed('lo:work:own'),
    path: `${base}/personalLockOn`,
    title: '挂个人锁',
    input: z.object({
      ...safeMove,
      lockId: id,
      boxId: optionalText(32),
      pointId: optionalText(32),
      ...attended,
    }),
  }),
  personalLockOff: move({
    ...writingNamed('lo:work:own'),
    path: `${base}/personalLockOff`,
    title: '摘个人锁',
    input: z.object({ ...workMove, lockId: id, ...attended }),
  }),
  /**
   * A failing reading is taken from anybody who may see the ticket, with whatever he can say of it (T30); a passing one
   * only in order, and only from the tester or the guardian. Only the figure is needed to tell them apart.
   */
  gasAdd: move({
    methods: ['POST'],
    access: 'signedIn',
    path: `${base}/gasAdd`,
    title: '登记气体检测',
    input: z.object({
      ...safeMove,
      pointDesc: told(100),
      gasCode: told(32),
      value: measured,
      unit: told(8),
      sampleTime: wireTime.nullable().catch(null),
      deviceSn: told(64),
      testKind: z.number().int().min(1).max(4).catch(1),
    }),
  }),
  guardIn: move({
    ...write('lo:work:run'),
    path: `${base}/guardIn`,
    title: '监护人到位',
    /** By the guardian himself; where the area has a fence, from inside it. */
    input: z.object({ ...workMove, personId: id, onSite: standing }),
  }),
  /** The leader asks; the permitter's call with a pending ask confirms and starts (T27). */
  start: move({ ...write('lo:work:run'), path: `${base}/start`, title: '开工', input: z.object(workMove) }),
  personIn: move({
    ...write('lo:work:run'),
    path: `${base}/personIn`,
    title: '人员进场',
    input: z.object({ ...workMove, personId: id, badge: optionalText(64) }),
  }),
  /** Leaving needs no permission: he himself, or whoever counts heads, says so (T29). */
  personOut: move({
    methods: ['POST'],
    access: 'signedIn',
    path: `${base}/personOut`,
    title: '人员离场',
    input: z.object({ ...safeMove, personId: id, badge: told(64).optional(), reason: told(200).optional() }),
  }),
  suspend: move({
    ...writingNamed('lo:work:run'),
    path: `${base}/suspend`,
    title: '中断作业',
    input: z.object({ ...safeMove, reason: saidOrNot, cause: stopCauseCode }),
  }),
  /** Somebody answers for one cause of an interruption, with what was done and how it was made sure (T55). */
  causeClose: move({
    ...write('lo:work:own'),
    path: `${base}/causeClose`,
    title: '关闭中断原因',
    input: z.object({
      ...workMove,
      causeId: id,
      evidence: z.string().trim().min(1, '请写明原因如何消除、如何确认').max(500),
      /** An injury is closed with a picture (decision 0485). */
      photo: optionalText(255),
    }),
  }),
  /** Refused with the causes nobody has answered for (T33); the call names nothing itself. */
  resume: move({
    ...write('lo:work:run'),
    path: `${base}/resume`,
    title: '恢复作业',
    input: z.object(workMove),
  }),
  /** The red button: accepted in any live state, from anybody named on the ticket (T32). */
  stop: move({
    methods: ['POST'],
    access: 'signedIn',
    path: `${base}/stop`,
    title: '紧急停止',
    input: z.object({ ...safeMove, reason: stopReason, cause: stopCauseCode }),
  }),
  releaseBegin: move({
    ...write('lo:work:run'),
    path: `${base}/releaseBegin`,
    title: '作业完成，开始解除隔离',
    input: z.object({
      ...workMove,
      siteChecks: siteChecks.prefault({}),
      photo: optionalText(255),
      /** Affected people were told that energy may return (G21). */
      notified: z.boolean().default(false),
    }),
  }),
  pointRestore: move({
    ...write('lo:work:isolate'),
    path: `${base}/pointRestore`,
    title: '隔离点恢复',
    input: z.object({
      ...workMove,
      pointId: id,
      proof: presenceProof,
      restorePos: optionalText(4),
      /** Affected people were told that energy may return (G21), where the release began without it. */
      notified: z.boolean().default(false),
    }),
  }),
  /** The owner of the territory accepts the cleared place (G20). */
  accept: move({
    ...write('lo:work:accept'),
    path: `${base}/accept`,
    title: '属地验收',
    input: z.object(workMove),
  }),
  /** The leader asks; the permitter's call with a pending ask confirms and closes (T44). */
  finish: move({
    ...write('lo:work:run'),
    path: `${base}/finish`,
    title: '完工',
    input: z.object({
      ...workMove,
      closeResult: z.string().max(2).default('1'),
      notified: z.boolean().default(false),
    }),
  }),
  /** Closes an expired ticket out: the same three people and conditions as 完工 (T45). */
  closeExpired: move({
    ...write('lo:work:run'),
    path: `${base}/closeExpired`,
    title: '过期收尾',
    input: z.object({
      ...workMove,
      /** The site check of a ticket that expired before any work (G20); others gave it when the release began. */
      siteChecks: siteChecks.optional(),
      photo: optionalText(255),
      notified: z.boolean().default(false),
    }),
  }),
} as const

const decision = {
  id,
  clientOpId,
  seen: seenRevision,
  opinion: z.string().trim().max(500).default(''),
  reasonCode: optionalText(4),
  /** The `contentHash` the signer saw; a different one is refused with LO-4214. */
  contentHash: z.string().max(64),
  ...signFields,
  onSite: standing,
}

/** What became of one step of a batch; `rules` are those that said no. */
export interface AdoptResult {
  id: string
  adopted: boolean
  /** Why not, and what to do next (Chinese); empty when it was adopted. */
  reason: string
  rules: readonly RuleResult[]
}

export const workReviewEndpoints = {
  /** Rows of the pending or finished review steps of the caller. */
  myList: defineEndpoint<Page<DecisionRow>>()({
    methods: ['GET'],
    path: '/loworkreview/loWorkReview/myList',
    title: '我的审核',
    access: { permission: 'lo:review:list' },
    input: z.looseObject({ tab: decisionTabs }),
  }),
  decide: move({
    ...write('lo:review:decide'),
    path: '/loworkreview/loWorkReview/decide',
    title: '审核工作票',
    input: z.object({ ...decision, reviewStatus: z.union([z.literal(8), z.literal(9)]) }),
  }),
  /** Several steps of low risk, adopted one after the other as if each had been sent to `decide` (§6.2). */
  adoptMany: defineEndpoint<AdoptResult[]>()({
    ...write('lo:review:decide'),
    path: '/loworkreview/loWorkReview/adoptMany',
    title: '批量审核通过',
    input: z.object({
      rows: z
        .array(z.object({ id, clientOpId, seen: seenRevision, contentHash: decision.contentHash }))
        .min(1, '请选择要审核通过的工作票')
        .max(20, '一次最多审核通过 20 张工作票'),
      opinion: decision.opinion,
      /** One proof for all of the rows. */
      signProof: signFields.signProof,
    }),
  }),
} as const

/** Approve with edit (T12): only fields of the policy's editable list. */
export const approvalEdit = z
  .object({
    planEnd: wireTime.optional(),
    workLevel: z.string().max(2).optional(),
    content: z.string().max(1000).optional(),
  })
  .optional()

export const workExamineEndpoints = {
  myList: defineEndpoint<Page<DecisionRow>>()({
    methods: ['GET'],
    path: '/loworkexamine/loWorkExamine/myList',
    title: '我的审批',
    access: { permission: 'lo:examine:list' },
    input: z.looseObject({ tab: decisionTabs }),
  }),
  decide: move({
    ...write('lo:examine:decide'),
    path: '/loworkexamine/loWorkExamine/decide',
    title: '审批工作票',
    input: z.object({
      ...decision,
      approveStatus: z.union([z.literal(8), z.literal(9)]),
      edit: approvalEdit,
    }),
  }),
} as const
