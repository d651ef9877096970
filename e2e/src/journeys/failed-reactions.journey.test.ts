import { reactionEndpoints } from '@suoan/contract'
import { inTransaction } from '@suoan/platform/db/transaction'
import { expect, it } from 'vitest'
import { button } from './page-helpers.ts'
import { usePlant } from './plant.ts'

const plant = usePlant()
let isBroken = true
const reason =
  'could not extend file "base/16385/pg_wal/000000010000000000000042": No space left on device; '.repeat(8)

it('失败的处理: work that fails again and again is listed, alarms (A20), is tried again by hand, and is over when it is done', async () => {
  const { browsers, server } = plant()
  const { ctx } = server
  ctx.reactions.declare({
    name: 'journey.failing',
    title: '救援开锁后停止依靠该锁的全部工作票并通知现场负责人',
    event: 'lock.rescued',
    key: ({ lockId }) => lockId,
    handle: async () => {
      if (isBroken) throw new Error(reason)
    },
  })
  const rescue = (lockId: string) =>
    inTransaction(ctx, async (_, emit) =>
      emit('lock.rescued', { tenantId: 0, lockId, workId: 'none', userId: 'u12' }),
    )
  for (const lockId of ['demo-lk5', 'demo-lk5', 'demo-lk2', 'A0123456789012345678901234567890'])
    await rescue(lockId)
  await expect
    .poll(async () => {
      await ctx.pool.query('update reaction set next_time = now() where attempts < 8')
      ctx.reactions.wake()
      return fewest()
    })
    .toBe(8)
  await plant().at('10:00')
  await expect
    .poll(alarm)
    .toMatchObject({ status: 0, value: expect.stringContaining('处理反复失败，见“失败的处理”') })

  const page = await plant().screen('admin', '/isystem/failedReactions')
  const row = page.getByRole('row').filter({ hasText: '其后还有 1 项等待' })
  await row.getByText('No space left on device').first().waitFor()
  await browsers.shot(page, 'failed reactions')
  await browsers.shot(page, 'failed reactions', 390)
  // What could not be renewed stays, and says how old it is.
  const list = /reaction\/failed\/list/
  await page.route(list, (route) => route.abort())
  await button(page, '刷新').click()
  await page.getByText(/以下是.*的数据，更新失败/).waitFor({ timeout: 30_000 })
  await row.waitFor()
  await page.unroute(list)
  await button(page, '重试').first().click()
  await page.getByText(/更新失败/).waitFor({ state: 'detached' })
  await button(row, '立即重试').click()
  await expect.poll(() => attempts('demo-lk5')).toBe(9)
  await row.getByText('9', { exact: true }).waitFor({ timeout: 15_000 })

  const { id } = await plant().one(`select id from reaction where subject = 'demo-lk2'`)
  const forbidden = { success: false, code: 510 }
  expect(await plant().call('u6', reactionEndpoints.failed)).toMatchObject(forbidden)
  expect(await plant().call('u6', reactionEndpoints.retry, { id: String(id) })).toMatchObject(forbidden)
  expect(await attempts('demo-lk2')).toBe(8)

  isBroken = false
  await button(row, '立即重试').click()
  await row.waitFor({ state: 'detached', timeout: 15_000 })
  // Done meanwhile, while the list still shows it.
  let release = (): void => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/reaction\/failed\/list/, (route) => held.then(() => route.continue()))
  await ctx.pool.query(`delete from reaction where subject = 'demo-lk2'`)
  await button(page.getByRole('row').filter({ hasText: '隔离挂锁 2 号' }), '立即重试').click()
  await page.getByText('该处理已经完成').first().waitFor()
  await browsers.shot(page, 'failed reactions refused')
  release()
  await button(page.getByRole('row').filter({ hasText: 'A0123' }), '立即重试').click()
  await page.getByText('没有失败的处理').waitFor({ timeout: 15_000 })
  await browsers.shot(page, 'failed reactions none')
  await plant().at('10:05')
  await expect.poll(alarm).toMatchObject({ status: 2 })
})

const attempts = async (subject: string) =>
  (
    await plant().one(
      `select attempts from reaction where subject = $1 and consumer = 'journey.failing' order by id limit 1`,
      [subject],
    )
  )['attempts']
const fewest = async () =>
  (await plant().one('select min(attempts)::int as n from reaction where last_error is not null'))['n']
const alarm = () =>
  plant().one(`select status, value from lo_alarm where alarm_type = 'A20' order by first_time desc limit 1`)
