import type { JobClass, JobRunRow, Page } from '@suoan/contract'
import { addDeclaredJobs, createJobRunner, jobRunnerOf } from '@suoan/platform/jobs'
import { oneByOne } from '@suoan/platform/reactions'
import { seedDictionaries } from '@suoan/platform/seed/dictionaries'
import { createTestWorld, type TestClient, type TestWorld } from '@suoan/platform/testing/test-world'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { quartzJobs } from './index.ts'

const base = '/sys/quartzJob'
const daily = '0 0 9 * * ? *'

let world: TestWorld
let me: TestClient
/** What the job of the test does, and what it was given. */
let act: (call: {
  signal: AbortSignal
  say: (line: string) => void
  parameters: { days: number }
}) => Promise<string>
let given: number[]

beforeAll(async () => {
  world = await createTestWorld({ features: [{ name: 'quartz-jobs', mount: quartzJobs }] })
  await world.ctx.db.transaction().execute((tx) => seedDictionaries(tx, world.clock.now()))
  world.ctx.jobs.declare({
    name: 'jobs.Tested',
    title: '测试任务',
    description: '只用于测试。',
    parameters: z.object({ days: z.number().int().min(1, '至少 1 天').default(30).describe('保留天数') }),
    timeoutSeconds: 60,
    run: async (call) => {
      given.push(call.parameters.days)
      return await act(call)
    },
  })
  for (const [name, isEssential] of [
    ['jobs.Other', false],
    ['jobs.Essential', true],
  ] as const)
    world.ctx.jobs.declare({
      name,
      title: isEssential ? '每日锚定' : '其他任务',
      description: '',
      parameters: z.object({}),
      timeoutSeconds: 60,
      minIntervalSeconds: 3600,
      ...(isEssential ? { maxIntervalSeconds: 24 * 3600 } : {}),
      isEssential,
      schedule: { cron: daily },
      run: async () => '完成',
    })
  me = world.as()
})
beforeEach(async () => {
  act = async () => '完成'
  given = []
  await query('delete from job_run')
  await query('delete from sys_quartz_job')
})
afterAll(() => world[Symbol.asyncDispose]())

const query = (text: string, values: unknown[] = []) => world.database.pool.query(text, values)
interface Stored {
  readonly id: string
  readonly status: number
  readonly nextFireTime: string | null
  readonly revision: number
}
const add = (more: Record<string, unknown> = {}) =>
  me.post(`${base}/add`, { jobClassName: 'jobs.Tested', cronExpression: daily, status: 0, ...more })
const only = async (): Promise<Stored> => {
  const { result } = await me.get<Page<Stored>>(`${base}/list`)
  const [row] = result.records
  if (!row) throw new Error('there is no job')
  return row
}
const added = async (more: Record<string, unknown> = {}): Promise<string> => {
  expect(await add(more)).toMatchObject({ success: true })
  return (await only()).id
}
const runs = async (): Promise<JobRunRow[]> => {
  const { result } = await me.get<Page<JobRunRow>>(`${base}/runs`)
  return result.records
}
const HOUR = 3_600_000

