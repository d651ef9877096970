import { deviceStatus, labelOf, type GasLevel } from '../dictionaries/index.ts'
import { minute } from '../verdict/index.ts'
import { isOfKind, type KindOfWork } from './base-types.ts'
import type { TicketFacts, WithdrawnSample } from './facts.ts'

/** Limits of `lo_gas_std`; null = no limit on that side. Both ends belong to the range. */
export interface GasLimits {
  limitMin: number | null
  limitMax: number | null
}

/** Does a reading pass? Compared as measured, never rounded: `21.0001` fails a limit of `21` (§9.1). */
export function gasPasses(value: number, { limitMin, limitMax }: GasLimits): boolean {
  if (!Number.isFinite(value) || value < 0) return false
  return (limitMin === null || value >= limitMin) && (limitMax === null || value <= limitMax)
}

/** Kinds of work whose place is tested whatever the policy says: hot work and confined spaces (GB 30871). */
const alwaysTested: readonly string[] = ['01', '02']
export const isAlwaysTested = (kind: KindOfWork): boolean => alwaysTested.some((code) => isOfKind(kind, code))
/** Its own air lies in layers, wherever it is. */
export const isInConfinedSpace = (kind: KindOfWork): boolean => isOfKind(kind, '02')
/** `lo_area.area_type` of a confined space. */
const confinedSpace = '7'

/** An area that a ticket's people are in: `lo_area_type`, `lo_ex_zone`. */
export interface WorkPlace {
  readonly areaType: string | null
  readonly exZone: string | null
}

/** Everywhere a ticket's people go: the strictest of the places decides. */
interface Site extends KindOfWork {
  readonly places: readonly WorkPlace[]
}

/**
 * Is gas to be tested (G14, R10)? Hot work and a confined space always (GB 30871), whatever the policy row says; an
 * explosive zone where the row (`lo_gas_required`) leaves it to the place.
 */
export function gasIsRequired(site: Site, byPolicy: number): boolean {
  if (byPolicy === 1 || isAlwaysTested(site) || isConfined(site)) return true
  return byPolicy === 2 && site.places.some(({ exZone }) => (exZone ?? 'N') !== 'N')
}

/**
 * What a policy row asks (`lo_gas_required`): a column nobody filled asks for the test; only a stored 否 does without, and
 * not where gas is to be measured without a break.
 */
export const gasDemand = (gasRequired: number | null, gasContinuous: number | null): number =>
  gasRequired === 0 && gasContinuous === 1 ? 1 : (gasRequired ?? 1)

/** A place that a ticket plans to have sampled: a compartment or a spot, and at which height. */
export interface PlannedGasPlace {
  readonly place: string
  readonly level: GasLevel
}

/** What a sample calls the place: `1 号罐上部`. */
export const gasPositionOf = ({ place, level }: PlannedGasPlace): string =>
  level === '' ? place : `${place}${level}部`

const heights = ['上', '中', '下'] as const

/** Is it a confined space, whose air lies in layers? */
const isConfined = (site: Site): boolean =>
  isInConfinedSpace(site) || site.places.some(({ areaType }) => areaType === confinedSpace)

/** What is planned where a ticket says nothing: a confined space at three heights, any other work at one place. */
const unplanned = '作业点'
export const defaultGasPlaces = (site: Site, place: string = unplanned): PlannedGasPlace[] =>
  isConfined(site) ? heights.map((level) => ({ place, level })) : [{ place, level: '' }]

/** The planned places of a ticket; those of its kind of work where it has none, as tickets from before the plan. */
export const gasPlacesOf = (
  stored: readonly PlannedGasPlace[] | null,
  site: Site,
): readonly PlannedGasPlace[] => (stored === null || stored.length === 0 ? defaultGasPlaces(site) : stored)

