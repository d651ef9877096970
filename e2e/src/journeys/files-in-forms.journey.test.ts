import { picture } from '@suoan/safety/work-tickets/testing/picture'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { button, dialog, isSeen, item, press } from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'

const plant = usePlant({ MQTT_PORT: '0' })

const photo = (name: string) => ({ name, mimeType: 'image/png', buffer: picture() })
const paper = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>'),
})
const chooser = (scope: Locator) => scope.locator('input[type=file]')
const rowOf = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words })
const namesOf = (photos: Locator) =>
  photos
    .getByRole('button', { name: /^查看/ })
    .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))

async function openForm(page: Page, words: string): Promise<Locator> {
  await press(rowOf(page, words), '编辑')
  const form = dialog(page)
  await chooser(form).waitFor({ state: 'attached' })
  return form
}

/** Brings a picture as people do without the button: dropped on the field, or pasted into it. */
const bring = (photos: Locator, by: 'drop' | 'paste', name: string) =>
  photos.evaluate(
    async (target, { kind, name: called }) => {
      const canvas = new OffscreenCanvas(300, 200)
      const ink = canvas.getContext('2d')
      if (ink) {
        ink.fillStyle = kind === 'drop' ? 'teal' : 'brown'
        ink.fillRect(0, 0, 300, 200)
      }
      const data = new DataTransfer()
      data.items.add(new File([await canvas.convertToBlob()], called, { type: 'image/png' }))
      const how = { bubbles: true, cancelable: true }
      target.dispatchEvent(
        kind === 'drop'
          ? new DragEvent('drop', { ...how, dataTransfer: data })
          : new ClipboardEvent('paste', { ...how, clipboardData: data }),
      )
    },
    { kind: by, name },
  )

it('photos of a point are chosen, dropped and pasted, put in order, seen in the list and taken away again', async () => {
  const { browsers, one } = plant()
  const page = await browsers.signIn('admin', PASSWORD, '/isps/loPointList')
  const form = await openForm(page, 'Q1')
  const photos = form.getByRole('group', { name: '照片' })

  // What is on its way is seen, and may be taken back.
  let letGo = (): void => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/sys/common/upload', async (route) => {
    await held
    await route.abort()
  })
  await chooser(form).setInputFiles(photo('开关柜.png'))
  await photos.getByRole('progressbar').waitFor()
  await browsers.shot(page, 'files sending')
  await button(form, '确定').click()
  await form.getByText('文件还在上传，请等上传完成后再保存').waitFor()
  letGo()
  await photos.getByText('开关柜.png 上传失败').waitFor()
  await browsers.shot(page, 'files failed')
  await browsers.shot(page, 'files failed', 390)
  await page.unroute('**/sys/common/upload')
  await photos.getByRole('button', { name: '重试开关柜.png' }).click()
  await photos.getByRole('button', { name: '查看开关柜.png' }).waitFor()

  await chooser(form).setInputFiles([paper('说明.pdf')])
  await photos.getByText('请上传图片').waitFor()
  const large = { ...photo('全景.png'), buffer: Buffer.concat([picture(), Buffer.alloc(10 * 1024 * 1024)]) }
  await chooser(form).setInputFiles(large)
  await photos.getByText('全景.png 上传失败：文件大小超出10MB限制').waitFor()
  await browsers.shot(page, 'files refused')
  // Called a picture, and none: the store looks at the content.
  await chooser(form).setInputFiles({ ...paper('假.png'), mimeType: 'image/png' })
  await photos.getByText('假.png 上传失败').waitFor()
  await photos.getByRole('button', { name: '移除假.png' }).click()

  await bring(photos, 'drop', '近景.png')
  await photos.getByRole('button', { name: '查看近景.png' }).waitFor()
  await bring(photos, 'paste', '铭牌.png')
  await photos.getByRole('button', { name: '查看铭牌.png' }).waitFor()
  await photos.getByRole('button', { name: '前移铭牌.png' }).click()
  expect(await namesOf(photos)).toEqual(['查看开关柜.png', '查看铭牌.png', '查看近景.png'])
  await photos.getByRole('button', { name: '后移近景.png' }).click()
  await photos.getByText('已到最后~').waitFor()
  await isSeen(photos.locator('img').first())
  await browsers.shot(page, 'files form')
  await browsers.shot(page, 'files form', 390)

  await photos.getByRole('button', { name: '查看铭牌.png' }).click()
  await page.getByText('2 / 3').waitFor()
  await browsers.shot(page, 'files preview')
  await browsers.shot(page, 'files preview', 390)
  await page.keyboard.press('Escape')
  await page.getByText('2 / 3').waitFor({ state: 'detached' })
  await press(form, '确定')
  await form.waitFor({ state: 'detached' })

  const small = rowOf(page, 'Q1').getByRole('button', { name: '查看照片' })
  await expect.poll(() => small.count()).toBe(3)
  await isSeen(small.first().locator('img'))
  await browsers.shot(page, 'files list')
  await browsers.shot(page, 'files list', 390)
  await small.nth(1).click()
  await page.getByText('2 / 3').waitFor()
  await page.keyboard.press('Escape')

  // A picture that cannot be had any more is told by a sign, in the list and in the form.
  await page.route('**/sys/common/static/**', (route) =>
    route.fulfill({ contentType: 'image/png', body: '不是图片' }),
  )
  await page.reload()
  await rowOf(page, 'Q1').getByRole('img', { name: '图片无法显示' }).first().waitFor()
  expect(await rowOf(page, 'Q1').getByRole('img', { name: '图片无法显示' }).count()).toBe(3)
  const without = await openForm(page, 'Q1')
  await without.getByRole('img', { name: '图片无法显示' }).nth(2).waitFor()
  await browsers.shot(page, 'files gone')
  await page.keyboard.press('Escape')
  await without.waitFor({ state: 'detached' })
  await page.unroute('**/sys/common/static/**')
  await page.reload()

  const again = await openForm(page, 'Q1')
  for (let left = 3; left > 0; left -= 1) await again.getByRole('button', { name: /^删除/ }).first().click()
  await press(again, '确定')
  await again.waitFor({ state: 'detached' })
  await expect.poll(() => small.count()).toBe(0)
  const row = await one(`select coalesce(photo, '') as photo from lo_point where point_code = 'Q1'`)
  expect(row['photo']).toBe('')
})

