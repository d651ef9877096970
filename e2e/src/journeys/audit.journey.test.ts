import { auditEndpoints } from '@suoan/contract'
import { expect, it } from 'vitest'
import { carryOutToWork } from './carry-out.ts'
import { dialog, press } from './page-helpers.ts'
import { usePlant } from './plant.ts'

const plant = usePlant({ ADMIN_PASSWORD: 'Demo-plant-2026!' })

it('M1 M4 M14: SAFETY checks a ticket and a lock, anchors the day, and takes proof and package away', async () => {
  const { browsers } = plant()
  const workId = await carryOutToWork(plant())
  const { work_no: number } = await plant().one('select work_no from lo_work where id = $1', [workId])
  const workNo = String(number)
  const safety = await plant().screen('u12', '/isps/audit')
  await safety.getByText('还没有锚点').waitFor()
  await browsers.shot(safety, 'audit empty')
  await safety.getByLabel('编号', { exact: true }).fill(workNo)
  await press(safety, '校验')
  await safety.getByText(/链完整，\d+ 行全部相符/).waitFor()
  await safety.getByText('还没有进入锚点').first().waitFor()
  await plant().take('admin', auditEndpoints.anchorMake)
  await safety.reload()
  await safety.getByText('签名有效，前后相接').waitFor()
  const row = await plant().one('select id from lo_work_trans where work_id = $1 and seq = 6', [workId])
  await safety.getByLabel('记录编号').fill(String(row['id']))
  await press(safety, '取证明')
  await safety.getByText('已由第 1 号锚点').waitFor()
  await safety.getByLabel('编号', { exact: true }).fill('NO-SUCH')
  await press(safety, '校验')
  await safety.getByText('未找到对应实体').first().waitFor()
  await safety.getByLabel('编号', { exact: true }).fill(workNo)
  await press(safety, '校验')
  await safety
    .getByText(/已由第 1 号锚点.*签名固定/)
    .first()
    .waitFor()
  await browsers.shot(safety, 'audit checked')
  await browsers.shot(safety, 'audit checked', 390)

  await safety.goto(`/isps/loWorkView/${workId}`)
  await safety.getByRole('tab', { name: '时间线' }).click()
  await safety.getByText(/链完整，\d+ 行/).waitFor()
  await browsers.shot(safety, 'audit timeline')
  await browsers.shot(safety, 'audit timeline', 390)
  await press(safety, '零能量证明')
  await dialog(safety).getByText('证明成立').waitFor()
  await browsers.shot(safety, 'audit proof')
  await browsers.shot(safety, 'audit proof', 390)
  await safety.keyboard.press('Escape')
  const download = safety.waitForEvent('download')
  await press(safety, '导出证据包')
  expect((await download).suggestedFilename()).toBe(`证据包-${workNo}.zip`)

  // Somebody at the database itself changes what was written.
  const evidence = plant().server.ctx.pool
  await evidence.query('alter table lo_work_trans disable trigger user')
  await evidence.query(`update lo_work_trans set actor_name = '他人' where work_id = $1 and seq = 3`, [
    workId,
  ])
  await safety.goto('/isps/audit')
  await safety.getByLabel('编号', { exact: true }).fill(workNo)
  await press(safety, '校验')
  await safety.getByText('第 3 行的内容与摘要不符').waitFor()
  await safety.getByText(`${workNo}：校验不通过`).waitFor()
  await browsers.shot(safety, 'audit broken', 390)
})
