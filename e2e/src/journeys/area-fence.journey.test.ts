import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { choose, dialog, item, overflowOnPhone, press } from './page-helpers.ts'
import { usePlant } from './plant.ts'

const plant = usePlant({ MQTT_PORT: '0' })

/** Presses the canvas at parts of its width and height. */
async function tap(page: Page, canvas: Locator, x: number, y: number): Promise<void> {
  const box = await canvas.boundingBox()
  if (!box) throw new Error('the canvas is not drawn')
  await page.mouse.click(box.x + box.width * x, box.y + box.height * y)
}

it('the fence of an area is drawn by presses, a drag and keys, and an area close by becomes its neighbour', async () => {
  const { browsers, one, screen } = plant()
  // 67 m to the east of the middle of the sheet, with a radius of 20 m.
  await one(`update lo_area set geo_type = 'circle', geo = '{"center":[121.5007,31.2],"radius":20}'
    where area_name = '罐区' returning id`)
  await one(`update lo_area set lng = 121.5, lat = 31.2, adjacent_codes = null
    where area_name = '压缩机房' returning id`)
  const page = await screen('admin', '/isps/loAreaList')
  await page.locator('.ant-table-row-expand-icon').first().click()
  await page.getByRole('row').filter({ hasText: '压缩机房' }).getByText('编辑', { exact: true }).click()
  const form = dialog(page)
  await choose(page, item(form, '围栏类型'), '多边形')
  const fence = item(form, '地理围栏')
  const drawing = fence.locator('.fence-editor')
  const canvas = drawing.locator('.plan-canvas')
  await canvas.scrollIntoViewIfNeeded()
  for (const [x, y] of [
    [0.3, 0.3],
    [0.6, 0.3],
    [0.6, 0.7],
    [0.3, 0.7],
    [0.4, 0.5],
  ] as const)
    await tap(page, canvas, x, y)
  const corner = (number: number) => fence.getByRole('button', { name: new RegExp(`^顶点 ${number}，`) })
  // The last one is chosen and stands wrong: it goes by a key, and comes back and goes by buttons.
  await page.keyboard.press('Delete')
  await corner(5).waitFor({ state: 'detached' })
  await press(drawing, '撤销')
  await corner(5).waitFor()
  await press(drawing, '撤销')
  await corner(5).waitFor({ state: 'detached' })
  const before = await corner(2).getAttribute('aria-label')
  await corner(2).focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => corner(2).getAttribute('aria-label')).not.toBe(before)
  // A drag from the middle of the upper side makes a corner there.
  const middle = await fence.getByRole('button', { name: '在顶点 1 之后插入' }).boundingBox()
  if (!middle) throw new Error('no middle is drawn')
  await page.mouse.move(middle.x + middle.width / 2, middle.y + middle.height / 2)
  await page.mouse.down()
  await page.mouse.move(middle.x + middle.width / 2, middle.y - 30, { steps: 4 })
  await page.mouse.up()
  await corner(5).waitFor()
  await fence
    .getByText(/5 个顶点，约 [\d,]+ 平方米/)
    .first()
    .waitFor()
  await browsers.shot(page, 'area fence drawn')
  await browsers.shot(page, 'area fence drawn', 390)
  expect(await overflowOnPhone(page)).toBe(0)
  await item(form, '相邻区域')
    .getByText(/\+ 罐区/)
    .click()
  await press(form, '确定')
  await page.getByText('编辑成功').waitFor()
  expect(
    await one(`select geo_type, jsonb_array_length(geo -> 'points') as corners, adjacent_codes from lo_area
      where area_name = '压缩机房'`),
  ).toEqual({ geo_type: 'polygon', corners: 5, adjacent_codes: ['A01A02'] })
})