describe('a row of 定时任务 (4-api.md §7.17)', () => {
  it('is kept for a class that the program knows only, whatever a client sends (V21)', async () => {
    expect(await add({ jobClassName: 'java.lang.Runtime' })).toMatchObject({
      success: false,
      message: '后台找不到该类名：java.lang.Runtime',
    })
    expect(await add()).toMatchObject({ success: true, message: '创建定时任务成功' })
    const { id, revision } = await only()
    expect(await me.put(`${base}/edit`, { id, revision, jobClassName: '__proto__' })).toMatchObject({
      success: false,
      message: '后台找不到该类名：__proto__',
    })
    // One that came in by another way is refused when it runs, and stopped.
    await query(`update sys_quartz_job set job_class_name = 'jobs.Gone'`)
    world.clock.advance(24 * HOUR)
    await jobRunnerOf(world.ctx).settle()
    expect(await runs()).toMatchObject([{ status: 'failed', error: '后台找不到该类名：jobs.Gone' }])
    expect(await only()).toMatchObject({ status: -1 })
  })

  it('needs an expression that has a next time and is not too frequent, and the parameters of its class', async () => {
    const refused = async (more: Record<string, unknown>) => (await add(more)).message
    expect(await refused({ cronExpression: '0 0 25 * * ?' })).toContain(
      '创建定时任务失败：cron表达式不正确：第 3 部分',
    )
    expect(await refused({ cronExpression: '0 0 9 1 1 ? 2020' })).toContain('以后没有执行时间')
    expect(await refused({ cronExpression: '* * * * * ? *' })).toContain('最短每 10 秒执行一次')
    expect(await refused({ jobClassName: 'jobs.Other', cronExpression: '0 0/5 * * * ?' })).toContain(
      '最短每 1 小时',
    )
    expect(await refused({ parameter: '{days:' })).toContain('参数应为 JSON，例如 {"days":30}')
    expect(await refused({ parameter: '{"days":0}' })).toContain('参数“days”不正确：至少 1 天')
    expect(await refused({ parameter: '{"days":7,"dayz":1}' })).toContain('没有参数“dayz”，可用的参数：days')
    expect(await refused({ jobClassName: 'jobs.Other', parameter: '{"days":7}' })).toContain('请把参数留空')
    const { id } = { id: await added() }
    const { revision } = await only()
    expect(await me.put(`${base}/edit`, { id, revision, cronExpression: 'x' })).toMatchObject({
      message: expect.stringContaining('更新定时任务失败：'),
    })
  })

  it('stands once: neither a second call nor the import of its own export doubles it', async () => {
    await added({ parameter: '{"days":7}', description: '每天' })
    await add({ jobClassName: 'jobs.Other' })
    const refusal = {
      success: false,
      message: expect.stringContaining('已有类名、cron表达式和参数都相同的任务'),
    }
    expect(await add({ parameter: '{"days":7}' })).toMatchObject(refusal)
    expect(await add({ jobClassName: 'jobs.Other', parameter: ' {} ' })).toMatchObject(refusal)
    const twice = await Promise.all([1, 2].map(() => add({ parameter: '{"days":8}' })))
    expect(twice.filter(({ success }) => success)).toHaveLength(1)
    const sheet = (await me.raw('GET', `${base}/exportXls`)).rawPayload
    const before = (await me.get<Page<Stored>>(`${base}/list`)).result.total
    const answer = await me.upload(`${base}/importExcel`, { name: '定时任务.xls', content: sheet })
    expect(answer.message).toContain('没有导入任何数据')
    expect((await me.get<Page<Stored>>(`${base}/list`)).result.total).toBe(before)
    // What differs in one of the three is another job.
    expect(await add({ parameter: '{"days":9}' })).toMatchObject({ success: true })
    const { result } = await me.get<Page<Stored & { parameter: string | null }>>(`${base}/list`)
    const nine = result.records.find(({ parameter }) => parameter === '{"days":9}')
    expect(
      await me.put(`${base}/edit`, { id: nine?.id, revision: nine?.revision, parameter: '{"days":7}' }),
    ).toMatchObject(refusal)
  })

  it('says which classes there are, and the next ten times of an expression', async () => {
    const { result } = await me.get<JobClass[]>(`${base}/classes`)
    expect(result.find(({ name }) => name === 'jobs.Tested')).toMatchObject({
      title: '测试任务',
      parameters: [{ name: 'days', meaning: '保留天数', initial: '30', isRequired: false }],
      example: '{"days":30}',
    })
    const next = await me.get<string[]>(`${base}/nextRuns`, { cronExpression: daily })
    expect(next.result).toHaveLength(10)
    expect(await me.get(`${base}/nextRuns`, { cronExpression: '0 0 31 2 * ?' })).toMatchObject({
      success: false,
    })
  })

  it('belongs to the platform: another tenant reads and runs nothing, and each call has its permission', async () => {
    const id = await added()
    const tenant = world.as({ tenantId: 7 })
    const plain = world.as({ permissions: new Set(['system:quartzJob:list']) })
    for (const path of ['list', 'classes', 'runs'])
      expect(await tenant.get(`${base}/${path}`)).toMatchObject({ success: false })
    for (const path of ['pause', 'resume', 'execute']) {
      expect(await tenant.get(`${base}/${path}`, { id })).toMatchObject({ success: false })
      expect(await plain.get(`${base}/${path}`, { id })).toMatchObject({ code: 510 })
      expect(await world.anonymous.get(`${base}/${path}`, { id })).toMatchObject({
        message: 'Token失效，请重新登录',
      })
    }
    expect(given).toEqual([])
  })

  it('an essential one cannot be stopped or deleted, a deleted one does not come back at the next start', async () => {
    await addDeclaredJobs(world.ctx)
    const { result } = await me.get<Page<Stored & { jobClassName: string }>>(`${base}/list`)
    const idOf = (name: string) => result.records.find((each) => each.jobClassName === name)?.id ?? ''
    const id = idOf('jobs.Essential')
    const refusal = { success: false, message: expect.stringContaining('“每日锚定”是系统必需的任务') }
    expect(await me.get(`${base}/pause`, { id })).toMatchObject(refusal)
    expect(await me.delete(`${base}/delete`, { id })).toMatchObject(refusal)
    // Nor can it be put off: a day without a run is a day without an anchor.
    for (const cronExpression of [
      '0 0 0 1 1 ? 2090',
      '0 0 9 1-30 * ?',
      '0 0 9 * 1-11 ?',
      '0 0 9 * * ? 2026-2090',
    ])
      expect(await me.put(`${base}/edit`, { id, cronExpression })).toMatchObject({
        success: false,
        message: expect.stringContaining('“每日锚定”至少每 24 小时要执行一次'),
      })
    expect(await me.put(`${base}/edit`, { id, cronExpression: '0 30 1 * * ?' })).toMatchObject({
      success: true,
    })
    expect(await me.delete(`${base}/delete`, { id: idOf('jobs.Other') })).toMatchObject({
      message: '删除成功!',
    })
    await addDeclaredJobs(world.ctx)
    expect((await me.get<Page<Stored>>(`${base}/list`)).result.total).toBe(1)
  })
})