/** What keeps a plan of places from being submitted (G01; Chinese), null when nothing. */
export function gasPlanGap(stored: readonly PlannedGasPlace[] | null, site: Site): string | null {
  if (stored === null || stored.length === 0)
    return isConfined(site)
      ? '作业要进入受限空间，须检测气体，请设定检测部位：每个舱室上、中、下部'
      : '需要气体检测但没有设定检测部位，请至少设定一处'
  if (!isConfined(site)) return null
  const lacking = [...new Set(stored.map(({ place }) => place))].flatMap((place) => {
    const missing = heights.filter(
      (level) => !stored.some((each) => each.place === place && each.level === level),
    )
    return missing.length === 0 ? [] : [`${place} 缺少${missing.map((level) => `${level}部`).join('、')}`]
  })
  return lacking.length === 0 ? null : `受限空间须检测上、中、下部：${lacking.join('；')}`
}

/** Every gas that is asked for at every planned place (G14, R10). */
export const neededGas = (places: readonly PlannedGasPlace[], codes: readonly string[]): GasSpot[] =>
  [...new Set(places.map(gasPositionOf))].flatMap((position) =>
    codes.map((gasCode) => ({ gasCode, position })),
  )

/** A sample as it is handed in; times in epoch ms. */
export interface GasSample {
  readonly value: number
  readonly unit: string
  /** Where it was taken, '' when nobody said; left out by a detector, whose place the plant knows. */
  readonly position?: string
  /** Null when nobody said, or not as a time. */
  readonly sampleTime: number | null
  /** End of the detector's calibration; null when the detector is unknown or has none. */
  readonly calibValidTo: number | null
  /** `lo_device_status` of the detector; null where nobody knows it. */
  readonly detectorStatus: number | null
}

/** Was the detector taken out of use by a person? Nothing it says is good counts. */
export const isCutOff = (status: number | null): boolean =>
  status === deviceStatus.disabled || status === deviceStatus.scrapped

/**
 * Why a reading cannot be compared with the standard of its gas (Chinese), null when it can; `standard` is null for a
 * gas the plant has no limits for. What cannot be compared may be deadly: it counts as failed and stops the work.
 */
export function gasSampleGap({ value, unit }: GasSample, standard: { unit: string } | null): string | null {
  if (standard === null) return '该气体没有合格标准，请先维护气体标准'
  if (!Number.isFinite(value)) return '检测数值须为数字'
  if (value < 0) return '检测数值不能为负'
  return unit === standard.unit ? null : `单位须为 ${standard.unit}`
}

/**
 * What is not in order with the papers of a sample (G14; Chinese), null when all is. It refuses a passing sample; a
 * failing one is taken all the same and stops the work: nobody stays in bad air for the sake of a form.
 */
export function gasPapersGap(
  { sampleTime, position, calibValidTo, detectorStatus }: GasSample,
  now: number,
): string | null {
  if (position === '') return '没有填写检测部位'
  if (sampleTime === null) return '没有填写取样时间，或格式不是 YYYY-MM-DD HH:mm:ss'
  if (sampleTime > now + minute) return '取样时间不能晚于当前时间'
  if (detectorStatus !== null && isCutOff(detectorStatus))
    return `检测仪已${labelOf('lo_device_status', detectorStatus)}，读数不作数，请换用其他检测仪重新检测`
  if (detectorStatus === deviceStatus.notActivated)
    return '检测仪未激活，读数不作数：请让它联网，不联网的手持检测仪由设备管理员核对实物后在“网关与设备”激活'
  if (calibValidTo === null) return '检测仪不存在或没有检定有效期'
  return calibValidTo < sampleTime ? '检测仪已过检定有效期，不能用于合格判定' : null
}

/** What failed: a gas at a place; '' where nobody said, or nobody knows it. */
export interface GasSpot {
  readonly gasCode: string
  readonly position: string
}

/** `泵坑底部 O2`; what nobody said is said so. */
export const gasSpotText = ({ gasCode, position }: GasSpot): string =>
  `${position || '未说明部位'} ${gasCode || '未知气体'}`

type Tests = TicketFacts['gas']['tests']

/** The newest of each gas and place; `tests` come newest first, of one moment the one received last. */
function newestOf(tests: Tests): Tests {
  const newest = new Map<string, Tests[number]>()
  for (const test of tests) {
    const key = `${test.gasCode}\n${test.position}`
    const known = newest.get(key)
    if (known === undefined || test.sampleTime > known.sampleTime) newest.set(key, test)
  }
  return [...newest.values()]
}

