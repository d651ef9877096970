import { workTicketEndpoints as tickets } from '@suoan/contract'
import { expect, it } from 'vitest'
import { carryOutToWork, personId } from './carry-out.ts'
import { dialog, overflowOnPhone, press } from './page-helpers.ts'
import { usePlant } from './plant.ts'
import { openTab, personLine } from './ticket-page.ts'

const plant = usePlant()

const takeRoles = (who: string) =>
  plant().server.ctx.pool.query('delete from sys_user_role where user_id = $1', [who])

it('somebody without a role, or with one without menus, is told what is missing, and can stop work', async () => {
  const { browsers, server } = plant()
  await takeRoles('u13')
  const page = await plant().screen('u13', '/')
  await page.getByText('您的账号还没有角色').waitFor()
  await page.getByText('您现在不在任何已批准或执行中的工作票上').waitFor()
  await browsers.shot(page, 'no role')
  await browsers.shot(page, 'no role', 390)
  expect(await overflowOnPhone(page)).toBe(0)
  await press(page.locator('.notice'), '现场扫码停工')
  await dialog(page).getByText('任何人都可以停止身边的作业').waitFor()
  await page.keyboard.press('Escape')

  await server.ctx.pool.query(
    `insert into sys_role (id, role_name, role_code) values ('bare', '见习', 'BARE')`,
  )
  await server.ctx.pool.query(
    `insert into sys_user_role (id, user_id, role_id) values ('bare', 'u13', 'bare')`,
  )
  await press(page, '已分配，重新检查')
  await page.getByText('您的角色是见习').waitFor()
})

it('whoever is inside and has lost his roles finds his card on the first page, opens the ticket and leaves', async () => {
  const { browsers } = plant()
  const id = await carryOutToWork(plant())
  await plant().take('u8', tickets.personIn, { workId: id, personId: await personId(plant(), id, 'u6') })
  await takeRoles('u6')
  const page = await plant().screen('u6', '/')
  await page.getByText('您的账号还没有角色').waitFor()
  await page.locator('.safety-card').getByText('已进场').waitFor()
  await browsers.shot(page, 'no role inside')
  await browsers.shot(page, 'no role inside', 390)
  await press(page, '打开工作票')
  // What the page asks for beside the ticket is not refused to him.
  await openTab(page, /冲突/)
  await page.getByText('没有发现与其他工作票的冲突').waitFor()
  await openTab(page, /人员/)
  await press(personLine(page, '孙作'), '离场')
  await personLine(page, '孙作').getByText('已离场').waitFor()
  const inside = 'select count(*)::int as n from lo_work_person where work_id = $1 and on_state = 1'
  expect(await plant().one(inside, [id])).toEqual({ n: 0 })
})
