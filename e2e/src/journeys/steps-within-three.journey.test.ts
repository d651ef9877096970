import {
  turnEndpoints,
  workExecutionEndpoints as execution,
  workTicketEndpoints as tickets,
  type TicketDetail,
} from '@suoan/contract'
import { stopCause } from '@suoan/domain/dictionaries'
import { handoverChecks, type TurnAct } from '@suoan/domain/work-ticket'
import { picture } from '@suoan/safety/work-tickets/testing/picture'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { points, steps } from './carry-out.ts'
import { button, dialog, item } from './page-helpers.ts'
import { usePlant } from './plant.ts'
import { addSecondShift } from './second-shift.ts'
import { uploaded } from './uploaded.ts'

const mostPresses = 3

// Each width has a plant of its own: the day of a ticket goes forwards only.
describe.each([1440, 390])('%i px wide', (width) => {
  const plant = usePlant()

  /** From his first page to the end of the step: what he presses, beside what he types; returns how often. */
  async function does(
    who: string,
    workId: string,
    act: TurnAct,
    rest: (page: Page, press: (what: Locator) => Promise<void>) => Promise<void>,
    isDone: (detail: TicketDetail) => boolean,
  ): Promise<number> {
    // Who wrote it sees it to its end; whoever has handed it over does not.
    const detail = () => plant().take('u1', tickets.detail, { id: workId })
    const turns = await plant().take(who, turnEndpoints.mine)
    const step = turns.find((each) => each.workId === workId)?.mine
    expect([who, step?.act]).toEqual([who, act])
    expect(isDone(await detail()), `${who} has ${act} before him`).toBe(false)
    let count = 0
    const press = async (what: Locator) => {
      await what.waitFor()
      count += 1
      if (width === 390)
        expect(
          (await what.boundingBox())?.height,
          `${who} presses it with a glove on`,
        ).toBeGreaterThanOrEqual(44)
      await what.click()
    }
    const page = await plant().screen(who, '/dashboard/analysis')
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
    await page.goto('/dashboard/analysis')
    const card = page.getByRole('region', { name: '轮到您' })
    await card
      .getByText(step?.text ?? '')
      .first()
      .waitFor()
    await press(button(card, '去办理'))
    await rest(page, press)
    await expect.poll(async () => isDone(await detail()), { message: `${who} has done ${act}` }).toBe(true)
    return count
  }

  it('a sample, the answer for a stop and the end of the work are done within three presses each; a handover is checked item by item', async () => {
    const { browsers } = plant()
    const shot = (page: Page, name: string) => browsers.shot(page, `three ${name} ${width}`)
    await addSecondShift(plant())
    await plant().one(`update lo_work_type set gas_required = 1, gas_codes = 'O2', gas_continuous = 0
      where type_code = '10' and level_code = '2' returning id`)
    const counts: Record<string, number> = {}
    const id = await steps.draft(plant())
    await steps.submit(plant(), id)
    await steps.review(plant(), id)
    await steps.approve(plant(), id)
    await steps.isolate(plant(), id)
    await plant().at('08:52')
    for (const point of points) await steps.lockPoint(plant(), id, point)
    await steps.drain(plant(), id)
    await plant().at('08:55')
    for (const point of points) await steps.verifyPoint(plant(), id, point)
    await steps.verifyDrain(plant(), id)
    await plant().at('08:57')
    await steps.makeReady(plant(), id)

    // What the plan asks for next stands in the form; the reading and the detector are the tester's.
    counts['gasAdd'] = await does(
      'u10',
      id,
      'gasAdd',
      async (page, press) => {
        await item(dialog(page), '检测值').locator('input').fill('20.9')
        await item(dialog(page), '检测仪编号').locator('input').fill('GAS1')
        await shot(page, 'gas')
        await press(button(dialog(page), '登记'))
      },
      ({ gas, gasPlan }) => gas.length === 1 && gasPlan.every(({ state }) => state === 'passed'),
    )
    await steps.start(plant(), id)

    await plant().at('10:00')
    await plant().take('u5', execution.handoverAsk, { workId: id, roleTag: 'LEAD', toUserId: 'u5b' })
    const { handovers } = await plant().take('u5b', tickets.detail, { id })
    await plant().take('u5b', execution.handoverAccept, { workId: id, handoverId: handovers[0]?.id ?? '' })
    // Each check of the joint walk is answered for itself: no limit of presses stands above that.
    await does(
      'u5',
      id,
      'handoverDone',
      async (page, press) => {
        const checks = dialog(page).locator('.big-check')
        await expect.poll(() => checks.count()).toBe(handoverChecks.length)
        for (const { text } of handoverChecks) {
          await expect.poll(() => button(dialog(page), '签字移交').isEnabled()).toBe(false)
          await press(checks.filter({ hasText: text }))
        }
        await shot(page, 'handover')
        await press(button(dialog(page), '签字移交'))
        // Where he stands he reads what happened, and nothing of the ticket as it was.
        await page.getByText('已不由您办理').waitFor()
        await page.getByText(/负责人交给.*本票不再由您办理/).waitFor()
        expect(await button(page, '紧急停止').count()).toBe(0)
        await shot(page, 'handed over')
      },
      ({ ticket }) => ticket.leaderId === 'u5b',
    )

    await plant().take('u8', tickets.stop, { workId: id, reason: '下雨', cause: stopCause.other })
    counts['causeClose'] = await does(
      'u12',
      id,
      'causeClose',
      async (page, press) => {
        await dialog(page).locator('textarea').first().fill('雨已停，现场确认无积水')
        await shot(page, 'cause')
        await press(button(dialog(page), '关闭中断原因'))
      },
      ({ stopCauses }) => stopCauses.every(({ closedAt }) => closedAt !== null),
    )

    await plant().take('u5b', tickets.releaseBegin, {
      workId: id,
      siteChecks: { people: true, tools: true, guards: true },
      photo: await uploaded(plant(), 'u5b', picture(), '现场.png'),
      notified: true,
    })
    for (const [who, lockId] of [
      ['u6', 'demo-pl6'],
      ['u7', 'demo-pl7'],
    ] as const)
      await plant().take(who, tickets.personalLockOff, { workId: id, lockId })
    await plant().take('u9', tickets.pointRestore, { workId: id, pointId: 'demo-pt4' })
    for (const { pointId, lock } of points.toReversed()) {
      await plant().lock(lock).open()
      await plant().take('u9', tickets.pointRestore, { workId: id, pointId })
      await plant().lock(lock).close()
    }
    const finishes = (who: string, words: string, isDone: (detail: TicketDetail) => boolean) =>
      does(
        who,
        id,
        'finish',
        async (page, press) => {
          await press(dialog(page).locator('.big-check').filter({ hasText: '已告知受影响人员' }))
          await shot(page, `finish ${who}`)
          await press(button(dialog(page), words))
        },
        isDone,
      )
    counts['finish asked'] = await finishes('u5b', '申请完工', ({ asked }) => asked !== null)
    await plant().take('u3', tickets.accept, { workId: id })
    counts['finish confirmed'] = await finishes('u4', '确认完工', ({ ticket }) => ticket.workStatus === 30)

    expect(Object.entries(counts).filter(([, count]) => count > mostPresses)).toEqual([])
    console.log(
      `presses at ${width} px: ${Object.entries(counts)
        .map(([act, count]) => `${act} ${count}`)
        .join(', ')}`,
    )
  })
})
