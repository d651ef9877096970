import { lockEndpoints } from '@suoan/contract'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { carryOutToWork, closeCauses, points, steps } from './carry-out.ts'
import { button, dialog, item, press, refusal } from './page-helpers.ts'
import { usePlant } from './plant.ts'
import { openTab, openTicket, pointCard, pressAndConfirm, showsState } from './ticket-page.ts'

const plant = usePlant()

// One ticket of day D; each test takes it on from where the one before has left it.
let id = ''

it('SC10: LK2 is forced; pages show 中断, everybody is told, and work goes on only after re-lock, proof and the alarm’s close', async () => {
  const { browsers } = plant()
  id = await carryOutToWork(plant())
  const crew = await Promise.all(['u5', 'u6', 'u8'].map((who) => openTicket(plant(), who, id)))
  await plant().at('11:02')
  await plant().lock('LK2').force()
  for (const page of crew) await showsState(page, '执行中 · 中断')
  const [leader, worker] = crew
  if (!leader || !worker) throw new Error('no crew')
  await worker.getByText('作业中断：全体人员离开作业点，锁保持上锁').waitFor()
  await browsers.shot(worker, 'sc10 suspended')
  await browsers.shot(worker, 'sc10 suspended', 390)
  for (const page of crew)
    await expect.poll(() => unread(page), { timeout: 45_000 }).toMatch(/[1-9]\d* 条未读/)
  await openTab(leader, /隔离/)
  await pointCard(leader, 'V-101').getByText('异常', { exact: true }).waitFor()
  await browsers.shot(leader, 'sc10 point')
  await openBell(worker)
  await browsers.shot(worker, 'sc10 bell')
  await browsers.shot(worker, 'sc10 bell', 390)
  await worker.keyboard.press('Escape')

  await plant().at('11:10')
  await press(leader.locator('.transition-bar'), '申请恢复作业')
  await press(dialog(leader), '申请恢复作业')
  const why = await refusal(leader)
  expect(why).toContain('V-101')
  expect(why).toContain('未验证')
  await browsers.shot(leader, 'sc10 refused')
  await browsers.shot(leader, 'sc10 refused', 390)
  await press(dialog(leader), '知道了')

  await steps.lockPoint(plant(), id, points[1])
  await plant().at('11:15')
  await steps.verifyPoint(plant(), id, points[1])
  const safety = await plant().screen('u12', '/isps/loAlarmList')
  await safety.getByText('强制开锁').first().waitFor()
  await browsers.shot(safety, 'sc10 alarms')
  await browsers.shot(safety, 'sc10 alarms', 390)
  for (let left = await openAlarms(); left > 0; left = await openAlarms()) {
    await button(safety.getByRole('table'), '关闭').first().click()
    await dialog(safety).locator('textarea').first().fill('已更换锁具并重新验证')
    if (left === 1) await browsers.shot(safety, 'sc10 close alarm')
    await press(dialog(safety), '确定')
    await dialog(safety).waitFor({ state: 'hidden' })
    await expect.poll(openAlarms).toBeLessThan(left)
  }
  for (const { lock } of points) await plant().lock(lock).readstate()
  await closeCauses(plant(), id)
  await leader.reload()
  await pressAndConfirm(leader, '申请恢复作业')
  const permitter = await openTicket(plant(), 'u4', id)
  await pressAndConfirm(permitter, '确认恢复作业')
  await showsState(permitter, '执行中 · 作业中')
})

