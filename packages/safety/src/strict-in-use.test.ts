import * as contract from '@suoan/contract'
import { strictFields, strictSettings } from '@suoan/domain/work-ticket'
import { expect, test } from 'vitest'

/** Fields of a setting that decide on nobody's safety. A new field is either here or has a stricter way. */
const free: Readonly<Record<string, readonly string[]>> = {
  workType: ['typeName', 'withdrawAfterDecision', 'printTpl', 'source', 'baselineVersion'],
  // The explosive limit only bounds the limit of the gas, which has a way.
  gasStd: ['gasName', 'lel', 'std', 'baselineVersion'],
  lockType: [
    'typeCode',
    'typeName',
    'vendor',
    'model',
    'lockForm',
    // Asked when a lock is saved; the purpose of one in use stays.
    'purposes',
    'logCapacity',
    'fwLatest',
    'thingModel',
    'ipGrade',
    'inspectDays',
    'image',
    'remark',
  ],
  dutyRule: ['source', 'baselineVersion'],
  hazardPair: ['ruleCode', 'pairName', 'measures', 'source', 'baselineVersion'],
  flow: ['flowCode', 'flowName', 'remark', 'source', 'baselineVersion'],
  // People come and go; G04 and the certificates ask whoever is named.
  flowStep: ['userIds', 'slaMin', 'source', 'baselineVersion'],
  pointRule: ['message'],
  equip: ['equipName', 'areaCode', 'equipType', 'energySummary', 'procedureId', 'extNo', 'status'],
  // Stopped and brought back into use by rules of their own (`refuseHeld`), derived from what happens, or said for people.
  point: [
    'pointCode',
    'pointName',
    'areaCode',
    // Where its pin stands on the drawing of its area.
    'planX',
    'planY',
    'energyLevel',
    'residual',
    'seqDefault',
    'photo',
    'instruction',
    'currState',
    'holdCount',
    'status',
  ],
}

test.each(strictSettings)('%s: the fields with a stricter way are fields of the resource', (setting) => {
  const resource = contract.resources.find(({ name }) => name === setting)
  expect(Object.keys(resource?.fields ?? {})).toEqual(expect.arrayContaining(strictFields(setting)))
})

test.each(Object.keys(free))(
  '%s: whether a field may be loosened under a ticket is said of every one',
  (setting) => {
    const resource = contract.resources.find(({ name }) => name === setting)
    expect([...strictFields(setting), ...(free[setting] ?? [])].toSorted()).toEqual(
      Object.keys(resource?.fields ?? {}).toSorted(),
    )
  },
)
