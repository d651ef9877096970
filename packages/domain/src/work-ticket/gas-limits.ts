import { gasCodeOf } from './gas-names.ts'
import type { GasLimits } from './gas.ts'

/** A row of `lo_gas_std`. `kind`: 1 oxygen, 2 combustible, 3 toxic; `lel` in %vol. */
export interface GasStandard extends GasLimits {
  readonly gasCode: string
  readonly kind: number
  readonly lel: number | null
  readonly unit: string
}

const oxygen = 1
const combustible = 2
const toxic = 3

/** Lower explosive limits of the combustible gases everybody has, %vol; null = a mixture, told in %LEL. */
const explosiveFrom: Readonly<Record<string, number | null>> = {
  LEL: null,
  CH4: 5,
  H2: 4,
  C2H4: 2.7,
  C3H8: 2.1,
}

/**
 * GBZ 2.1-2019, mg/m3 (MAC, or PC-TWA where there is none), and the molar mass in g/mol that turns it into ppm.
 */
const occupational = {
  H2S: { limit: 10, molar: 34.08 },
  CO: { limit: 20, molar: 28.01 },
  NH3: { limit: 20, molar: 17.03 },
  CL2: { limit: 1, molar: 70.9 },
  SO2: { limit: 5, molar: 64.06 },
} as const
export const toxicLimit = (gasCode: keyof typeof occupational): number => occupational[gasCode].limit

/** Litres of a mole at 20 °C and 101.3 kPa, the conditions of GBZ 2.1. */
const molarVolume = 24.04
const ppmPerVol = 10_000
/** Of a mixture whose lower explosive limit nobody knows, %LEL: the strictest case of the law in volume. */
const mixtureLimit = 5
/** However high a lower explosive limit is stated, %LEL. [D] */
const mostOfLel = 10

/** GB 30871-2022 5.3: 0.5 %vol where the lower explosive limit is at least 4 %vol, else 0.2 %vol. */
export const combustibleLimit = (lel: number | null): number => (lel !== null && lel >= 4 ? 0.5 : 0.2)

/** GB 30871-2022 6.4, %vol; the upper end is that of enriched air. */
const oxygenRange = { from: 19.5, to: 23.5 } as const

type Unit = '%vol' | '%lel' | 'ppm' | 'mg/m3'
const units: Readonly<Record<string, Unit>> = { '%vol': '%vol', '%lel': '%lel', ppm: 'ppm', 'mg/m3': 'mg/m3' }
const unitOf = (text: string): Unit | undefined => units[text.trim().toLowerCase().replace('³', '3')]

/** What the gas is, whatever a row calls it. */
function kindOf({ gasCode, kind }: Pick<GasStandard, 'gasCode' | 'kind'>): number {
  const code = gasCodeOf(gasCode)
  if (code === 'O2') return oxygen
  if (code in explosiveFrom) return combustible
  return code in occupational ? toxic : kind
}

/** The highest value that the law lets pass, in the unit of the row; null where it names none. */
function ceiling(standard: GasStandard, unit: Unit): number | null {
  const code = gasCodeOf(standard.gasCode)
  const kind = kindOf(standard)
  if (kind === oxygen) return unit === '%vol' ? oxygenRange.to : null
  if (kind === combustible) {
    const lel = code in explosiveFrom ? (explosiveFrom[code] ?? null) : standard.lel
    const volume = combustibleLimit(lel)
    if (unit === '%vol') return volume
    if (unit === 'ppm') return volume * ppmPerVol
    if (unit === '%lel')
      return lel === null || lel <= 0 ? mixtureLimit : Math.min(mostOfLel, (volume / lel) * 100)
    return null
  }
  const known = Object.entries(occupational).find(([name]) => name === code)?.[1]
  if (known === undefined) return null
  if (unit === 'mg/m3') return known.limit
  const ppm = (known.limit * molarVolume) / known.molar
  if (unit === 'ppm') return ppm
  return unit === '%vol' ? ppm / ppmPerVol : null
}

const unitsOf: Readonly<Record<number, readonly Unit[]>> = {
  [oxygen]: ['%vol'],
  [combustible]: ['%vol', '%lel', 'ppm'],
  [toxic]: ['mg/m3', 'ppm', '%vol'],
}
const shown: Readonly<Record<Unit, string>> = { '%vol': '%vol', '%lel': '%LEL', ppm: 'ppm', 'mg/m3': 'mg/m3' }
const kindNames: Readonly<Record<number, string>> = { [oxygen]: '氧', [combustible]: '可燃', [toxic]: '有毒' }
const figure = (value: number): string => String(Math.round(value * 10_000) / 10_000)

/** Why a standard may not be kept (Chinese, says what to do); null when it is no looser than the law. */
export function gasLimitMistake(standard: GasStandard): string | null {
  const { gasCode, kind, limitMin, limitMax, unit: text } = standard
  const must = kindOf(standard)
  if (must !== kind) return `${gasCodeOf(gasCode)} 的类别须为“${kindNames[must] ?? ''}”，请重新选择`
  const allowed = unitsOf[kind] ?? []
  const unit = unitOf(text)
  if (unit === undefined || !allowed.includes(unit))
    return `“${kindNames[kind] ?? ''}”类气体的单位只能是 ${allowed.map((each) => shown[each]).join('、')}，请改正`
  if (limitMax === null) return '请填写合格上限：没有上限时任何浓度都会判为合格'
  if (kind === oxygen && (limitMin === null || limitMin < oxygenRange.from))
    return `氧含量的合格下限不得低于 ${oxygenRange.from} %vol（GB 30871-2022 6.4），请改正`
  if (limitMin !== null && limitMin > limitMax) return '合格下限不能高于合格上限，请核对'
  const most = ceiling(standard, unit)
  if (most !== null && limitMax > most + tolerance)
    return `合格上限不得高于 ${figure(most)} ${shown[unit]}（${sources[kind] ?? ''}），请改正；爆炸下限和单位也会影响此限值`
  return null
}
/** Of a rounded figure in another unit. */
const tolerance = 0.000_05
const sources: Readonly<Record<number, string>> = {
  [oxygen]: 'GB 30871-2022 6.4，富氧环境',
  [combustible]: 'GB 30871-2022 5.3',
  [toxic]: 'GBZ 2.1-2019',
}

/** The limits by which air is judged: those of the row, and never looser than the law, whatever the row says. */
export function lawfulLimits(standard: GasStandard): GasLimits {
  const { limitMin, limitMax } = standard
  const unit = unitOf(standard.unit)
  if (unit === undefined) return { limitMin, limitMax }
  const most = ceiling(standard, unit)
  const least = kindOf(standard) === oxygen && unit === '%vol' ? oxygenRange.from : null
  return {
    limitMin: least === null ? limitMin : Math.max(least, limitMin ?? least),
    limitMax: most === null ? limitMax : Math.min(most, limitMax ?? most),
  }
}
