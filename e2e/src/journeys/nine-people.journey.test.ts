import { turnEndpoints, workTicketEndpoints, type TicketDetail, type TicketTurn } from '@suoan/contract'
import type { TurnAct } from '@suoan/domain/work-ticket'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterEach, expect, it } from 'vitest'
import { signIn, type ApiClient } from '../support/api-client.ts'
import { Cleanups } from '../support/cleanups.ts'
import { freePort } from '../support/free-port.ts'
import { startOurServer } from '../support/server-process.ts'
import { openBrowser } from './browser-profiles.ts'
import { button, dialog, signInByForm } from './page-helpers.ts'

const password = 'Nine-people-2026!'
const mostPresses = 3

/** What somebody presses after the button of his card, until the step is done. */
type Presses = (page: Page, press: (what: Locator) => Promise<void>) => Promise<void>

/** The button of his turn, under the title of the ticket: one press is the whole step. */
const atOnce: Presses = async (page, press) =>
  press(page.getByRole('region', { name: '轮到谁' }).getByRole('button'))

const confirmed =
  (words: string): Presses =>
  async (page, press) =>
    press(button(dialog(page), words))

/** Each demo person: the step that waits for him on a fresh start, how it is done, and what the server then says. */
const people: readonly {
  readonly who: string
  readonly act: TurnAct
  readonly presses: Presses
  isDone(detail: TicketDetail, step: { readonly pointId: string | null }): boolean
}[] = [
  {
    who: 'u2',
    act: 'reviewPass',
    presses: confirmed('审核通过'),
    isDone: ({ reviews }) => reviews.some(({ personId, status }) => personId === 'u2' && status === 8),
  },
  {
    who: 'u3',
    act: 'approve',
    presses: confirmed('审批通过'),
    isDone: ({ examines }) => examines.some(({ personId, status }) => personId === 'u3' && status === 8),
  },
  {
    who: 'u4',
    act: 'isolateStart',
    presses: confirmed('开始隔离'),
    isDone: ({ ticket }) => ticket.execPhase === 10,
  },
  {
    who: 'u5',
    act: 'measureConfirm',
    presses: confirmed('已现场核对，确认'),
    isDone: ({ measures }) => measures.every(({ involve, confirmBy }) => involve !== 1 || confirmBy !== null),
  },
  {
    who: 'u6',
    act: 'briefConfirm',
    presses: confirmed('确认'),
    isDone: ({ people: crew }) => crew.some(({ isMe, isBriefSigned }) => isMe && isBriefSigned),
  },
  {
    who: 'u7',
    act: 'briefConfirm',
    presses: confirmed('确认'),
    isDone: ({ people: crew }) => crew.some(({ isMe, isBriefSigned }) => isMe && isBriefSigned),
  },
  {
    who: 'u8',
    act: 'guardIn',
    presses: atOnce,
    isDone: ({ people: crew }) => crew.some(({ isMe, isGuardIn }) => isMe && isGuardIn),
  },
  {
    who: 'u9',
    act: 'pointRestore',
    async presses(page, press) {
      // Whoever opens a lock shows that he stands before it: what is printed at its point, scanned or typed.
      await dialog(page).getByLabel('点位编码').fill('PT-P-102-V2')
      // The time of this ticket ran out: nobody has begun its release, so nobody was told.
      await press(dialog(page).locator('.big-check').filter({ hasText: '已告知受影响人员' }))
      await press(button(dialog(page), '开锁并恢复'))
    },
    isDone: ({ points }, { pointId }) => points.some((each) => each.pointId === pointId && each.isRestored),
  },
  {
    who: 'u10',
    act: 'pointVerify',
    async presses(page, press) {
      await dialog(page).getByLabel('读数').fill('0')
      await press(dialog(page).locator('.ant-radio-button-wrapper').filter({ hasText: '✓ 合格' }))
      await press(button(dialog(page), '提交验证'))
    },
    isDone: ({ points }, { pointId }) => points.some((each) => each.pointId === pointId && each.isVerified),
  },
]

const cleanups = new Cleanups()
afterEach(() => cleanups.end())

