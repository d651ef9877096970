import { externalPersonEndpoints as externals, workTicketEndpoints as tickets } from '@suoan/contract'
import { readSheet } from '@suoan/platform/resource/testing/read-sheet'
import { picture } from '@suoan/safety/work-tickets/testing/picture'
import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { denyCameraOnce, filmOf, readsOnly, shownOn, type Square } from './camera.ts'
import { carryOutToWork, points } from './carry-out.ts'
import {
  button,
  choose,
  dialog,
  find,
  isSeen,
  item,
  overflowOnPhone,
  press,
  refusal,
} from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'
import { openTab, openTicket, personLine, showsState } from './ticket-page.ts'

const plant = usePlant()
const name = '欧阳承焊'
const company =
  '华东石化工程建设第三安装有限公司上海金山检维修项目部第三综合作业队动设备班组及起重配合班组（含临时劳务派遣人员，合同编号 HD-2026-0815-0099）'
const face = () => ({ name: 'face.png', mimeType: 'image/png', buffer: picture() })

// One welder of a contractor; each test takes him on from where the one before has left him.
let code = ''
let id = ''
/** His pass as it was shown at the gate. */
let badge: Square

let signed = 0

/** Signs in the white field of the dialog as a hand does: never twice the same, or it would be a copy. */
async function signByHand(page: Page): Promise<void> {
  signed += 1
  const field = dialog(page).getByLabel(`${name}手写签名区`)
  await field.scrollIntoViewIfNeeded()
  const box = await field.boundingBox()
  if (!box) throw new Error('the field to sign in is not shown')
  await page.mouse.move(box.x + 30, box.y + 30)
  await page.mouse.down()
  for (const step of [1, 2, 3, 4, 5])
    await page.mouse.move(box.x + 30 + step * 30, box.y + (step % 2 ? 70 + 5 * signed : 30))
  await page.mouse.up()
}

const showBadge = (within: Locator) => within.getByPlaceholder('扫描，或输入 TX- 开头的通行码').fill(code)

it('is registered at the gate with his face and handed a pass with one form', async () => {
  const { browsers } = plant()
  await plant().at('07:55')
  const gate = await plant().screen('u12', '/isps/loExternalPersonList')
  await press(gate, '登记并开证')
  const form = dialog(gate)
  await item(form, '姓名').locator('input').fill(name)
  await item(form, '单位').locator('input').fill(company)
  await item(form, '证件号码').locator('input').fill('31010119900118221X')
  await form.locator('input[type=file]').setInputFiles(face())
  await item(form, '手机号码').locator('input').fill('13912345678')
  await isSeen(form.locator('.photo-input img'))
  await browsers.shot(gate, 'external register')
  await browsers.shot(gate, 'external register', 390)
  await press(form, '登记并签发')
  const pass = dialog(gate).locator('.day-pass')
  await pass.getByAltText(`${name}的照片`).waitFor()
  code = (await pass.locator('.day-pass-code').innerText()).trim()
  expect(code).toMatch(/^TX(-[2-9A-Z]{5}){4}$/)
  badge = await shownOn(pass.locator('canvas'))
  await browsers.shot(gate, 'external pass')
  await browsers.shot(gate, 'external pass', 390)
  await press(dialog(gate), '已交给本人')
})

it('is shown and taken away with hidden digits, and his face only to who is signed in', async () => {
  const gate = await plant().screen('u12', '/isps/loExternalPersonList')
  const row = gate.locator('.list-row').filter({ hasText: name })
  await row.getByText('139****5678').waitFor()
  const photo = row.getByAltText(`${name}的登记照片`)
  await isSeen(photo)
  const src = (await photo.getAttribute('src')) ?? ''
  expect((await fetch(new URL(src, plant().url))).ok).toBe(false)
  const exported = async () => {
    const [sheet] = await Promise.all([gate.waitForEvent('download'), press(gate, '导出')])
    return JSON.stringify(await readSheet(readFileSync(await sheet.path())))
  }
  const usual = await exported()
  // Where somebody chose the columns, a cell of two facts goes out as both.
  await press(gate, '自定义列')
  await gate
    .getByRole('list', { name: '自定义列' })
    .getByRole('checkbox', { name: '来源', exact: true })
    .uncheck()
  await gate.locator('.list-table th').filter({ hasText: '来源' }).waitFor({ state: 'detached' })
  const chosen = await exported()
  expect(usual).toContain('人员来源')
  expect(chosen).not.toContain('人员来源')
  for (const taken of [usual, chosen]) {
    expect(taken).toContain('139****5678')
    for (const whole of ['13912345678', '31010119900118221X']) expect(taken).not.toContain(whole)
  }
})