describe('runs', () => {
  it('happen once at their time, with duration and output, on whichever server looks first', async () => {
    await added({ parameter: '{"days":7}' })
    const runner = jobRunnerOf(world.ctx)
    const neighbour = createJobRunner(world.ctx)
    await runner.settle()
    expect(given).toEqual([])
    await query('update sys_quartz_job set next_fire_time = $1', [new Date(world.clock.now() + HOUR)])
    world.clock.advance(HOUR)
    act = async ({ say }) => {
      say('第一步')
      return '删除 3 行'
    }
    await Promise.all([runner.settle(), neighbour.settle(), runner.look(), neighbour.look()])
    await runner.settle()
    expect(given).toEqual([7])
    expect(await runs()).toMatchObject([
      { status: 'done', isManual: false, output: '第一步\n删除 3 行', durationMs: 0, missedCount: 0 },
    ])
  })

  it('执行一次 runs now, tells the outcome and does not move the times', async () => {
    const id = await added()
    const { nextFireTime } = await only()
    expect(await me.get(`${base}/execute`, { id })).toMatchObject({ success: true, message: '执行成功!' })
    act = async () => {
      throw new Error('磁盘已满')
    }
    expect(await me.get(`${base}/execute`, { id })).toMatchObject({
      success: false,
      message: '执行失败!执行出错：磁盘已满',
    })
    expect(await me.get(`${base}/execute`, { id: 'none' })).toMatchObject({
      success: false,
      message: '未找到对应实体',
    })
    expect(await only()).toMatchObject({ nextFireTime, status: 0 })
    expect(await runs()).toMatchObject([
      { status: 'failed', isManual: true, createBy: 'tester' },
      { status: 'done' },
    ])
  })

  it('that fail or are missed are told to administrators of the platform once, until the job succeeds again', async () => {
    await query(`insert into sys_user (id, username, realname, status, del_flag, tenant_id)
      select n, n, n, 1, 0, 0 from unnest(array['boss', 'clerk', 'frozen']) n`)
    await query(`update sys_user set status = 2 where id = 'frozen'`)
    await query(
      `insert into sys_role (id, role_code, role_name, tenant_id) values ('r-boss', 'admin', '管理员', 0)`,
    )
    await query(
      `insert into sys_user_role (id, user_id, role_id) values ('ub', 'boss', 'r-boss'), ('uf', 'frozen', 'r-boss')`,
    )
    const wanted: string[] = []
    world.ctx.reactions.declare({
      name: 'test.seen',
      title: '测试',
      event: 'message.wanted',
      key: () => 'test',
      handle: oneByOne(async (_, { event, userIds }) => void wanted.push(`${event} ${userIds.join()}`)),
    })
    const told = async () =>
      (
        await query(`select a.titile as title, a.msg_content as text, s.user_id as who
          from sys_announcement a join sys_announcement_send s on s.annt_id = a.id order by a.create_time, a.id`)
      ).rows
    const id = await added({ misfire: 'skip' })
    const runner = jobRunnerOf(world.ctx)
    const run = async () => {
      await me.get(`${base}/execute`, { id })
      world.clock.advance(1_000)
      await runner.settle()
    }
    act = async () => {
      throw new Error('磁盘已满')
    }
    await run()
    await run()
    expect(await told()).toMatchObject([
      { who: 'boss', title: '定时任务“测试任务”执行失败', text: expect.stringContaining('磁盘已满') },
    ])
    await world.settled()
    expect(wanted).toEqual(['operations boss'])
    // In order again, and at once broken: that is still the same story.
    act = async () => '完成'
    await run()
    act = async () => {
      throw new Error('磁盘已满')
    }
    await run()
    expect(await told()).toHaveLength(1)
    act = async () => '完成'
    await run()
    // A week without a server; two jobs are one notice.
    await add({ jobClassName: 'jobs.Other', misfire: 'skip' })
    await runner.settle()
    world.clock.advance(7 * 24 * HOUR)
    await runner.settle()
    // Another server has nothing to add. (Two that look at the same moment may each tell of a job of their own.)
    await createJobRunner(world.ctx).settle()
    const all = await told()
    expect(all).toHaveLength(2)
    expect(all[1]).toMatchObject({ who: 'boss', title: '2 个定时任务没有成功' })
    expect(all[1].text).toContain('其他任务')
    await query(`delete from sys_user_role where role_id = 'r-boss'`)
  })

  it('missed while no server ran are told, and the policy says what is made up for', async () => {
    await added({ cronExpression: '0 0/10 * * * ? *', misfire: 'skip' })
    world.clock.advance(3 * HOUR + 5 * 60_000)
    await jobRunnerOf(world.ctx).settle()
    expect(given).toEqual([])
    expect(await runs()).toMatchObject([{ status: 'missed', missedCount: 18 }])
    await query(`update sys_quartz_job set misfire = 'once'`)
    world.clock.advance(HOUR)
    await jobRunnerOf(world.ctx).settle()
    expect(given).toHaveLength(1)
    expect((await runs()).map(({ status, missedCount }) => [status, missedCount])).toContainEqual([
      'missed',
      5,
    ])
  })

  it('a clock that was set back repeats none, and the next time comes by the right clock', async () => {
    await added({ cronExpression: '0 0/10 * * * ? *' })
    world.clock.advance(30 * 24 * HOUR)
    await jobRunnerOf(world.ctx).settle()
    expect(given).toHaveLength(1)
    world.clock.set(world.clock.now() - 30 * 24 * HOUR)
    const before = world.clock.now()
    const runner = createJobRunner(world.ctx)
    await runner.settle()
    expect(given).toHaveLength(1)
    const { rows } = await query('select next_fire_time from sys_quartz_job')
    expect(rows[0].next_fire_time.getTime() - before).toBeLessThanOrEqual(600_000)
    world.clock.advance(600_000)
    await runner.settle()
    expect(given).toHaveLength(2)
  })

  it('pause during a run lets it end and begins none; resume counts from now', async () => {
    const id = await added()
    let release = (): void => {}
    act = () => new Promise((resolve) => (release = () => resolve('完成')))
    world.clock.advance(24 * HOUR)
    const runner = jobRunnerOf(world.ctx)
    await runner.look()
    expect(await me.get(`${base}/pause`, { id })).toMatchObject({ message: '停止定时任务成功' })
    release()
    world.clock.advance(48 * HOUR)
    await runner.settle()
    expect(await runs()).toHaveLength(1)
    expect(await me.get(`${base}/resume`, { id })).toMatchObject({ message: '启动定时任务成功' })
    await runner.settle()
    expect(await runs()).toMatchObject([{ status: 'done' }])
    expect(await me.get(`${base}/pause`, { id: 'none' })).toMatchObject({ message: '定时任务不存在！' })
  })
})

