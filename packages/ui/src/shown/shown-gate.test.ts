import { describe, expect, it } from 'vitest'
import { ShownGate } from './shown-gate.ts'

/** What has been done by now. */
async function done(steps: readonly string[]): Promise<readonly string[]> {
  await Promise.resolve()
  return [...steps]
}

describe('an answer that comes to a dialog', () => {
  it('is taken at once while it is shown', async () => {
    const gate = new ShownGate()
    const steps: string[] = []
    gate.show()
    void gate.shown().then(() => steps.push('closed'))
    expect(await done(steps)).toEqual(['closed'])
  })

  it('waits while its tab is hidden, and is taken once when the tab is shown again', async () => {
    const gate = new ShownGate()
    const steps: string[] = []
    gate.show()()
    void gate.shown().then(() => steps.push('closed'))
    expect(await done(steps)).toEqual([])
    gate.show()()
    gate.show()
    expect(await done(steps)).toEqual(['closed'])
  })

  it('does nothing to a dialog that is not shown again', async () => {
    const gate = new ShownGate()
    const steps: string[] = []
    gate.show()()
    void gate.shown().then(() => steps.push('closed'))
    expect(await done(steps)).toEqual([])
  })
})