it('holds a certificate, which the register shows', async () => {
  const { browsers } = plant()
  const gate = await plant().screen('u12', '/isps/loExternalPersonList')
  const row = gate.locator('.list-row').filter({ hasText: name })
  await row.getByRole('button', { name: '更多' }).hover()
  await gate.getByRole('menuitem', { name: '资质证书' }).click()
  const certs = gate.getByRole('dialog', { name: `资质证书：${name}` })
  await certs.getByText('还没有登记证书').waitFor()
  await browsers.shot(gate, 'external certificates none', 390)
  await press(certs, '新增')
  const form = dialog(gate)
  await choose(gate, item(form, '资质类型'), '上锁挂牌授权')
  await item(form, '证书编号').locator('input').fill('LT-2026-0815')
  for (const [label, day] of [
    ['生效日期', '2026-01-01'],
    ['失效日期', '2027-12-31'],
  ] as const) {
    await item(form, label).locator('input').fill(day)
    await gate.keyboard.press('Enter')
  }
  await browsers.shot(gate, 'external certificate')
  await press(form, '确定')
  await certs.getByText('LT-2026-0815').waitFor()
  await browsers.shot(gate, 'external certificates')
  await browsers.shot(gate, 'external certificates', 390)
})

it('comes on a running ticket, is briefed by name, signs with his hand, hangs his lock and goes in by his badge', async () => {
  const { browsers } = plant()
  await plant().server.ctx.pool
    .query(`insert into lo_lock select (jsonb_populate_record(l, jsonb_build_object('id', 'pl-pool', 'lock_code', 'PL99',
      'lock_name', '备用个人锁', 'owner_user_id', null, 'device_sn', null, 'qr_code', null, 'lock_status', 1))).* from lo_lock l where id = 'demo-pl6'`)
  const { rows } = await plant().server.ctx.pool.query<{ id: string }>(
    'select id from lo_external_person where person_name = $1',
    [name],
  )
  // The training that a contractor needs beside his certificates (09).
  await plant().server.ctx.pool.query(
    `update lo_external_person set train_from = '2026-01-01', train_to = '2027-12-31' where id = $1`,
    [rows[0]?.id],
  )
  id = await carryOutToWork(plant())
  const leader = await openTicket(plant(), 'u5', id)
  await openTab(leader, /人员/)
  await press(leader, '增加人员')
  await dialog(leader).getByText('外来人员（无账号）').click()
  await find(leader, item(dialog(leader), '人员'), name)
  await browsers.shot(leader, 'external crew')
  await browsers.shot(leader, 'external crew', 390)
  await press(dialog(leader), '增加人员')
  await personLine(leader, name).getByText('未交底').waitFor()

  await leader.getByRole('button', { name: /全员安全交底/ }).click()
  await press(dialog(leader), '手写签名')
  await signByHand(leader)
  await browsers.shot(leader, 'external brief')
  await dialog(leader)
    .getByRole('button', { name: /已向 \d+ 人交底/ })
    .click()
  await personLine(leader, name).getByText('已交底并确认').waitFor()

  const guard = await openTicket(plant(), 'u8', id)
  await openTab(guard, /人员/)
  await press(personLine(guard, name), '进场')
  await showBadge(dialog(guard))
  await press(dialog(guard), '登记进场')
  expect(await refusal(guard)).toContain('未上个人锁')
  await guard.reload()
  await openTab(guard, /人员/)

  await press(personLine(guard, name), '为其挂个人锁')
  await dialog(guard).getByAltText(`${name}的登记照片`).waitFor()
  await showBadge(dialog(guard))
  await choose(guard, item(dialog(guard), '个人锁'), 'PL99')
  await signByHand(guard)
  await browsers.shot(guard, 'external lock on')
  await browsers.shot(guard, 'external lock on', 390)
  await press(dialog(guard), '已确认')
  await personLine(guard, name)
    .getByText(/个人锁已挂/)
    .waitFor()

  const terminal = await browsers.signIn('u8', PASSWORD, '/account/center', filmOf(badge))
  await readsOnly(terminal, badge, code)
  await terminal.goto(`/isps/loWorkView/${id}`)
  await openTab(terminal, /人员/)
  await press(personLine(terminal, name), '进场')
  const entry = dialog(terminal)
  await entry.getByAltText(`${name}的登记照片`).waitFor()
  await denyCameraOnce(terminal)
  await press(entry, '用摄像头扫码')
  await entry.getByText('没有摄像头权限。请点地址栏左侧的图标').waitFor()
  await browsers.shot(terminal, 'external camera denied', 390)
  await press(entry, '用摄像头扫码')
  await expect.poll(() => entry.getByPlaceholder('扫描，或输入 TX- 开头的通行码').inputValue()).toBe(code)
  await browsers.shot(terminal, 'external in')
  await browsers.shot(terminal, 'external in', 390)
  await press(entry, '登记进场')
  await personLine(guard, name).getByText('在场', { exact: true }).waitFor()
  expect(await overflowOnPhone(guard)).toBe(0)
  await browsers.shot(guard, 'external people')
  await browsers.shot(guard, 'external people', 390)
})

it('asks with his badge whether he is safe, at the screen of another', async () => {
  const { browsers } = plant()
  const page = await plant().screen('u7', '/isps/amISafe')
  const card = page.getByRole('region', { name: '外来人员安全卡' })
  await card.getByLabel('通行码').fill(code)
  await press(card, '查看')
  await card.getByText(name, { exact: true }).waitFor()
  await card.getByAltText(`${name}的登记照片`).waitFor()
  await card.locator('.safety-green').waitFor()
  await browsers.shot(page, 'external safe')
  await browsers.shot(page, 'external safe', 390)
})

