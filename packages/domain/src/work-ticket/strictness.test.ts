import { expect, test } from 'vitest'
import { looserFields, strictFields, strictSettings } from './strictness.ts'

/** `lighter` asks less than `heavier`; the way back is stricter. */
type Change = readonly [setting: string, field: string, heavier: unknown, lighter: unknown]

/** One change of every field of every setting that has a stricter way. */
const oneWay: readonly Change[] = [
  ['workType', 'maxHours', 8, 12],
  ['workType', 'earlyMin', null, 60],
  ['workType', 'isolateLeadMin', null, 121],
  ['workType', 'extendMax', 0, 1],
  ['workType', 'gasRequired', null, 2],
  ['workType', 'gasRequired', 2, 0],
  ['workType', 'gasPreMin', 30, 60],
  ['workType', 'gasInterruptMin', null, 60],
  ['workType', 'gasRepeatMin', 120, 0],
  ['workType', 'gasRepeatMin', 60, 120],
  ['workType', 'gasContinuous', 1, 0],
  ['workType', 'guardRequired', null, 0],
  ['workType', 'guardAliveMin', null, 11],
  ['workType', 'guardAliveMin', 5, 0],
  ['workType', 'isolationRequired', 2, 1],
  ['workType', 'personalLock', null, 0],
  ['workType', 'dualControl', 1, 0],
  ['workType', 'briefRequired', 1, 0],
  ['workType', 'tagPrintRequired', 1, 0],
  ['workType', 'photoMaxMin', 30, 60],
  ['workType', 'videoRequired', 1, 0],
  ['workType', 'upgradeRule', { night: '1' }, {}],
  ['workType', 'upgradeRule', { night: '0' }, { night: '1' }],
  ['workType', 'upgradeRule', { fireZone: { '3': '1' } }, { fireZone: {} }],
  ['workType', 'upgradeRule', { nightFrom: '20:00' }, null],
  ['workType', 'upgradeRule', { nightTo: '08:00' }, { nightTo: '07:00' }],
  ['workType', 'upgradeRule', { holidays: ['2026-12-31'] }, { holidays: [] }],
  ['workType', 'measuresTpl', ['清理现场', '设围栏'], ['设围栏']],
  ['workType', 'measuresTpl', [{ content: '清理现场', must: 1 }, '清理现场'], ['清理现场']],
  ['workType', 'idleFireWatchMin', 30, 0],
  ['workType', 'editableFields', null, ['planEnd']],
  ['workType', 'coreFields', ['content'], null],
  ['workType', 'status', 1, 0],
  ['gasStd', 'limitMin', 19.5, null],
  ['gasStd', 'limitMin', '19.5000', 19],
  ['gasStd', 'limitMax', 21, 23.5],
  ['gasStd', 'limitMax', 0.5, null],
  ['lockType', 'openMethods', '01', '01,02'],
  ['lockType', 'dualAuth', 2, 1],
  ['lockType', 'autoLockSec', 30, 0],
  ['lockType', 'maxOpenMin', null, 16],
  ['lockType', 'heartbeatSec', 300, 600],
  ['lockType', 'offlineSec', 900, null],
  ['lockType', 'confirmMaxAge', null, 11],
  ['lockType', 'confirmMaxAge', 0, 10],
  ['lockType', 'battLow', 20, 15],
  ['lockType', 'battCrit', 10, 5],
  ['lockType', 'ticketRequired', null, 0],
  ['lockType', 'offlineGrantMaxMin', 0, 480],
  ['lockType', 'exMark', null, 'Ex ib IIC T4'],
  ['lockType', 'status', 1, 0],
  ['dutyRule', 'maxLive', 1, 2],
  ['dutyRule', 'hard', 1, 0],
  ['hazardPair', 'typeA', '', '01'],
  ['hazardPair', 'hazardA', null, '15'],
  ['hazardPair', 'typeB', null, '01'],
  ['hazardPair', 'hazardB', null, '15'],
  ['hazardPair', 'severity', 3, 2],
  ['hazardPair', 'adjacent', 1, 0],
  ['hazardPair', 'status', 1, 0],
  ['flow', 'status', 1, 0],
  ['flowStep', 'quorum', 'N:3', 'N:2'],
  ['flowStep', 'quorum', 'ALL', 'ANY'],
  ['flowStep', 'condition', null, "workLevel == '1'"],
  ['flowStep', 'escalateTo', null, 'DEPT'],
  ['flowStep', 'onSite', 1, 0],
  ['flowStep', 'signDemand', 'SECRET', null],
  ['flowStep', 'signDemand', 'TOTP', 'SECRET'],
  ['flowStep', 'allowDelegate', 0, 1],
  ['flowStep', 'rejectMode', null, 'RESUME_HERE'],
  ['area', 'riskLevel', 1, 4],
  ['area', 'geo', { lng: 1 }, null],
  ['area', 'geoType', 'circle', null],
  ['area', 'adjacentCodes', ['A01A02'], []],
  ['area', 'capacity', 5, null],
  ['lock', 'groupIds', [], ['g1']],
  ['lock', 'qrCode', null, 'LK-NEW'],
  ['lock', 'lng', null, 121.4],
  ['lock', 'lat', null, 31.2],
  ['point', 'nfcUid', null, 'TAG-9'],
  ['point', 'qrCode', '', 'TAG-9'],
]

