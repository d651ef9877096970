import { expect, it } from 'vitest'
import {
  lockEndpoints as locks,
  safeCalls,
  workExecutionEndpoints as execution,
  workTicketEndpoints as tickets,
  type Endpoint,
} from '../index.ts'

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

/** Whoever is named on a live ticket may call it without any permission (§0.2, decision 0587). */
const isOpenToNamed = ({ access }: Endpoint) =>
  access === 'signedIn' || (typeof access === 'object' && access.orNamed === true)

/** Calls about what is not his ticket's: a place of the plant, any lock or device, an alarm, somebody at the gate. */
const ofPosts: readonly string[] = [
  'stopOrder',
  'lockLost',
  'freezeLock',
  'deviceOff',
  'terminalLost',
  'alarmKnown',
  'blacklist',
  'revokePass',
]

it.each(Object.entries(safeCalls))(
  '%s needs no permission of who is named, unless it is a post’s',
  (name, call) => {
    expect(isOpenToNamed(call)).toBe(!ofPosts.includes(name))
  },
)

it('closing a lock, a lock of his own, a tag, his word as a guardian and reading his ticket need none either', () => {
  for (const call of [
    locks.close,
    tickets.personalLockOn,
    tickets.personalLockOff,
    tickets.pointTag,
    tickets.detail,
    execution.guardConfirm,
  ])
    expect([call.title, isOpenToNamed(call)]).toEqual([call.title, true])
  for (const call of [
    locks.open,
    locks.unfreeze,
    tickets.start,
    tickets.resume,
    tickets.personIn,
    tickets.pointRestore,
  ])
    expect([call.title, isOpenToNamed(call)]).toEqual([call.title, false])
})