it('a certificate takes a PDF: its name stands in the list, it is opened in place and taken away as a file', async () => {
  const { browsers } = plant()
  const page = await browsers.signIn('admin', PASSWORD, '/isps/loPersonCertList')
  // Whoever only reads is asked for nothing: what is empty says so, as in the list.
  await page.getByRole('row').nth(1).getByText('更多').click()
  await page.getByRole('menuitem', { name: '详情' }).click()
  const seen = dialog(page)
  await item(seen, '外来人员').getByText('—').waitFor()
  await item(seen, '附件').getByText('未上传任何文件').waitFor()
  expect(await seen.locator(':is(input, textarea)[placeholder^="请"]').count()).toBe(0)
  expect(await seen.getByText(/^请(?:选择|输入)/).count()).toBe(0)
  await browsers.shot(page, 'files detail')
  await page.keyboard.press('Escape')
  await seen.waitFor({ state: 'detached' })
  await press(page.getByRole('row').nth(1), '编辑')
  const form = dialog(page)
  await chooser(form).setInputFiles(paper('焊工证.pdf'))
  await form.getByRole('button', { name: '查看焊工证.pdf' }).waitFor()
  await item(form, '附件').scrollIntoViewIfNeeded()
  await browsers.shot(page, 'files document')
  await browsers.shot(page, 'files document', 390)
  await press(form, '确定')
  await form.waitFor({ state: 'detached' })
  await page.reload()
  const name = page.getByRole('button', { name: '焊工证.pdf' })
  await name.click()
  const opened = dialog(page)
  await opened.getByText('焊工证.pdf').first().waitFor()
  // A browser without a viewer, as a telephone is one, says so.
  await opened.locator('iframe').or(opened.getByText('请下载后查看')).waitFor()
  await browsers.shot(page, 'files pdf')
  await browsers.shot(page, 'files pdf', 390)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    opened.getByRole('link', { name: /下载$/ }).click(),
  ])
  expect(download.suggestedFilename()).toBe('焊工证.pdf')
})

it('对象存储 takes several files at once, shows them in place, and deletes one with its row', async () => {
  const { browsers, one } = plant()
  const page = await browsers.signIn('admin', PASSWORD, '/oss/file')
  await press(page, '上传文件')
  const upload = dialog(page)
  await chooser(upload).setInputFiles([photo('总图.png'), paper('规程.pdf')])
  await rowOf(page, '规程.pdf').waitFor()
  await rowOf(page, '总图.png').waitFor()
  await browsers.shot(page, 'files oss upload')
  await browsers.shot(page, 'files oss upload', 390)
  await button(upload, '关闭').last().click()
  await upload.waitFor({ state: 'detached' })
  await browsers.shot(page, 'files oss')
  await browsers.shot(page, 'files oss', 390)

  await press(rowOf(page, '总图.png'), '预览')
  await isSeen(page.locator('.ant-image-preview-img'))
  await page.keyboard.press('Escape')
  await press(rowOf(page, '规程.pdf'), '预览')
  await dialog(page).getByText('规程.pdf').first().waitFor()
  await button(dialog(page), '关闭').last().click()

  await rowOf(page, '总图.png').getByText('更多').click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await page.getByText('是否删除选中文件?').waitFor()
  await browsers.shot(page, 'files oss delete')
  await press(dialog(page), '确定')
  await rowOf(page, '总图.png').waitFor({ state: 'detached' })
  expect((await one('select count(*)::int as n from oss_file'))['n']).toBe(1)
})
