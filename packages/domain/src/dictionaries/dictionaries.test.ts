import { expect, test } from 'vitest'
import {
  alarmLevel,
  alarmStatus,
  conflictRowState,
  conflictState,
  online,
  personState,
  planState,
  removalState,
  sessionState,
  severity,
  closeResult,
  stopCause,
  commandStatus,
  commandTypes,
  custody,
  domainDictionaries,
  eventTypes,
  execPhase,
  grantStatus,
  grantType,
  itemState,
  labelOf,
  lockPurpose,
  lockStatus,
  openMethod,
  roleTags,
  stateTrust,
  stepStatus,
  valueLists,
  warnStatus,
  workStatus,
} from './index.ts'

const values = (code: string) =>
  [...domainDictionaries, ...valueLists]
    .find((each) => each.code === code)
    ?.items.map((item) => item.value)
    .toSorted()
const sorted = (codes: Iterable<string | number>) => [...codes].map(String).toSorted()

test('the work status has exactly the nine specified codes', () => {
  expect(sorted(Object.values(workStatus))).toEqual(sorted([0, 1, 2, 3, 4, 5, 20, 30, 40]))
})

const pairs: readonly [string, Iterable<string | number>][] = [
  ['lo_work_status', Object.values(workStatus)],
  ['lo_exec_phase', Object.values(execPhase)],
  ['lo_review_status', Object.values(stepStatus)],
  ['lo_approve_status', Object.values(stepStatus)],
  ['lo_role_tag', roleTags],
  ['lo_lock_purpose', Object.values(lockPurpose)],
  ['lo_lock_status', Object.values(lockStatus)],
  ['lo_state_trust', Object.values(stateTrust)],
  ['lo_custody', Object.values(custody)],
  ['lo_point_item_state', Object.values(itemState)],
  ['lo_grant_type', Object.values(grantType)],
  ['lo_grant_status', Object.values(grantStatus)],
  ['lo_close_result', Object.values(closeResult)],
  ['lo_stop_cause', Object.values(stopCause)],
  ['lo_cmd_status', Object.values(commandStatus)],
  ['lo_cmd_type', commandTypes],
  ['lo_event_type', eventTypes],
  ['lo_open_method', Object.values(openMethod)],
  ['lo_warn_status', Object.values(warnStatus)],
  ['lo_alarm_level', Object.values(alarmLevel)],
  ['lo_alarm_status', Object.values(alarmStatus)],
  ['lo_conflict_row_state', Object.values(conflictRowState)],
  ['lo_conflict_state', Object.values(conflictState)],
  ['lo_online', Object.values(online)],
  ['lo_person_state', Object.values(personState)],
  ['lo_plan_state', Object.values(planState)],
  ['lo_removal_state', Object.values(removalState)],
  ['lo_session_state', Object.values(sessionState)],
  ['lo_severity', Object.values(severity)],
]

test.each(pairs)('named constants and dictionary %s hold the same codes', (code, constants) => {
  expect(values(code)).toEqual(sorted(constants))
})

test('every dictionary has a title, and no value or text is empty or repeated', () => {
  expect(new Set(domainDictionaries.map((each) => each.code)).size).toBe(domainDictionaries.length)
  for (const { title, items } of domainDictionaries) {
    expect(title).not.toBe('')
    expect(new Set(items.map((item) => item.value)).size).toBe(items.length)
    for (const item of items) expect([item.value, item.text].includes('')).toBe(false)
  }
})

test('labels are found by number or text, and an unknown value shows itself', () => {
  expect([
    labelOf('lo_work_status', 20),
    labelOf('lo_role_tag', 'LEAD'),
    labelOf('lo_work_status', 99),
  ]).toEqual(['执行中', '负责人', '99'])
})
