import { canonicalJson, type Canonical } from '../evidence-chain/index.ts'
import { signDemands } from '../signature/index.ts'
import { raisesLevel } from './core-fields.ts'
import { gasCodesOf } from './gas-names.ts'

/** A row of a setting, by the names of its columns on the wire. */
export type SettingValues = Readonly<Record<string, unknown>>

/** Does the change of one field ask less of people at work than before? */
type IsLooser = (before: unknown, after: unknown, row: SettingValues) => boolean

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''
/** `absent`: what counts where nobody filled the field, as those who read it take it. */
const numberOr = (value: unknown, absent: number): number => (isEmpty(value) ? absent : Number(value))

/** More is looser: a longest time, a highest number. Without a value there is no limit, or the one given. */
const atMost =
  (absent = Infinity): IsLooser =>
  (before, after) =>
    numberOr(after, absent) > numberOr(before, absent)

/** Less is looser: a number of people, a switch that asks for something. */
const atLeast =
  (absent = 0): IsLooser =>
  (before, after) =>
    numberOr(after, absent) < numberOr(before, absent)

/** An interval, 0 = never: seldomer is looser. */
const every =
  (absent = 0): IsLooser =>
  (before, after) =>
    (numberOr(after, absent) || Infinity) > (numberOr(before, absent) || Infinity)

/** Codes from what asks least. */
const oneOf =
  (order: readonly string[], absent: string): IsLooser =>
  (before, after) => {
    const rank = (value: unknown) => order.indexOf(isEmpty(value) ? absent : String(value))
    return rank(after) < rank(before)
  }

const textOf = (value: unknown): string =>
  // What comes off the wire and out of `jsonb` is JSON.
  isEmpty(value) ? '' : canonicalJson(value as Canonical)
/** Cannot be compared: while a ticket relies on it, it stays. */
const stays: IsLooser = (before, after) => textOf(before) !== textOf(after)
/** Gases, however they are written. */
const sameGases: IsLooser = (before, after) =>
  textOf(gasCodesOf(String(before ?? ''))) !== textOf(gasCodesOf(String(after ?? '')))
/** Asks most while it is empty: any work, every ticket, nobody else. */
const broadest: IsLooser = (before, after, row) => !isEmpty(after) && stays(before, after, row)
/** Asks nothing while it is empty; then it stays. */
const staysOnceSet: IsLooser = (before, after, row) => !isEmpty(before) && stays(before, after, row)

/** A list as JSON or as codes joined by commas; nobody's order counts. */
const listOf = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.map(textOf)
  return isEmpty(value) ? [] : String(value).split(',')
}
/** Every entry asks for something: to take one out is looser. */
const keepsAll: IsLooser = (before, after) => listOf(before).some((each) => !listOf(after).includes(each))
/** Every entry allows something: to put one in is looser. */
const addsNone: IsLooser = (before, after, row) => keepsAll(after, before, row)

/** `ANY` of those asked, `N:k` of them, or `ALL`: where one is asked, all are fewer than two. */
const fewerVotes: IsLooser = (before, after) => {
  const least = (value: unknown) => (String(value).startsWith('N:') ? Number(String(value).slice(2)) : 1)
  if (before === after || least(before) === 1) return before === 'ALL' && after !== 'ALL'
  return after === 'ALL' || least(after) < least(before)
}

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}

/** `LoWorkType.upgradeRule`: a circumstance that raises no more, or less high; a shorter night; a day that is none now. */
const raisesLess: IsLooser = (before, after, row) => {
  const [was, is] = [record(before), record(after)]
  const lowers = (a: unknown, b: unknown) =>
    a !== undefined && (b === undefined || raisesLevel(String(row['typeCode']), String(b), String(a)))
  const [zones, zonesNow] = [record(was['fireZone']), record(is['fireZone'])]
  return (
    ['night', 'holiday', 'overlap'].some((what) => lowers(was[what], is[what])) ||
    Object.keys(zones).some((zone) => lowers(zones[zone], zonesNow[zone])) ||
    keepsAll(was['holidays'], is['holidays'], row) ||
    String(is['nightFrom'] ?? '22:00') > String(was['nightFrom'] ?? '22:00') ||
    String(is['nightTo'] ?? '06:00') < String(was['nightTo'] ?? '06:00')
  )
}

/** What shows that somebody stands there (R12, T21): while it is empty nobody shows anything by it. */
const shown = broadest

const signDemand = oneOf(signDemands, 'SESSION')

/**
 * Which way each field of a setting gets looser (3-domain.md §3.2, §3.4, decisions 0502, 0504, 0589), by the name of its
 * resource. A field that is not named here says nothing about anybody's safety, and is free.
 */
