import { labelOf, roleTags } from '@suoan/domain/dictionaries'
import { z } from 'zod'
import { checkOf } from './json-check.ts'

/** A line of a template; a text alone is offered, not demanded. */
const line = z.preprocess(
  (stored) => (typeof stored === 'string' ? { content: stored } : stored),
  z.strictObject({
    content: z.string().trim().min(1).max(300),
    /** 1 = no ticket of the kind does without it (G01). */
    must: z.union([z.literal(0), z.literal(1)]).default(0),
    /** `lo_control_rank` */
    controlRank: z.number().int().min(1).max(5).nullable().default(null),
  }),
)

/** `LoWorkType.measuresTpl` (3-domain.md §3.4): the safety measures a ticket of the kind begins with, in their order. */
export const measureTemplate = z.array(line).max(60)
export type TemplateMeasure = z.output<typeof line>
export const checkMeasureTemplate = checkOf(measureTemplate, {
  content: '措施',
  must: '必须',
  controlRank: '控制层级',
})

const once = (values: readonly string[]): boolean => new Set(values).size === values.length

/**
 * `LoWorkType.certRules`: certificates (`lo_cert_type`) by role tag. An object without a tag says nothing; "nothing is
 * asked of a worker" is `{"WORK":[]}`.
 */
const certRulesShape = z
  .partialRecord(
    z.enum(roleTags),
    z.array(z.string().regex(/^\w{1,20}$/, '不是资质类型，请重新选择')).refine(once, '有重复的资质'),
  )
  .refine((rules) => Object.keys(rules).length > 0, '请至少设定一个角色；不要求资质的角色把资质留空')
export const checkCertRules = checkOf(certRulesShape, ([tag]) =>
  tag === undefined ? '' : `“${labelOf('lo_role_tag', String(tag))}”`,
)

/** `LoWorkType.editableFields`: what an approver can change at all (T12). */
export const editableTicketFields = ['planEnd', 'workLevel', 'content'] as const
/** `LoWorkType.coreFields`: what can void the decisions when it is changed (T12). */
export const coreTicketFields = [
  'content',
  'place',
  'areaCode',
  'workType',
  'workLevel',
  'planStart',
  'planEnd',
  'needIsolation',
  'leaderId',
  'points',
  'isolationPeople',
  'measures',
] as const
/** The `check` of a list of these names, each once. */
export const checkNames = (names: readonly string[]): ((value: unknown) => string | null) =>
  checkOf(z.array(z.enum(names)).refine(once, '有重复项'))

const level = z.string().regex(/^[0-49]$/)
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** `LoWorkType.upgradeRule`: the level to which each circumstance raises work of the row's level. */
export const upgradeRuleShape = z.strictObject({
  night: level.optional(),
  holiday: level.optional(),
  overlap: level.optional(),
  fireZone: z.record(z.string(), level).optional(),
  nightFrom: time.optional(),
  nightTo: time.optional(),
  holidays: z.array(z.string().regex(/^\d{4}-\d{2}-\d{2}$/)).optional(),
})
export const checkUpgradeRule = (value: unknown): string | null =>
  upgradeRuleShape.safeParse(value).success ? null : '无法识别，请在表单中重新选择各情形的级别'
export type StoredUpgradeRule = z.output<typeof upgradeRuleShape>