it('SC12: LK4 left open rings at 13:15, 13:30 and 13:45; 确认 ends the repeats and the close at 13:50 clears the bell', async () => {
  const { browsers } = plant()
  await onlyThisLock()
  await plant().at('13:00')
  const opener = await plant().screen('u6')
  await countSounds(opener)
  await opener.goto('/isps/userUncloseLock')
  await opener.getByRole('button', { name: /未关锁警告 0 条/ }).waitFor()
  await browsers.shot(opener, 'sc12 nothing')
  await browsers.shot(opener, 'sc12 nothing', 390)
  await plant().take('u6', lockEndpoints.open, { lockId: 'demo-lk4', workId: id, proof: { qr: 'LK4' } })
  await expect.poll(() => plant().lock('LK4').state()).toMatchObject({ latch: 0 })

  // The lock opened some seconds after 13:00, and real time goes on: a look a minute later finds each level reached.
  await through('13:05', '13:10', '13:16')
  await rings(opener, 1)
  // He reads it, and leaves the lock open: the next level counts anew.
  await openBell(opener)
  await opener.getByRole('tab', { name: '未关锁警告(1)' }).click()
  await browsers.shot(opener, 'sc12 bell')
  await opener.getByRole('button', { name: /柜锁已开启\d+分钟未关闭/ }).click()
  // The warning itself stands in the dialog, to be acted on there.
  await dialog(opener).locator('.message-view').getByRole('row').filter({ hasText: '柜锁' }).waitFor()
  await browsers.shot(opener, 'sc12 message')
  await browsers.shot(opener, 'sc12 message', 390)
  await press(dialog(opener), '打开完整页面')
  await opener.getByRole('button', { name: /未关锁警告 0 条/ }).waitFor()
  await through('13:21', '13:26', '13:31')
  await rings(opener, 2)
  const leader = await plant().screen('u5', '/isps/userUncloseLock')
  await leader.getByRole('button', { name: /未关锁警告 1 条/ }).waitFor({ timeout: 45_000 })
  await through('13:36', '13:41', '13:46')
  const level = `select warn_level from lo_unclose_lock where lock_id = 'demo-lk4'`
  await expect.poll(() => plant().one(level), { timeout: 10_000 }).toEqual({ warn_level: 3 })
  const safety = await plant().screen('u12', '/isps/userUncloseLock')
  await safety.getByRole('button', { name: /未关锁警告 1 条/ }).waitFor({ timeout: 45_000 })
  await browsers.shot(safety, 'sc12 level 3')
  await browsers.shot(safety, 'sc12 level 3', 390)

  await leader.reload()
  await press(leader.getByRole('row').filter({ hasText: '柜锁' }), '确认')
  await dialog(leader).locator('textarea').first().fill('已派人去关')
  await browsers.shot(leader, 'sc12 acknowledge')
  await press(dialog(leader), '确定')
  await leader.getByText('确认人 钱工').waitFor()
  await plant().at('13:50')
  expect(await plant().one(`select status from lo_unclose_lock where lock_id = 'demo-lk4'`)).toEqual({
    status: 1,
  })
  await plant().lock('LK4').close({ uid: 'u6' })
  const closed = `select status, abs(duration_sec - 3000) < 30 as "afterFiftyMinutes" from lo_unclose_lock
    where lock_id = 'demo-lk4'`
  await expect
    .poll(() => plant().one(closed), { timeout: 10_000 })
    .toEqual({ status: 3, afterFiftyMinutes: true })
  for (const page of [opener, leader, safety])
    await page.getByRole('button', { name: /未关锁警告 0 条/ }).waitFor({ timeout: 45_000 })
  await browsers.shot(leader, 'sc12 closed')
})

it('SC19: a command nobody answers ends in 结果未知; the lock is read, and the next press is a new command', async () => {
  const { browsers } = plant()
  await plant().at('14:00')
  plant().lock('LK4').setDeaf(true)
  const worker = await plant().screen('u6', '/isps/openLockList?tab=openable')
  await press(worker.getByRole('row').filter({ hasText: 'LK4' }), '开锁')
  await item(dialog(worker), '工作票')
    .getByText(/离心泵 P-101 检修/)
    .waitFor()
  await dialog(worker)
    .getByPlaceholder(/碰触锁或点位的 NFC 标签/)
    .fill('NFC-LK4')
  await press(dialog(worker), '请求开锁')
  await dialog(worker).getByText('可以开锁', { exact: true }).waitFor()
  await plant().at('14:01')
  await dialog(worker)
    .getByText(/结果未知，以锁状态为准/)
    .waitFor()
  await browsers.shot(worker, 'sc19 unknown')
  await browsers.shot(worker, 'sc19 unknown', 390)
  plant().lock('LK4').setDeaf(false)
  await plant().lock('LK4').readstate()
  await press(dialog(worker), '再次请求')
  const commands = `select count(distinct cmd_id)::int as n from lo_cmd where lock_id = 'demo-lk4'
    and cmd_type = 'OPEN' and issue_time >= '2026-12-01 14:00+08'`
  await expect.poll(() => plant().one(commands)).toEqual({ n: 2 })
  await expect.poll(() => plant().lock('LK4').state()).toMatchObject({ latch: 0 })
  await plant().lock('LK4').close({ uid: 'u6' })
})

const bell = (page: Page) => page.getByRole('button', { name: /^消息，/ })
const unread = async (page: Page) => (await bell(page).getAttribute('aria-label')) ?? ''
const openBell = async (page: Page) => {
  await bell(page).click()
  await page.locator('.bell-popover').getByRole('tab').first().waitFor()
}

const openAlarms = async () =>
  Number((await plant().one('select count(*)::int as n from lo_alarm where status < 3'))['n'])

/** LK5 lies open in the store since the plant was filled: its warnings are not what is asked here. */
async function onlyThisLock(): Promise<void> {
  const { pool } = plant().server.ctx
  await pool.query(`update lo_lock set lock_status = 1 where id = 'demo-lk5'`)
  await pool.query(`update lo_lock_onoff set state = 2 where lock_id = 'demo-lk5'`)
  await pool.query(`update lo_unclose_lock set status = 3 where status < 3`)
}

/** In steps short enough that no lock counts as lost before its sign of life has come. */
async function through(...times: readonly string[]): Promise<void> {
  for (const time of times) await plant().at(time)
}

/** The browser's loudspeaker, counted. */
async function countSounds(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard = { sounds: 0 }
    Object.assign(window, heard)
    const Speaker = AudioContext
    window.AudioContext = class extends Speaker {
      constructor() {
        super()
        ;(window as unknown as { sounds: number }).sounds += 1
      }
    }
  })
}

/** The bell counts one open lock and has sounded so often. */
async function rings(page: Page, times: number): Promise<void> {
  await page.getByRole('button', { name: /未关锁警告 1 条/ }).waitFor({ timeout: 45_000 })
  await expect.poll(() => page.evaluate(() => (window as unknown as { sounds: number }).sounds)).toBe(times)
}