const settings = {
  workType: {
    typeCode: stays,
    levelCode: stays,
    maxHours: atMost(0),
    earlyMin: atMost(0),
    isolateLeadMin: atMost(120),
    extendMax: atMost(0),
    gasRequired: oneOf(['0', '2', '1'], '1'),
    gasPreMin: atMost(30),
    gasInterruptMin: atMost(30),
    gasRepeatMin: every(),
    gasContinuous: atLeast(),
    gasCodes: sameGases,
    guardRequired: atLeast(1),
    guardAliveMin: every(10),
    isolationRequired: atLeast(1),
    personalLock: atLeast(1),
    dualControl: atLeast(),
    briefRequired: atLeast(1),
    tagPrintRequired: atLeast(),
    briefSign: stays,
    handoverSign: stays,
    measureSign: stays,
    photoMaxMin: atMost(30),
    videoRequired: atLeast(),
    upgradeRule: raisesLess,
    measuresTpl: keepsAll,
    certRules: stays,
    flowId: stays,
    idleFireWatchMin: atLeast(),
    editableFields: addsNone,
    coreFields: keepsAll,
    status: atLeast(),
  },
  gasStd: {
    gasCode: sameGases,
    kind: stays,
    limitMin: atLeast(-Infinity),
    limitMax: atMost(),
    unit: stays,
  },
  lockType: {
    powerType: stays,
    commType: stays,
    sensors: stays,
    openMethods: addsNone,
    dualAuth: atLeast(),
    autoLockSec: every(),
    maxOpenMin: atMost(15),
    heartbeatSec: atMost(),
    offlineSec: atMost(),
    confirmMaxAge: atMost(10),
    battLow: atLeast(),
    battCrit: atLeast(),
    ticketRequired: atLeast(1),
    offlineGrantMaxMin: atMost(480),
    // Without a mark it is used in no explosive zone.
    exMark: broadest,
    status: atLeast(),
  },
  dutyRule: {
    workType: stays,
    tagA: stays,
    tagB: stays,
    ruleKind: stays,
    maxLive: atMost(0),
    hard: atLeast(),
  },
  hazardPair: {
    typeA: broadest,
    hazardA: broadest,
    typeB: broadest,
    hazardB: broadest,
    severity: atLeast(),
    adjacent: atLeast(),
    status: atLeast(),
  },
  flow: { status: atLeast() },
  flowStep: {
    flowId: stays,
    stage: stays,
    stepNo: stays,
    roleTag: stays,
    scopeRule: stays,
    quorum: fewerVotes,
    condition: broadest,
    escalateTo: broadest,
    onSite: atLeast(),
    signDemand,
    allowDelegate: atMost(0),
    rejectMode: oneOf(['RESUME_HERE', 'RESTART'], 'RESTART'),
  },
  pointRule: { pointId: stays, action: stays, kind: stays, expr: stays },
  area: {
    areaType: stays,
    exZone: stays,
    fireZone: stays,
    // 1 is the greatest; an area that is not graded is asked everything (`stepApplies`).
    riskLevel: atMost(0),
    geoType: staysOnceSet,
    geo: staysOnceSet,
    adjacentCodes: keepsAll,
    capacity: atMost(),
  },
  // Whose a thing is, where it sits, how it is heard, and what was reviewed about it.
  lock: {
    ownerUserId: stays,
    pointId: stays,
    lockPurpose: stays,
    lockTypeId: stays,
    deviceSn: stays,
    mac: stays,
    passiveNo: stays,
    gatewayId: stays,
    areaId: stays,
    equipId: stays,
    imei: stays,
    iccid: stays,
    groupIds: addsNone,
    qrCode: shown,
    lng: shown,
    lat: shown,
  },
  // Its node on the energy map is found by its code, what is asked of the air by its area.
  equip: { equipCode: stays, areaId: stays },
  device: { kind: stays, parentSn: stays, authMode: stays },
  point: {
    equipId: stays,
    areaId: stays,
    pointType: stays,
    energyType: stays,
    normalPos: stays,
    safePos: stays,
    isoMethod: stays,
    verifyMethods: stays,
    verifyLimit: stays,
    reaccumulate: stays,
    reVerifyMin: stays,
    lockCount: stays,
    nfcUid: shown,
    qrCode: shown,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, IsLooser>>>>

/** Resources that have a stricter way, by name. */
export const strictSettings: readonly string[] = Object.keys(settings)

/** Throws for a resource that has none: nobody asks it of those by mistake. */
function rulesOf(setting: string): Readonly<Record<string, IsLooser>> {
  const rules: Readonly<Record<string, IsLooser>> | undefined = Object.entries(settings).find(
    ([name]) => name === setting,
  )?.[1]
  if (rules === undefined) throw new Error(`no field of “${setting}” has a stricter way`)
  return rules
}

/** The fields of a setting that may not be loosened under a ticket. */
export const strictFields = (setting: string): string[] => Object.keys(rulesOf(setting))

/** The fields whose change asks less of those who work under the row. `after` holds the changed values only. */
export function looserFields(setting: string, before: SettingValues, after: SettingValues): string[] {
  const rules = rulesOf(setting)
  return Object.keys(after).filter(
    (name) => after[name] !== undefined && rules[name]?.(before[name], after[name], before) === true,
  )
}
