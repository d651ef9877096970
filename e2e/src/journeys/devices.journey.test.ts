import { commandStatus } from '@suoan/domain/dictionaries'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { button, choose, dialog, item, press } from './page-helpers.ts'
import { usePlant } from './plant.ts'

const maker = generateKeyPairSync('ed25519')
const { x = '' } = maker.publicKey.export({ format: 'jwk' })
const plant = usePlant({ FIRMWARE_KEYS: Buffer.from(x, 'base64url').toString('base64') })

/** An image as its maker publishes it, signed for locks. */
function firmware(version: string): { readonly image: Buffer; readonly signature: string } {
  const image = Buffer.alloc(20_000, version)
  const digest = createHash('sha256').update(image).digest('hex')
  const signed = sign(null, Buffer.from(`LOCK\n${version}\n${digest}`), maker.privateKey)
  return { image, signature: signed.toString('base64') }
}

const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text }).first()

/** Chooses in the menu of a row; what the dialog asks for is filled, and said yes to. */
async function act(page: Page, text: string, label: string, reason?: string): Promise<void> {
  await rowOf(page, text).getByText('更多').click()
  await page.getByRole('menuitem', { name: label, exact: true }).click()
  if (reason) await dialog(page).locator('textarea').fill(reason)
  await press(dialog(page), `确定${label}`)
}

/** The secret that is shown once; the dialog is closed. */
async function shownSecret(page: Page): Promise<string> {
  await page.getByText('密钥只显示这一次').first().waitFor()
  const secret = await dialog(page).locator('code').first().innerText()
  await dialog(page).getByText('已写入设备或妥善保存').click()
  await press(dialog(page), '关闭')
  await dialog(page).waitFor({ state: 'hidden' })
  return secret
}

it('网关与设备: a gateway is enrolled on the page, its secret is shown once, and a lost lock shows why it cannot be used', async () => {
  const { browsers } = plant()
  const page = await plant().screen('u11', '/isps/loDeviceList')
  await page.getByText('压缩机房网关').first().waitFor()
  await browsers.shot(page, 'devices list')
  await browsers.shot(page, 'devices list', 390)
  await press(page, '登记设备')
  await item(dialog(page), '序列号').locator('input').fill('GW77')
  await item(dialog(page), '名称').locator('input').fill('西区网关')
  await browsers.shot(page, 'devices enrol')
  await browsers.shot(page, 'devices enrol', 390)
  await press(dialog(page), '登记并生成密钥')
  await page.getByText('密钥只显示这一次').first().waitFor()
  const secret = await dialog(page).locator('code').first().innerText()
  expect(secret.length).toBeGreaterThanOrEqual(32)
  expect(await button(dialog(page), '关闭').isDisabled()).toBe(true)
  await browsers.shot(page, 'devices secret')
  await browsers.shot(page, 'devices secret', 390)
  await dialog(page).getByText('已写入设备或妥善保存').click()
  await press(dialog(page), '关闭')
  await page.getByText('西区网关').first().waitFor()
  expect(await page.content()).not.toContain(secret)
  const { status, secretHash } = await plant().one(
    `select status, secret_hash as "secretHash" from lo_device where device_sn = 'GW77'`,
  )
  expect(status).toBe(0)
  expect(secretHash).not.toContain(secret)

  const locks = await plant().screen('u11', '/isps/loLockList')
  const row = locks.getByRole('row').filter({ hasText: 'LK3' }).first()
  await row.getByText('更多').click()
  await locks.getByRole('menuitem', { name: '报失' }).click()
  await dialog(locks).locator('textarea').fill('交接清点时缺失')
  await browsers.shot(locks, 'lock lost')
  await browsers.shot(locks, 'lock lost', 390)
  await press(dialog(locks), '确定报失')
  await expect
    .poll(async () => (await plant().one(`select custody from lo_lock where id = 'demo-lk3'`))['custody'])
    .toBe(4)
  await row.getByText('丢失').first().waitFor()
  await browsers.shot(locks, 'lock list lost')
})

