import { isTangled } from '@suoan/kit/ground'
import { z } from 'zod'
import { checkOf, type JsonPath } from './json-check.ts'

/** What the lists and tables of locks and areas hold as JSON (3-domain.md §3.1–§3.3); unread by SQL unless said. */

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

/** The `check` of a list of names, codes or ids, each once. */
export const checkTexts = checkOf(
  z
    .array(z.string().trim().min(1).max(64))
    .max(500)
    .refine((values) => new Set(values).size === values.length, '有重复项'),
)

const position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])
const circle = checkOf(
  z.strictObject({ center: position, radius: z.number().positive('须大于 0').max(50_000) }),
  fencePlace,
)
const mostCorners = 500
// Of a shape whose sides cross nobody can say what is inside.
const ring = z
  .array(position)
  .min(3)
  .max(mostCorners)
  // What is too long has been refused already: each side is asked of each other one.
  .refine(
    (corners) => corners.length > mostCorners || !isTangled(corners.map(([lng, lat]) => ({ lng, lat }))),
    {
      error: '边线相交，请移动或删除顶点',
    },
  )
const polygon = checkOf(z.strictObject({ points: ring }), fencePlace)
const geoJson = checkOf(z.looseObject({ coordinates: z.tuple([ring]) }), fencePlace)
const part = z.number().min(0).max(1)
const mark = z.strictObject({
  x: part,
  y: part,
  lng: z.number().min(-180).max(180),
  lat: z.number().min(-90).max(90),
})
/** `LoArea.planMarks`: two spots of the plan (parts of its width and height) with their places, so that it lies on the ground. */
export const checkPlanMarks = checkOf(z.tuple([mark, mark]), ([index, name]) => {
  const words: Readonly<Record<string, string>> = { lng: '“经度”', lat: '“纬度”' }
  const which = index === 0 ? '定位点 A' : index === 1 ? '定位点 B' : '定位点'
  return `${which}${words[String(name)] ?? ''}`
})
/**
 * `LoArea.geo`: a circle (`center` as longitude and latitude in degrees, `radius` in metres), the corners of a polygon, or
 * the outer ring of a GeoJSON polygon; as `fenceOf` of the domain reads it.
 */
export function checkFence(value: unknown): string | null {
  const has = (name: string) => typeof value === 'object' && value !== null && name in value
  return has('points') ? polygon(value) : has('coordinates') ? geoJson(value) : circle(value)
}

/** Corners are lines of a table of longitude and latitude. */
function fencePlace(path: JsonPath): string {
  const [name, ...rest] = path
  if (name === 'radius') return '“半径”'
  const [axis, corner] = [rest.at(-1), rest.at(-2)]
  const words = axis === 0 ? '“经度”' : '“纬度”'
  if (name === 'center') return rest.length === 0 ? '“圆心”' : words
  const isCorner = rest.length === (name === 'points' ? 2 : 3)
  return isCorner ? `第 ${Number(corner) + 1} 行${words}` : '“顶点”'
}
