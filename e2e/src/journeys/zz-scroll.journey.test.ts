import { writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PASSWORD, usePlant } from './plant.ts'

const plant = usePlant({ ADMIN_PASSWORD: PASSWORD, MQTT_PORT: '0' })

it('measures scrolling', async () => {
  const { browsers, server } = plant()
  await server.ctx.pool
    .query(`insert into sys_position (id, tenant_id, code, name, post_rank, create_time, del_flag, revision)
    select 'long' || n, 0, 'LONG' || n, '长列表 ' || n, '1', now() + n * interval '1 second', 0, 0
    from generate_series(1, 1000) n`)
  const page = await browsers.signIn(
    'admin',
    PASSWORD,
    process.env['SCROLL_AT'] ?? '/isystem/position?pageSize=1000',
  )
  await page.locator('.list-row').nth(30).waitFor()
  await page.waitForTimeout(2000)
  const b = page.context().browser()
  if (!b) throw new Error('no browser')
  for (let round = 0; round < 3; round++) {
    await page.locator('.list-table-scroll').evaluate((el) => el.scrollTo(0, 0))
    await page.waitForTimeout(1500)
    await b.startTracing(page, {
      path: `/tmp/ui1112/scroll${round}.json`,
      categories: [
        'devtools.timeline',
        'blink',
        'cc',
        'toplevel',
        'v8',
        'disabled-by-default-devtools.timeline',
        'loading',
        'benchmark',
      ],
    })
    const frames = await page.locator('.list-table-scroll').evaluate(async (el) => {
      const at: number[] = []
      for (let n = 0; n < 300; n++) {
        el.scrollBy(0, 120)
        at.push(await new Promise((r) => requestAnimationFrame(r)))
      }
      return at
    })
    await b.stopTracing()
    const gaps = frames
      .slice(1)
      .map((t, i) => t - (frames[i] ?? t))
      .toSorted((a, c) => c - a)
    writeFileSync(`/tmp/ui1112/frames${round}.json`, JSON.stringify(gaps))
    console.log(
      'frames',
      gaps.length,
      'over 50',
      gaps.filter((g) => g > 50).length,
      'over 17',
      gaps.filter((g) => g > 17).length,
      'top',
      gaps.slice(0, 6).map(Math.round).join(' '),
    )
  }
  expect(1).toBe(1)
})
