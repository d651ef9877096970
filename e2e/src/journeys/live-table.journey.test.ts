import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { signIn } from '../support/api-client.ts'
import { PASSWORD, usePlant } from './plant.ts'

const plant = usePlant()
const address = '/jeecg/j-vxe-table-demo/normal'

const grid = (page: Page) => page.getByRole('grid', { name: '即时保存' })
const open = async (who: string): Promise<Page> => {
  const page = await plant().screen(who, address)
  await page.getByRole('tab', { name: '即时保存' }).click()
  await grid(page).locator('.et-row').first().waitFor()
  return page
}
const cell = (page: Page, row: number, key: string) =>
  grid(page).locator(`.et-row[aria-rowindex="${row + 1}"] .et-cell[data-key="${key}"]`)
const type = async (page: Page, row: number, text: string) => {
  await cell(page, row, 'name').click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

it('two people on a stored table see each other’s place and changes, and a cell that both change loses neither value', async () => {
  await plant().one(`insert into sys_position (id, tenant_id, code, name, post_rank, del_flag, revision)
    values ('live1', 0, 'AA01', '班长', '1', 0, 1), ('live2', 0, 'AA02', '技师', '2', 0, 1) returning id`)
  // A second account that may edit posts.
  await plant().one(`insert into sys_user_role (id, user_id, role_id)
    select 'live-role', 'u3', role_id from sys_user_role ur join sys_user u on u.id = ur.user_id
    where u.username = 'admin' limit 1 returning id`)
  const [here, there] = [await open('admin'), await open('u3')]
  await expect.poll(() => cell(here, 1, 'name').innerText()).toBe('班长')

  await cell(there, 2, 'name').click()
  await there.keyboard.press('Escape')
  await cell(here, 2, 'name').locator('.et-mark').waitFor()

  await type(there, 1, '值班长')
  await expect.poll(() => cell(here, 1, 'name').innerText()).toContain('值班长')
  expect((await plant().one(`select name from sys_position where id = 'live1'`))['name']).toBe('值班长')

  // One writes while the editor of the other is open.
  await cell(here, 1, 'name').click()
  await here.keyboard.press('Control+a')
  await here.keyboard.type('总值班长')
  await type(there, 1, '副班长')
  await here.getByText(/您正在编辑的第 1 行“职务名称”已被.*改为“副班长”/).waitFor()
  await here.keyboard.press('Enter')
  await here.getByText(/您填写“总值班长”，.*已保存“副班长”/).waitFor()
  await plant().browsers.shot(here, 'live table conflict')
  await plant().browsers.shot(here, 'live table conflict', 390)
  expect((await plant().one(`select name from sys_position where id = 'live1'`))['name']).toBe('副班长')
  await here.getByRole('button', { name: '用我的' }).click()
  await expect.poll(() => cell(there, 1, 'name').innerText()).toContain('总值班长')

  // What others add and delete elsewhere comes and goes, and a place is left with its page.
  await there.close()
  await expect.poll(() => cell(here, 2, 'name').locator('.et-mark').count()).toBe(0)
  const elsewhere = await signIn(plant().url, 'admin', PASSWORD)
  await elsewhere.send('POST', '/sys/position/add', { code: 'AA03', name: '工程师', postRank: '1' })
  await cell(here, 3, 'code').filter({ hasText: 'AA03' }).waitFor()
  await elsewhere.send('DELETE', '/sys/position/delete?id=live2')
  await expect.poll(() => grid(here).locator('.et-row').count()).toBe(2)
  await expect.poll(() => cell(here, 2, 'code').innerText()).toBe('AA03')
  await expect.poll(() => cell(here, 2, 'name').locator('.et-mark').count()).toBe(0)
})