it('reads at the screen of his leader that his lock was removed, and says with his own hand that he knows', async () => {
  const { browsers } = plant()
  await plant().server.ctx.pool.query(
    `insert into lo_emergency_removal (id, tenant_id, lock_id, work_id, hold_id, owner_id, reason, request_by,
      request_time, owner_absent_proof, contact_log, area_clear_proof, state)
    select 'removal', 0, 'pl-pool', $1, 'h', id, '锁主离厂，电话无人接听', 'u5', now(), '{}', '[]', '{}', 2
      from lo_external_person where person_name = $2`,
    [id, name],
  )
  const leader = await plant().screen('u5', '/isps/amISafe')
  const card = leader.getByRole('region', { name: '外来人员安全卡' })
  await card.getByLabel('通行码').fill(code)
  await leader.keyboard.press('Enter')
  await card.locator('.safety-red').getByText('您的锁曾被他人拆除').waitFor()
  await press(card, '本人确认')
  await dialog(leader).getByText('锁主离厂，电话无人接听').waitFor()
  await press(dialog(leader), '本人已知悉')
  await dialog(leader).getByText(`请由${name}本人签名`).waitFor()
  await browsers.shot(leader, 'external removed lock', 390)
  await signByHand(leader)
  await press(dialog(leader), '本人已知悉')
  await card.locator('.safety-green').waitFor()
  expect(await plant().one(`select state from lo_emergency_removal where id = 'removal'`)).toEqual({
    state: 3,
  })
})

it('is forgotten inside: energy does not come back, he is found among the people inside and signed out', async () => {
  const { browsers } = plant()
  await plant().at('15:00')
  const leader = await openTicket(plant(), 'u5', id)
  const release = async () => {
    await press(leader.locator('.transition-bar'), '作业完成，解除隔离')
    for (const check of ['作业区域已走遍', '工具和散件', '防护装置', '已告知受影响人员'])
      await dialog(leader).getByText(check).click()
    await dialog(leader).locator('input[type=file]').setInputFiles(face())
    await isSeen(dialog(leader).getByAltText('现场照片'))
    await press(dialog(leader), '确认完成')
  }
  await release()
  expect(await refusal(leader)).toContain(name)
  await leader.reload()

  const guard = await plant().screen('u8', '/isps/inside')
  const forgotten = guard.locator('.inside-person').filter({ hasText: name })
  await forgotten.getByText(/已 [56] 小时/).waitFor()
  const search = guard.getByLabel('查找在场人员')
  await search.fill('查无此人')
  await guard.getByText(/在场的 \d+ 人中没有“查无此人”/).waitFor()
  expect(await forgotten.count()).toBe(0)
  // His pass ran out hours ago, and still says who he is.
  await search.fill(code)
  await guard.getByText(`通行码属于 ${name}`).waitFor()
  await search.fill(company.slice(4, 12))
  await guard.getByText(/找到 1 人，全部在场 \d+ 人/).waitFor()
  await forgotten.waitFor()
  expect(await overflowOnPhone(guard)).toBe(0)
  await browsers.shot(guard, 'external inside')
  await browsers.shot(guard, 'external inside', 390)
  await press(forgotten, '登记离场')
  await dialog(guard).locator('textarea').first().fill('清点时在休息室找到，已离开作业区域')
  await press(dialog(guard), '确定')
  await guard.getByText('现在没有人登记在场').waitFor()

  await leader.reload()
  await release()
  await showsState(leader, '执行中 · 解除隔离中')
})

it('takes his own lock off by badge and hand, and the ticket closes', async () => {
  await plant().at('15:10')
  const guard = await openTicket(plant(), 'u8', id)
  await openTab(guard, /人员/)
  await press(personLine(guard, name), '摘个人锁')
  await showBadge(dialog(guard))
  await signByHand(guard)
  await press(dialog(guard), '已确认')
  await personLine(guard, name)
    .getByText(/个人锁未挂/)
    .waitFor()
  for (const who of ['6', '7'] as const)
    await plant().take(`u${who}`, tickets.personalLockOff, { workId: id, lockId: `demo-pl${who}` })
  await plant().take('u9', tickets.pointRestore, { workId: id, pointId: 'demo-pt4' })
  for (const point of points.toReversed()) {
    await plant().lock(point.lock).open()
    await plant().take('u9', tickets.pointRestore, { workId: id, pointId: point.pointId })
    await plant().lock(point.lock).close()
  }
  await plant().at('15:30')
  await plant().take('u5', tickets.finish, { workId: id })
  await plant().take('u3', tickets.accept, { workId: id })
  await plant().take('u4', tickets.finish, { workId: id })
  await guard.reload()
  await showsState(guard, '执行完成 · 已收尾')
  expect((await plant().take('u12', externals.inside, {})).people).toEqual([])
  expect(await button(guard, '进场').count()).toBe(0)
})