/** The built server on an empty data folder, with the demo works of a first start. */
async function freshStart(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'suoan-nine-'))
  cleanups.add(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const running = await startOurServer(await freePort(), {
    DATA_DIR: folder,
    MQTT_PORT: String(await freePort()),
    DEMO_PASSWORD: password,
    ADMIN_PASSWORD: password,
  })
  cleanups.add(() => running.stop())
  await expect.poll(running.output).toContain('ready')
  return running.url
}

const ask = async <O>(client: ApiClient, endpoint: { path: string }, query = {}): Promise<O> =>
  (await client.get<O>(endpoint.path, query)).result

/** The ticket that stands first on somebody's home page: what waits for him, else what he may do himself. */
async function firstTurn(client: ApiClient): Promise<TicketTurn> {
  const turns = await ask<TicketTurn[]>(client, turnEndpoints.mine)
  const first = turns.find(({ mine }) => mine !== null)
  if (!first) throw new Error('nothing waits')
  return first
}

/** What waits for somebody, beside his own way in and out. */
const waitsFor = async (client: ApiClient): Promise<string[]> =>
  (await ask<TicketTurn[]>(client, turnEndpoints.mine)).flatMap(({ workName, mine }) =>
    mine === null || mine.isOwnWay ? [] : [`${workName}: ${mine.text}`],
  )

/** Something is seen whole: nothing lies over its middle, and a finger meets it. */
async function isReachable(what: Locator): Promise<void> {
  await what.scrollIntoViewIfNeeded()
  await expect
    .poll(() =>
      what.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        const hit = document.elementFromPoint(left + width / 2, top + height / 2)
        return hit !== null && element.contains(hit)
      }),
    )
    .toBe(true)
}

it.each([1440, 390])(
  'after a fresh start each of nine demo people does his next step within three presses from his login, %i px wide',
  async (width) => {
    const url = await freshStart()
    const browsers = await openBrowser(url, () => Date.now(), cleanups)
    const shot = (page: Page, name: string) => browsers.shot(page, `nine ${name} ${width}`)
    const counts: [who: string, presses: number][] = []
    for (const { who } of people)
      expect(
        (await waitsFor(await signIn(url, who, password))).length,
        `${who} has two things before him`,
      ).toBeGreaterThanOrEqual(2)
    for (const { who, act, presses, isDone } of people) {
      const client = await signIn(url, who, password)
      const { workId, mine: step } = await firstTurn(client)
      expect([who, step?.act]).toEqual([who, act])
      if (!step) throw new Error('nothing waits')
      const detail = () => ask<TicketDetail>(client, workTicketEndpoints.detail, { id: workId })
      const before = await detail()
      expect(isDone(before, step), `${who} has it before him`).toBe(false)

      const page = await browsers.blank()
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
      await signInByForm(page, who, password)
      let count = 0
      const press = async (what: Locator) => {
        count += 1
        const size = await what.boundingBox()
        if (width === 390)
          expect(size?.height, `${who} presses it with a glove on`).toBeGreaterThanOrEqual(44)
        await what.click()
      }
      const card = page.getByRole('region', { name: '轮到您' })
      await card.getByText(step.text).waitFor()
      await shot(page, `${who} home`)
      await press(button(card, '去办理'))
      await page.locator('.ticket-page .page-head').waitFor()
      const reached = async (what: Locator) => {
        await what.waitFor()
        await isReachable(what)
        await shot(page, `${who} ${act}`)
        await press(what)
      }
      await presses(page, reached)
      await expect
        .poll(async () => isDone(await detail(), step), { message: `${who} has done it` })
        .toBe(true)
      counts.push([who, count])
      const stop = button(page, '紧急停止')
      if ((await stop.count()) > 0) await isReachable(stop)
      await shot(page, `${who} done`)
      await page.close()
    }
    expect(counts.filter(([, count]) => count > mostPresses)).toEqual([])
    console.log(`presses at ${width} px: ${counts.map(([who, count]) => `${who} ${count}`).join(', ')}`)
    expect(browsers.complaints).toEqual([])
  },
)
