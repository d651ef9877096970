import { z } from 'zod'
import { checkOf } from './json-check.ts'

/** What the lists and tables of locks hold as JSON (3-domain.md §3.2, §3.3); unread by SQL unless said. */

const sensors = ['latch', 'shackle', 'door', 'tamper', 'tilt', 'temp'] as const
/** `LoLockType.sensors`: which sensors a lock has, with their names. */
export const sensorNames: Readonly<Record<(typeof sensors)[number], string>> = {
  latch: '锁舌',
  shackle: '锁梁',
  door: '门磁',
  tamper: '防拆',
  tilt: '倾角',
  temp: '温度',
}
export const checkSensors = checkOf(z.partialRecord(z.enum(sensors), z.boolean()), sensorNames)

const named = {
  identifier: z.string().regex(/^[A-Za-z]\w{0,31}$/, '须以字母开头，只含字母、数字和下划线，最多 32 位'),
  name: z.string().trim().min(1).max(30),
  desc: z.string().max(200).optional(),
}
const thingDataTypes = ['int', 'float', 'bool', 'enum', 'text', 'date'] as const
const thingEventLevels = ['info', 'alert', 'fault'] as const
const property = z
  .strictObject({
    ...named,
    dataType: z.enum(thingDataTypes, { error: '请选择数据类型' }),
    unit: z.string().max(10).optional(),
    min: z.number().optional(),
    max: z.number().optional(),
    access: z.enum(['r', 'rw']).default('r'),
  })
  .refine(({ min = -Infinity, max = Infinity }) => min <= max, {
    path: ['max'],
    error: '不能小于最小值',
  })
const isOnce = (lines: readonly { readonly identifier: string }[]): boolean =>
  new Set(lines.map(({ identifier }) => identifier)).size === lines.length
const listOf = <T extends z.ZodType<{ readonly identifier: string }>>(shape: T) =>
  z.array(shape).max(200).refine(isOnce, '有重复的标识，请修改')

/** `LoLockType.thingModel`: properties, events and functions of a device type. */
const thingModelShape = z.strictObject({
  properties: listOf(property).optional(),
  events: listOf(z.strictObject({ ...named, level: z.enum(thingEventLevels).default('info') })).optional(),
  functions: listOf(z.strictObject(named)).optional(),
})
export const checkThingModel = checkOf(thingModelShape, {
  properties: '属性',
  events: '事件',
  functions: '功能',
  identifier: '标识',
  name: '名称',
  dataType: '数据类型',
  unit: '单位',
  min: '最小值',
  max: '最大值',
  access: '读写',
  level: '级别',
  desc: '说明',
})

const clock = /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/
const time = z.string().regex(clock, '应为时刻，例如 08:30')
/** `LoLockUser.weekPlan`: ISO weekdays with times `HH:mm`, half-open; `24:00` is the end of a day. */
const weekPlanShape = z
  .array(
    z.strictObject({
      week: z.number().int().min(1).max(7),
      times: z
        .array(
          z.strictObject({ s: time, e: time }).refine(({ s, e }) => s < e, {
            path: ['e'],
            error: '须晚于开始；跨夜请分两行，例如 22:00 至 24:00 和次日 00:00 至 06:00',
          }),
        )
        .min(1)
        .max(24),
    }),
  )
  .min(1)
  .max(50)
export const checkWeekPlan = checkOf(weekPlanShape, { week: '星期', times: '时段', s: '开始', e: '结束' })
