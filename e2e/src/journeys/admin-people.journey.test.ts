import type { Page } from 'playwright-core'
import { it } from 'vitest'
import { act, agree, dialog, fill, press, rowOf } from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'

/** People and what they may do: 5-screens.md §6.1–§6.10, §6.19, §6.21 and what has no number there. */
const plant = usePlant({ ADMIN_PASSWORD: PASSWORD, MQTT_PORT: '0' })

const admin = (address: string): Promise<Page> => plant().screen('admin', address)

it('角色首页: the people of a role begin where it says, until it is taken back', async () => {
  const { browsers } = plant()
  const page = await admin('/isystem/roleIndex')
  await press(page, '新增')
  await fill(page, [
    ['角色', 'find', '气体检测人'],
    ['首页组件', 'find', '开锁列表'],
  ])
  await browsers.shot(page, 'admin role home form')
  await press(dialog(page), '确定')
  await rowOf(page, '/isps/openLockList').waitFor()
  await browsers.shot(page, 'admin role home')
  const his = await browsers.signIn('u10', PASSWORD)
  await his.getByText('现在没有开着的锁').waitFor()
  await act(page, '/isps/openLockList', '删除')
  await agree(page)
  await rowOf(page, '/isps/openLockList').waitFor({ state: 'detached' })
  const again = await browsers.signIn('u10', PASSWORD)
  await again.getByText('最近一周访问量统计').or(again.getByText('轮到您')).first().waitFor()
})