it('网关与设备: a list is enrolled; a device gets another secret, is disabled and enabled, lost and found', async () => {
  const { browsers } = plant()
  const page = await plant().screen('u11', '/isps/loDeviceList')
  await page.getByText('西区网关').first().waitFor()
  await press(page, '登记设备')
  await dialog(page).getByText('清单', { exact: true }).click()
  const long = '西区二期压缩机房北侧管廊三层平台四合一气体检测仪（备用，待检定）'
  const list = item(dialog(page), '设备清单').locator('textarea').first()
  await list.fill(`GW88,网关,东区网关\nGAS88,测爆仪,${long},,,2027-06-30`)
  await press(dialog(page), '登记并生成密钥')
  await dialog(page).getByText('第 2 行：类别“测爆仪”不正确').waitFor()
  await list.fill(`GW88,网关,东区网关\nGAS88,气体检测仪,${long},,,2027-06-30`)
  await press(dialog(page), '登记并生成密钥')
  await browsers.shot(page, 'devices secrets of a list')
  const first = await shownSecret(page)
  await rowOf(page, 'GAS88').getByText('四合一气体检测仪').first().waitFor()
  await browsers.shot(page, 'devices long names')
  await browsers.shot(page, 'devices long names', 390)

  await act(page, 'GW88', '更换密钥')
  const second = await shownSecret(page)
  expect(second).not.toBe(first)
  await act(page, 'GW88', '停用', '东区网关检修')
  await rowOf(page, 'GW88').getByText('禁用').waitFor()
  await act(page, 'GW88', '启用', '检修完成')
  await rowOf(page, 'GW88').getByText('离线').waitFor()
  await act(page, 'GW88', '报失')
  await rowOf(page, 'GW88').getByText('禁用').waitFor()
  await act(page, 'GW88', '找回', '在工具间找到')
  expect([first, second]).not.toContain(await shownSecret(page))
  await rowOf(page, 'GW88').getByText('离线').waitFor()
})

it('固件与配置: what its maker has not signed is refused; a roll-out is stopped, goes on and ends with its devices', async () => {
  const { browsers } = plant()
  const page = await plant().screen('u11', '/isps/loRolloutList')
  await page.getByText('还没有下发任务').waitFor()
  await browsers.shot(page, 'rollouts none')
  const { image, signature } = firmware('2.5.0')
  await press(page, '上传固件')
  await choose(page, item(dialog(page), '设备类别'), '锁')
  await item(dialog(page), '版本号').locator('input').fill('2.5.1')
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'lock-2.5.0.bin', mimeType: 'application/octet-stream', buffer: image })
  await item(dialog(page), '厂家签名').locator('textarea').first().fill(signature)
  await press(dialog(page), '上传')
  await page
    .getByText(/签名与固件不符/)
    .first()
    .waitFor()
  await item(dialog(page), '版本号').locator('input').fill('2.5.0')
  await press(dialog(page), '上传')
  await page.getByText('固件 2.5.0 已上传，签名核对无误').waitFor()

  // LK1 does not answer: the roll-out waits for it, and is stopped.
  plant().lock('LK1').setDeaf(true)
  const title = '十二月西区二期压缩机房北侧管廊锁具固件分批升级（修复低温下上报间隔偏长的问题）'
  await press(page, '升级固件')
  await item(dialog(page), '任务名称').locator('input').fill(title)
  await choose(page, item(dialog(page), '固件'), '2.5.0')
  await item(dialog(page), '设备序列号').locator('textarea').fill('LK1')
  await browsers.shot(page, 'rollout begin')
  await browsers.shot(page, 'rollout begin', 390)
  await press(dialog(page), '开始下发')
  await rowOf(page, title).getByText('进行中').waitFor()
  await press(rowOf(page, title), '进度')
  await dialog(page).getByText('等待设备确认', { exact: true }).waitFor()
  const say = dialog(page).getByPlaceholder('原因（至少 2 个字）')
  await say.fill('现场反馈异常')
  await press(dialog(page), '停止下发')
  await dialog(page).getByText('现场反馈异常').waitFor()
  await browsers.shot(page, 'rollout stopped')
  await browsers.shot(page, 'rollout stopped', 390)
  const { status } = await plant().one(
    `select status from lo_cmd where device_sn = 'LK1' and cmd_type = 'OTA'`,
  )
  expect(status, 'it has left, and is not repeated').toBe(commandStatus.timeout)

  plant().lock('LK1').setDeaf(false)
  await say.fill('已排除')
  await press(dialog(page), '继续下发')
  await expect
    .poll(async () => (await plant().one('select state from lo_rollout'))['state'], { timeout: 60_000 })
    .toBe(3)
  await page.reload()
  await rowOf(page, title).getByText('已完成').waitFor()
  await browsers.shot(page, 'rollouts')
  await browsers.shot(page, 'rollouts', 390)
})
