import { z } from 'zod'

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
