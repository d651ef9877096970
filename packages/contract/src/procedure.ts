import { roleTags } from '@suoan/domain/dictionaries'
import { z } from 'zod'
import { checkOf } from './json-check.ts'

/** Photos that a procedure holds. */
export const mostProcedurePhotos = 9

const step = z.strictObject({
  /** `lo_procedure_step` */
  kind: z.enum(['1', '2', '3', '4', '5', '6'], '请选择步骤类别'),
  pointId: z.string().min(1).max(32).nullish(),
  text: z.string().trim().min(1).max(500),
  /** Which of the procedure's photos shows it, from 1. */
  photo: z.number().int().min(1).max(mostProcedurePhotos).nullish(),
})

/** `LoProcedure.steps` (3-domain.md §3.2): shutdown, isolate, lock, release, verify, restore, in their order. */
export const procedureSteps = z.array(step).max(60)
export type ProcedureStep = z.output<typeof step>
export const checkProcedureSteps = checkOf(procedureSteps, {
  kind: '类别',
  pointId: '隔离点',
  text: '做什么',
  photo: '照片',
})

const gasPlace = z.strictObject({
  place: z.string().trim().min(1).max(50),
  /** 1 = sampled above, in the middle and below. */
  layered: z.union([z.literal(0), z.literal(1)]).default(0),
})
/** `LoProcedure.gasPlaces`: where the air is sampled before somebody begins. */
export const procedureGasPlaces = z.array(gasPlace).max(20)
export const checkProcedureGasPlaces = checkOf(procedureGasPlaces, { place: '部位', layered: '上中下' })

const demand = z.strictObject({
  roleTag: z.enum(roleTags, '请选择角色'),
  count: z.number().int().min(1).max(20),
})
/** `LoProcedure.people`: how many people of which role it takes. */
export const procedurePeople = z
  .array(demand)
  .max(roleTags.length)
  .refine((lines) => new Set(lines.map(({ roleTag }) => roleTag)).size === lines.length, '有重复的角色')
export type ProcedureDemand = z.output<typeof demand>
export const checkProcedurePeople = checkOf(procedurePeople, { roleTag: '角色', count: '人数' })