test.each(oneWay)('%s.%s: from %j to %j asks less, back it asks more', (setting, field, heavier, lighter) => {
  expect(looserFields(setting, { [field]: heavier }, { [field]: lighter })).toEqual([field])
  expect(looserFields(setting, { [field]: lighter }, { [field]: heavier })).toEqual([])
})

/** What cannot be compared: any other value is refused, whichever way. */
const stays: Readonly<Record<string, readonly string[]>> = {
  workType: [
    'typeCode',
    'levelCode',
    'gasCodes',
    'briefSign',
    'handoverSign',
    'measureSign',
    'certRules',
    'flowId',
  ],
  gasStd: ['gasCode', 'kind', 'unit'],
  lockType: ['powerType', 'commType', 'sensors'],
  dutyRule: ['workType', 'tagA', 'tagB', 'ruleKind'],
  hazardPair: [],
  flow: [],
  flowStep: ['flowId', 'stage', 'stepNo', 'roleTag', 'scopeRule'],
  pointRule: ['pointId', 'action', 'kind', 'expr'],
  area: ['areaType', 'exZone', 'fireZone'],
  lock: [
    'ownerUserId',
    'pointId',
    'lockPurpose',
    'lockTypeId',
    'deviceSn',
    'mac',
    'passiveNo',
    'gatewayId',
    'areaId',
    'equipId',
    'imei',
    'iccid',
  ],
  equip: strictFields('equip'),
  device: strictFields('device'),
  point: strictFields('point').filter((field) => !['nfcUid', 'qrCode'].includes(field)),
}

test.each(strictSettings)(
  '%s: every field with a way is tried, and what cannot be compared stays',
  (setting) => {
    const tried = oneWay.filter(([name]) => name === setting).map(([, field]) => field)
    const kept = stays[setting] ?? []
    expect([...new Set([...tried, ...kept])].toSorted()).toEqual(strictFields(setting).toSorted())
    for (const field of kept) {
      expect(looserFields(setting, { [field]: 'a' }, { [field]: 'b' })).toEqual([field])
      expect(looserFields(setting, { [field]: null }, { [field]: 'b' })).toEqual([field])
      expect(looserFields(setting, { [field]: { a: 1, b: 2 } }, { [field]: { b: 2, a: 1 } })).toEqual([])
    }
  },
)

test('two quorums that cannot be compared are both looser than each other', () => {
  const change = (before: string, after: string) =>
    looserFields('flowStep', { quorum: before }, { quorum: after })
  expect([change('ALL', 'N:2'), change('N:2', 'ALL')]).toEqual([['quorum'], ['quorum']])
  expect([change('ANY', 'ALL'), change('ANY', 'N:2'), change('N:2', 'N:2')]).toEqual([[], [], []])
})

test('what an edit leaves alone, and what says nothing of safety, is free', () => {
  expect(
    looserFields('workType', { maxHours: 8, typeName: '检修' }, { maxHours: undefined, typeName: '检维修' }),
  ).toEqual([])
})
