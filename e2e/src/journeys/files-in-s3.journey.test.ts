import { clearOrphans } from '@suoan/platform/files/clear-orphans'
import { testS3 } from '@suoan/platform/testing/s3/test-store'
import { picture } from '@suoan/safety/work-tickets/testing/picture'
import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { button, dialog, isSeen, press } from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'

const found = await testS3()
const env = 'env' in found ? found.env : {}
const lack = 'reason' in found ? `（${found.reason}）` : ''

const rowOf = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words })

/** What the browser's own call for a file is answered. */
const asked = (page: Page, address: string, headers: Readonly<Record<string, string>> = {}) =>
  page.evaluate(
    async ([at, more]) => {
      const answer = await fetch(at, { headers: more, cache: 'no-store' })
      const body = await answer.arrayBuffer()
      return { status: answer.status, size: body.byteLength, headers: Object.fromEntries(answer.headers) }
    },
    [address, { ...headers }] as const,
  )

describe.skipIf('reason' in found)(`a server whose files lie in S3-compatible storage${lack}`, () => {
  const plant = usePlant({
    ...env,
    S3_PREFIX: `j${randomBytes(6).toString('hex')}`,
    MQTT_PORT: '0',
    SIMULATOR: '0',
  })
  const held = async () => {
    const all: string[] = []
    for await (const stored of plant().server.ctx.blobs.list(0)) all.push(stored)
    return all.sort()
  }

  it('takes files, shows them small, whole and in part, hands them out by name, and loses what is deleted', async () => {
    const { browsers, server, one } = plant()
    expect(server.ctx.blobs.kind).toBe('s3')
    const page = await browsers.signIn('admin', PASSWORD, '/oss/file')
    const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>')
    await press(page, '上传文件')
    await dialog(page)
      .locator('input[type=file]')
      .setInputFiles([
        { name: '总图 (一期)&北区.png', mimeType: 'image/png', buffer: picture() },
        { name: '动火规程.pdf', mimeType: 'application/pdf', buffer: pdf },
      ])
    for (const name of ['总图 (一期)&北区.png', '动火规程.pdf']) await rowOf(page, name).waitFor()
    await button(dialog(page), '关闭').last().click()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    const stored = await one(
      `select max(url) filter (where file_name like '%.png') as png, max(url) filter (where file_name like '%.pdf') as pdf,
        count(*)::int as n from oss_file`,
    )
    expect(stored['n']).toBe(2)
    expect(await held()).toEqual([String(stored['png']), String(stored['pdf'])].sort())

    await press(rowOf(page, '总图'), '预览')
    await isSeen(page.locator('.ant-image-preview-img'))
    await page.keyboard.press('Escape')

    const address = (name: string) => `/jeecg-boot/sys/common/static/${String(stored[name])}`
    const whole = await asked(page, address('pdf'))
    expect([whole.status, whole.size, whole.headers['content-type']]).toEqual([
      200,
      pdf.length,
      'application/pdf',
    ])
    expect(whole.headers['content-disposition']).toContain(encodeURIComponent('动火规程.pdf'))
    expect(whole.headers['content-security-policy']).toContain('sandbox')
    expect(whole.headers['accept-ranges']).toBe('bytes')
    const part = await asked(page, address('pdf'), { range: 'bytes=5-7' })
    expect([part.status, part.size, part.headers['content-range']]).toEqual([
      206,
      3,
      `bytes 5-7/${pdf.length}`,
    ])
    expect((await asked(page, address('pdf'), { range: 'bytes=9000-' })).status).toBe(416)
    const named = (await asked(page, address('png'))).headers['content-disposition']
    expect(named).toContain(encodeURIComponent('总图 (一期)&北区.png'))
    const small = await asked(page, `${address('png')}?w=96`)
    expect([small.status, small.headers['content-type']]).toEqual([200, 'image/webp'])
    const other = await browsers.signIn('u7', PASSWORD, '/account/center')
    expect((await asked(other, address('pdf'))).status).toBe(404)

    await rowOf(page, '动火规程').getByText('更多').click()
    await page.getByRole('menuitem', { name: '删除' }).click()
    await press(dialog(page), '确定')
    await rowOf(page, '动火规程').waitFor({ state: 'detached' })
    await server.ctx.pool.query(`update stored_file set create_time = create_time - interval '3 days'`)
    await clearOrphans(server.ctx)
    expect(await held()).toEqual([String(stored['png'])])
    expect((await asked(page, address('pdf'))).status).toBe(404)
    expect((await asked(page, address('png'))).status).toBe(200)
  })
})
