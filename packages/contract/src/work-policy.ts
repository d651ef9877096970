import { z } from 'zod'

const content = z.string().trim().min(1).max(300)

/** A line of a template: a text alone is offered, not demanded. */
const line = z.union([
  content.transform((text) => ({ content: text, must: 0 as 0 | 1, controlRank: null as number | null })),
  z.strictObject({
    content,
    /** 1 = no ticket of the kind does without it (G01). */
    must: z.union([z.literal(0), z.literal(1)]).default(0),
    /** `lo_control_rank` */
    controlRank: z.number().int().min(1).max(5).nullable().default(null),
  }),
])

/** `LoWorkType.measuresTpl` (3-domain.md §3.4): the safety measures a ticket of the kind begins with, in their order. */
export const measureTemplate = z.array(line).max(60)
export type TemplateMeasure = z.output<typeof line>

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
export type StoredUpgradeRule = z.output<typeof upgradeRuleShape>