/** How the newest sample of every needed gas and place stands at `now`; older than `limitMin` minutes is stale. */
export function gasPlanStates(
  { needed, tests }: Pick<TicketFacts['gas'], 'needed' | 'tests'>,
  limitMin: number,
  now: number,
): (GasSpot & { state: 'untested' | 'passed' | 'failed' | 'stale'; sampleTime: number | null })[] {
  const newest = newestOf(tests)
  return needed.map((spot) => {
    const last = newest.find((test) => test.gasCode === spot.gasCode && test.position === spot.position)
    if (last === undefined) return { ...spot, state: 'untested', sampleTime: null }
    const { sampleTime, pass } = last
    const isStale = now - sampleTime > limitMin * minute
    return { ...spot, state: !pass ? 'failed' : isStale ? 'stale' : 'passed', sampleTime }
  })
}

/**
 * What must still be tested good after `since` (epoch ms) before something that failed there is over: the same gas at
 * the same place; where the gas is unknown every gas that is asked for, where the place is unknown every planned one.
 */
export function gasOwed(
  { gasCode, position }: GasSpot,
  since: number,
  { needed, tests }: Pick<TicketFacts['gas'], 'needed' | 'tests'>,
): string[] {
  const good = newestOf(tests).filter((test) => test.pass && test.sampleTime > since)
  const isAt = (test: GasSpot, spot: GasSpot): boolean =>
    (spot.gasCode === '' ? test.gasCode !== '' : test.gasCode === spot.gasCode) &&
    (spot.position === '' ? test.position !== '' : test.position === spot.position)
  const codes = gasCode === '' ? [...new Set(needed.map((need) => need.gasCode))] : [gasCode]
  const places = position === '' ? [...new Set(needed.map((need) => need.position))] : [position]
  // Where nothing is asked for, one good sample of what is known about it.
  const spots = (codes.length > 0 ? codes : ['']).flatMap((code) =>
    (places.length > 0 ? places : ['']).map((place) => ({ gasCode: code, position: place })),
  )
  return spots.filter((spot) => !good.some((test) => isAt(test, spot))).map(gasSpotText)
}

/** The gases and places whose newest reading is a failing one that no later sample has answered (`gasOwed`). */
export function failingNow(gas: Pick<TicketFacts['gas'], 'needed' | 'tests'>): Tests {
  return newestOf(gas.tests).filter(
    (test) =>
      !test.pass &&
      ((test.gasCode !== '' && test.position !== '') || gasOwed(test, test.sampleTime, gas).length > 0),
  )
}

/**
 * Where running work is to be tested again because a detector was cut off: what it had found good counts no more, and no other
 * good sample is left there that is not older than `repeatMin` minutes (0: of any age). Newest cut-off of each gas and place.
 */
export function gasToRetest(
  gas: Pick<TicketFacts['gas'], 'needed' | 'tests' | 'withdrawn'>,
  repeatMin: number,
  now: number,
): WithdrawnSample[] {
  const newest = newestOf(gas.tests)
  const asked = [...gas.needed, ...failingNow(gas)]
  const isAt = (one: GasSpot, other: GasSpot): boolean =>
    one.gasCode === other.gasCode && one.position === other.position
  const found: WithdrawnSample[] = []
  for (const sample of (gas.withdrawn ?? []).toSorted((a, b) => b.cutOffAt - a.cutOffAt)) {
    if (found.some((each) => isAt(each, sample)) || !asked.some((each) => isAt(each, sample))) continue
    const left = newest.find((test) => isAt(test, sample))
    const counts = left?.pass === true && (repeatMin === 0 || now - left.sampleTime <= repeatMin * minute)
    if (!counts) found.push(sample)
  }
  return found
}

/** Why a sample that was good once is none, in Chinese: `泵坑 O2 由检测仪 GAS4 检测，…`. */
export const withdrawnText = (sample: WithdrawnSample): string =>
  `${gasSpotText(sample)} 由检测仪 ${sample.deviceSn} 检测，该检测仪之后被停用，读数不作数，须换用其他检测仪重新检测`
