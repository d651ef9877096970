import { dateTimeText, minute, refusalText } from '../verdict/index.ts'
import type { GasSpot } from './gas.ts'
import { findings, guard, ok } from './guard.ts'

/** Minutes without a passing reading of a gas at its place: people are warned, and the work stops. */
export const gasSilentMin = { warn: 2, stop: 5 } as const

/** What a detector says of one gas at the place where it stands. */
export interface WatchReading {
  gasCode: string
  /** When the newest reading that passes was received, epoch ms of the server; null when there was none. */
  goodAt: number | null
  /** Why the newest reading does not count (Chinese); null when it does. */
  doubt: string | null
}

/** A detector that stands at a place of the ticket. */
export interface WatchingDetector {
  deviceSn: string
  position: string
  /** Why nothing it says counts any more (Chinese): disabled, lost, out of calibration; null = it counts. */
  fault: string | null
  readings: readonly WatchReading[]
}

/** Whether gas is to be measured without a break, and what the detectors at its places have said (G30). */
export interface GasWatchFact {
  /** The policy of the kind of work and level asks for it. */
  required: boolean
  detectors: readonly WatchingDetector[]
  /** Position → since when no detector stands there (taken off, or the work went on), epoch ms. */
  bareSince: Readonly<Record<string, number>>
}

/** No continuous measurement is asked for. */
export const noGasWatch: GasWatchFact = { required: false, detectors: [], bareSince: {} }

/** A needed gas at its place, as the continuous watch hears it. */
export interface WatchedSpot extends GasSpot {
  /**
   * `live`: heard good within the time of a warning; `quiet`: within that of a stop; `silent`: not any more, or what is
   * heard does not count; `none`: no detector stands there.
   */
  state: 'live' | 'quiet' | 'silent' | 'none'
  deviceSn: string | null
  /** When it was last heard good, else since when nobody stands there, epoch ms; null when nobody knows. */
  since: number | null
  /** What is wrong (Chinese); null while it is live. */
  problem: string | null
  /** Its detector does not count any more, whatever it says. */
  isOut: boolean
}

/** How each needed gas and place is watched at `now`. */
export function gasWatchStates(
  needed: readonly GasSpot[],
  { detectors, bareSince }: GasWatchFact,
  now: number,
): WatchedSpot[] {
  return needed.map(({ gasCode, position }) => {
    const bare = bareSince[position] ?? null
    const [best] = detectors
      .filter((each) => each.position === position)
      .map((detector) => heardBy(detector, gasCode, now))
      .toSorted((one, other) => ranks[one.state] - ranks[other.state] || other.goodAt - one.goodAt)
    if (best === undefined)
      return {
        gasCode,
        position,
        state: 'none',
        deviceSn: null,
        since: bare,
        problem: '没有指派检测仪',
        isOut: false,
      }
    const { goodAt, ...heard } = best
    return { gasCode, position, ...heard, since: goodAt > 0 ? goodAt : bare }
  })
}

const ranks: Readonly<Record<WatchedSpot['state'], number>> = { live: 0, quiet: 1, silent: 2, none: 3 }

type Heard = Pick<WatchedSpot, 'state' | 'deviceSn' | 'problem' | 'isOut'> & { goodAt: number }

function heardBy({ deviceSn, fault, readings }: WatchingDetector, gasCode: string, now: number): Heard {
  const reading = readings.find((each) => each.gasCode === gasCode)
  const goodAt = reading?.goodAt ?? 0
  const counts = fault === null && reading?.doubt === null
  const isWithin = (minutes: number) => counts && now - goodAt < minutes * minute
  const state = isWithin(gasSilentMin.warn) ? 'live' : isWithin(gasSilentMin.stop) ? 'quiet' : 'silent'
  const problem = state === 'live' ? null : `检测仪 ${deviceSn} ${whatIsWrong(fault, reading)}`
  return { state, deviceSn, problem, isOut: fault !== null, goodAt }
}

function whatIsWrong(fault: string | null, reading: WatchReading | undefined): string {
  if (fault !== null) return fault
  if (reading === undefined) return '没有该气体的读数'
  const last = reading.goodAt === null ? '' : `自 ${dateTimeText(reading.goodAt)} 起`
  return reading.doubt === null ? `${last}没有读数` : `${last}没有合格读数（${reading.doubt}）`
}

/** `泵坑底部 O2、CH4 没有指派检测仪`: the same trouble at the same place is said once. */
export function watchProblems(
  spots: readonly Pick<WatchedSpot, 'gasCode' | 'position' | 'problem'>[],
): string[] {
  const said = new Map<string, { position: string; problem: string; gases: string[] }>()
  for (const { position, gasCode, problem } of spots) {
    if (problem === null) continue
    const key = `${position}\n${problem}`
    const known = said.get(key)
    if (known === undefined) said.set(key, { position, problem, gases: [gasCode] })
    else known.gases.push(gasCode)
  }
  return [...said.values()].map(
    ({ position, problem, gases }) => `${position} ${gases.join('、')} ${problem}`,
  )
}

/** Gases and places that have not been heard good for so many minutes; where nobody knows since when, at once. */
export const silentFor = (spots: readonly WatchedSpot[], minutes: number, now: number): WatchedSpot[] =>
  spots.filter(({ state, since }) => state !== 'live' && (since === null || now - since >= minutes * minute))

/** What people are warned of: a silence of that length, and at once what cannot end by itself. */
export const toWarnOf = (spots: readonly WatchedSpot[], now: number): WatchedSpot[] => {
  const silent = silentFor(spots, gasSilentMin.warn, now)
  return spots.filter((spot) => spot.isOut || silent.includes(spot))
}

/**
 * What keeps people out (G30, R10), Chinese: every needed gas that is not heard good at its place within the time of a
 * warning, by the server's clock; empty where no continuous measurement is asked for.
 */
export function unheardGas(needed: readonly GasSpot[], watch: GasWatchFact, now: number): string[] {
  if (!watch.required) return []
  return watchProblems(gasWatchStates(needed, watch, now).filter(({ state }) => state !== 'live'))
}

/**
 * G30: where the policy asks for continuous measurement (GB 30871: special hot work, confined spaces), a detector stands at
 * every planned place and is heard. Whoever may not stay for long where it is not does not go in either (0570).
 */
export const gasWatched = guard({
  id: 'G30',
  code: 'LO-4233',
  reads: ['gas', 'gasWatch', 'now'],
  check({ gas, gasWatch, now }) {
    if (!gasWatch.required) return ok('本票不要求气体连续监测')
    return findings(
      unheardGas(gas.needed, gasWatch, now),
      '计划部位的气体连续监测正常',
      (list) => refusalText('LO-4233', { list }),
      ['由气体检测人或监护人在工作票“气体”页把检测仪指派到所列部位，开机联网，等到读数合格后重试'],
    )
  },
})