describe('a job that misbehaves', () => {
  it('one that never ends is ended after its time, holds up no other, and does not begin again beside itself', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      await added()
      let release = (): void => {}
      act = () => new Promise((resolve) => (release = () => resolve('晚了')))
      const other = await me.post(`${base}/add`, { jobClassName: 'jobs.Other', cronExpression: daily })
      expect(other).toMatchObject({ success: true })
      world.clock.advance(24 * HOUR)
      const runner = jobRunnerOf(world.ctx)
      await runner.look()
      const status = async (name: string) =>
        (await runs()).filter(({ jobClassName }) => jobClassName === name).map(({ status: each }) => each)
      await expect.poll(() => status('jobs.Other')).toEqual(['done'])
      expect(await status('jobs.Tested')).toEqual(['running'])
      world.clock.advance(60_000)
      await runner.look()
      vi.advanceTimersByTime(5_000)
      await expect.poll(() => status('jobs.Tested')).toEqual(['timeout'])
      expect((await runs())[0]?.error ?? (await runs())[1]?.error).toContain('执行超过 60 秒，已终止')
      world.clock.advance(24 * HOUR)
      await runner.look()
      expect((await status('jobs.Tested')).toSorted()).toEqual(['timeout', 'waiting'])
      release()
      await Promise.resolve()
      act = async () => '完成'
      await runner.settle()
      expect((await status('jobs.Tested')).toSorted()).toEqual(['done', 'timeout'])
    } finally {
      vi.useRealTimers()
    }
  })

  it('one that throws, without a word, is a failed run and runs at its next time', async () => {
    await added()
    act = async () => {
      throw new Error('')
    }
    world.clock.advance(24 * HOUR)
    await jobRunnerOf(world.ctx).settle()
    act = async () => '完成'
    world.clock.advance(24 * HOUR)
    await jobRunnerOf(world.ctx).settle()
    expect((await runs()).map(({ status }) => status)).toEqual(['done', 'failed'])
  })

  it('one that floods its record is cut, and told how much was left out', async () => {
    const id = await added()
    act = async ({ say }) => {
      for (let n = 0; n < 100_000; n += 1) say(`第 ${n} 行\0`)
      return '完成'
    }
    await me.get(`${base}/execute`, { id })
    const [run] = await runs()
    expect(run?.output.length).toBeLessThanOrEqual(16_384)
    expect(run?.output).toMatch(/其余 \d+ 行未记录）\n完成$/)
  })

  it('one that is slower than its times has one run waiting, not a queue', async () => {
    await added({ cronExpression: '0/10 * * * * ? *' })
    let release = (): void => {}
    act = () => new Promise((resolve) => (release = () => resolve('完成')))
    const runner = jobRunnerOf(world.ctx)
    for (let n = 0; n < 12; n += 1) {
      world.clock.advance(5_000)
      await runner.look()
    }
    const all = await runs()
    const countOf = (status: string) => all.filter((each) => each.status === status).length
    expect([countOf('running'), countOf('waiting')]).toEqual([1, 1])
    expect(countOf('missed')).toBeGreaterThan(0)
    act = async () => '完成'
    release()
    await query(`update sys_quartz_job set status = -1`)
    await runner.settle()
  })

  it('one whose server was killed is begun anew by another, once, and then told as interrupted', async () => {
    await added()
    world.clock.advance(24 * HOUR)
    const kill = () =>
      query(`update job_run set status = 'running', attempts = attempts + 1, lease_id = 'dead',
        lease_until = now() - interval '1 second' where status = 'waiting'`)
    const runner = jobRunnerOf(world.ctx)
    let stop = (): void => {}
    act = () => new Promise((resolve) => (stop = () => resolve('完成')))
    await runner.look()
    // Another server has claimed it since: this one's result counts no more.
    await query(`update job_run set lease_id = 'dead', lease_until = now() - interval '1 second'`)
    await runner.renew()
    stop()
    act = async () => '重新执行'
    await runner.settle()
    expect(await runs()).toMatchObject([{ status: 'done', attempts: 2, output: '重新执行' }])
    world.clock.advance(24 * HOUR)
    await query(`insert into job_run (id, job_id, job_class_name, is_manual, status, fire_time, create_time, attempts)
      values ('twice', 'j', 'jobs.Tested', true, 'waiting', now(), now(), 1)`)
    await query(`update sys_quartz_job set status = -1`)
    await kill()
    await runner.settle()
    expect((await runs()).find(({ id }) => id === 'twice')).toMatchObject({
      status: 'interrupted',
      error: '执行它的服务器在执行中停止',
    })
  })

  it('an administrator can end it, and a server that stops leaves it to the next start', async () => {
    const id = await added()
    act = ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('终止'))))
    world.clock.advance(24 * HOUR)
    await jobRunnerOf(world.ctx).look()
    const [run] = await runs()
    expect(await me.get(`${base}/execute`, { id })).toMatchObject({
      message: expect.stringContaining('正在执行或等待执行'),
    })
    expect(await me.post(`${base}/cancelRun`, { id: run?.id })).toMatchObject({ message: '已终止' })
    await expect
      .poll(async () => (await runs())[0])
      .toMatchObject({ status: 'cancelled', error: '已由管理员终止' })
    expect(await me.post(`${base}/cancelRun`, { id: run?.id })).toMatchObject({ success: false })
    const leaving = createJobRunner(world.ctx)
    world.clock.advance(24 * HOUR)
    await leaving.look()
    await leaving.stop()
    expect((await runs())[0]).toMatchObject({ status: 'waiting', attempts: 0 })
    act = async () => '完成'
    await jobRunnerOf(world.ctx).settle()
    expect((await runs())[0]).toMatchObject({ status: 'done' })
  })
})
