import { isTangled } from '@suoan/kit/ground'
import { jsonWords, sayAt, type JsonPath } from './json-check.ts'

/**
 * What areas, and lists of codes, hold as JSON (3-domain.md §3.1, §3.2). Judged without the library of shapes: the description
 * of areas comes with every list that names one, and the library is a quarter of what such a page weighs beyond the frame.
 */

interface Fault {
  readonly at: JsonPath
  readonly words: string
}

/** The first thing that is wrong with a value, which stands at this place. */
type Judge = (value: unknown, at: JsonPath) => Fault | null

const mistyped = (value: unknown, at: JsonPath): Fault => ({
  at,
  words: value === undefined || value === null ? jsonWords.missing : jsonWords.kind,
})

const number =
  (least: number, most: number): Judge =>
  (value, at) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return mistyped(value, at)
    if (value < least) return { at, words: jsonWords.tooSmall(least) }
    return value > most ? { at, words: jsonWords.tooLarge(most) } : null
  }

/** A list of so many items, each judged by its place. */
const list =
  (least: number, most: number, item: (index: number) => Judge): Judge =>
  (value, at) => {
    if (!Array.isArray(value)) return mistyped(value, at)
    if (value.length < least) return { at, words: jsonWords.tooFew(least) }
    if (value.length > most) return { at, words: jsonWords.tooMany(most) }
    for (const [index, each] of value.entries()) {
      const fault = item(index)(each, [...at, index])
      if (fault) return fault
    }
    return null
  }

/** The properties of an object; others are refused unless it is `loose`. */
const object =
  (properties: Readonly<Record<string, Judge>>, isLoose = false): Judge =>
  (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return mistyped(value, at)
    const given = new Map<string, unknown>(Object.entries(value))
    for (const [name, judge] of Object.entries(properties)) {
      const fault = judge(given.get(name), [...at, name])
      if (fault) return fault
    }
    const others = [...given.keys()].filter((name) => !Object.hasOwn(properties, name))
    return isLoose || others.length === 0 ? null : { at, words: jsonWords.foreign(others) }
  }

const checkOf =
  (judge: Judge, place: (path: JsonPath) => string) =>
  (value: unknown): string | null => {
    const fault = judge(value, [])
    return fault && sayAt(place(fault.at), fault.words)
  }

const mostTexts = 500
const mostSigns = 64
const text: Judge = (value, at) => {
  if (typeof value !== 'string') return mistyped(value, at)
  if (value.trim() === '') return { at, words: jsonWords.missing }
  return value.trim().length > mostSigns ? { at, words: jsonWords.tooLong(mostSigns) } : null
}
const texts = list(0, mostTexts, () => text)
/** The `check` of a list of names, codes or ids, each once. */
export const checkTexts = checkOf(
  (value, at) => {
    const fault = texts(value, at)
    if (fault || !Array.isArray(value)) return fault
    const distinct = new Set(value.map((each) => String(each).trim()))
    return distinct.size === value.length ? null : { at, words: '有重复项' }
  },
  ([index]) => (typeof index === 'number' ? `第 ${index + 1} 行` : ''),
)

const longitude = number(-180, 180)
const latitude = number(-90, 90)
const position = list(2, 2, (axis) => (axis === 0 ? longitude : latitude))

const part = number(0, 1)
const mark = object({ x: part, y: part, lng: longitude, lat: latitude })
const markWords: Readonly<Record<string, string>> = { lng: '“经度”', lat: '“纬度”' }
/** `LoArea.planMarks`: two spots of the plan (parts of its width and height) with their places, so that it lies on the ground. */
export const checkPlanMarks = checkOf(
  list(2, 2, () => mark),
  ([index, name]) => {
    const which = index === 0 ? '定位点 A' : index === 1 ? '定位点 B' : '定位点'
    return `${which}${markWords[String(name)] ?? ''}`
  },
)

const mostCorners = 500
const mostRadius = 50_000
const corners = list(3, mostCorners, () => position)
const isPosition = (value: unknown): value is readonly [number, number] => position(value, []) === null
// Of a shape whose sides cross nobody can say what is inside.
const ring: Judge = (value, at) => {
  const fault = corners(value, at)
  if (fault || !Array.isArray(value)) return fault
  const places = value.filter(isPosition).map(([lng, lat]) => ({ lng, lat }))
  return isTangled(places) ? { at, words: '边线相交，请移动或删除顶点' } : null
}
const radius: Judge = (value, at) => {
  if (typeof value === 'number' && value <= 0) return { at, words: '须大于 0' }
  return number(0, mostRadius)(value, at)
}
const circle = checkOf(object({ center: position, radius }), fencePlace)
const polygon = checkOf(object({ points: ring }), fencePlace)
const geoJson = checkOf(object({ coordinates: list(1, 1, () => ring) }, true), fencePlace)
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
  if (name === undefined) return ''
  if (name === 'radius') return '“半径”'
  const [axis, corner] = [rest.at(-1), rest.at(-2)]
  const words = axis === 0 ? '“经度”' : '“纬度”'
  if (name === 'center') return rest.length === 0 ? '“圆心”' : words
  const isCorner = rest.length === (name === 'points' ? 2 : 3)
  return isCorner ? `第 ${Number(corner) + 1} 行${words}` : '“顶点”'
}
