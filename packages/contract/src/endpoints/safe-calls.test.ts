import { expect, it } from 'vitest'
import { safeCalls, workExecutionEndpoints as execution, workTicketEndpoints as tickets } from '../index.ts'

it('names every call of the safe direction once, and none that brings energy or people back', () => {
  const paths: readonly string[] = Object.values(safeCalls).map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
  for (const call of [tickets.stop, tickets.suspend, tickets.personOut, tickets.gasAdd, tickets.pointFail])
    expect(paths).toContain(call.path)
  for (const call of [
    execution.guardConfirm,
    tickets.resume,
    tickets.start,
    tickets.personIn,
    tickets.personalLockOff,
  ])
    expect(paths).not.toContain(call.path)
})
