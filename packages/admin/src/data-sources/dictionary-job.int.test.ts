import type { Page } from '@suoan/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedDictionaries } from '@suoan/platform/seed/dictionaries'
import { overLoopback } from '@suoan/platform/testing/test-database-source'
import { createTestDatabase, createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { dictionaries } from '../dictionaries/index.ts'
import { quartzJobs } from '../quartz-jobs/index.ts'
import { dataSources } from './index.ts'
import { connectMaria } from './testing/maria.ts'

const maria = await connectMaria('no dictionary is read from one here')

let world: TestWorld
let me: ReturnType<TestWorld['as']>
beforeAll(async () => {
  const database = await createTestDatabase()
  const own = overLoopback(database.url)
  world = await createTestWorld({
    database,
    features: [
      { name: 'dictionaries', mount: dictionaries },
      { name: 'data-sources', mount: dataSources },
      { name: 'quartz-jobs', mount: quartzJobs },
    ],
    env: { DATA_SOURCE_HOSTS: `127.0.0.1:${own.port},127.0.0.1:3306` },
  })
  await world.ctx.db.transaction().execute((tx) => seedDictionaries(tx, world.clock.now()))
  await database.pool.query('create table erp_reason (code text, label text)')
  me = world.as()
  await me.post('/sys/dataSource/add', {
    code: 'erp',
    name: '厂ERP',
    dbType: '6',
    dbUrl: `jdbc:postgresql://127.0.0.1:${own.port}${own.pathname}`,
    dbDriver: 'org.postgresql.Driver',
    dbUsername: decodeURIComponent(own.username),
    dbPassword: decodeURIComponent(own.password),
  })
})
afterAll(async () => {
  await maria?.end()
  await world[Symbol.asyncDispose]()
})

const asked = {
  source: 'erp',
  table: 'erp_reason',
  valueColumn: 'code',
  textColumn: 'label',
  dictionary: 'lo_reject_reason',
}
const add = (more: object = {}, by = me) =>
  by.post('/sys/quartzJob/add', {
    jobClassName: 'jobs.DictionaryFromSource',
    cronExpression: '0 0 3 * * ? *',
    status: -1,
    parameter: JSON.stringify({ ...asked, ...more }),
  })
/** What one run of a job of its own says. */
async function run(more: object = {}): Promise<{ success: boolean; output: string }> {
  await world.database.pool.query('delete from job_run')
  await world.database.pool.query('delete from sys_quartz_job')
  expect(await add(more)).toMatchObject({ success: true })
  const { result } = await me.get<Page<{ id: string }>>('/sys/quartzJob/list')
  const { success, message } = await me.get('/sys/quartzJob/execute', { id: result.records[0]?.id ?? '' })
  const { rows } = await world.database.pool.query<{ output: string | null }>('select output from job_run')
  return { success, output: `${message} ${rows[0]?.output ?? ''}` }
}
const fill = async (...rows: (readonly [string, string])[]) => {
  await world.database.pool.query('delete from erp_reason')
  for (const row of rows) await world.database.pool.query('insert into erp_reason values ($1, $2)', [...row])
}
const choices = async (): Promise<Map<string, string>> => {
  const { result } = await me.get<Record<string, { value: string; text: string }[]>>(
    '/sys/dict/queryAllDictItems',
  )
  return new Map(result['lo_reject_reason']?.map(({ value, text }) => [value, text]))
}

describe('从数据源更新字典', () => {
  it('adds, renames and stops the choices that the source keeps, and leaves those of people and the program', async () => {
    const before = await choices()
    const [[seeded] = ['']] = before
    await fill(['E1', '备件未到'], ['E2', '人员不足'], [seeded, '不是它'], ['a b', '空格'], ['E1', '重复'])
    const first = await run()
    expect(first.success).toBe(true)
    expect(first.output).toContain('读取 3 项：新增 2，更新 0，停用 0，手工维护或系统自带的 1 项未改动')
    expect(first.output).toContain('数据值不能包含特殊字符')
    expect(await choices()).toEqual(new Map([...before, ['E1', '备件未到'], ['E2', '人员不足']]))

    await fill(['E1', '备件短缺'])
    expect((await run()).output).toContain('新增 0，更新 1，停用 1')
    expect(await choices()).toEqual(new Map([...before, ['E1', '备件短缺']]))
    expect((await run()).output).toContain('新增 0，更新 0，停用 0')
  })

  it('changes nothing where the source gives nothing, too much, or is not there', async () => {
    await fill(['E1', '备件短缺'])
    await run()
    const before = await choices()
    await fill()
    expect(await run()).toMatchObject({ success: false, output: expect.stringContaining('字典没有改动') })
    await world.database.pool.query(
      `insert into erp_reason select 'N' || n, 'n' from generate_series(1, 5001) n`,
    )
    expect(await run()).toMatchObject({ success: false, output: expect.stringContaining('超过 5000 行') })
    for (const more of [{ source: 'nowhere' }, { table: 'no_such_table' }, { valueColumn: 'nothing' }])
      expect(await run(more)).toMatchObject({ success: false, output: expect.stringContaining('数据源') })
    expect(await run({ dictionary: 'no_such' })).toMatchObject({ success: false })
    expect(await choices()).toEqual(before)
  })

  it('takes names of tables and columns only, and no dictionary of numbers', async () => {
    for (const more of [
      { table: 'erp_reason; drop table erp_reason' },
      { table: '(select 1)' },
      { table: 'a.b.c' },
      { valueColumn: 'code, label' },
      { textColumn: 'pg_read_file(1)' },
      { textColumn: '1' },
    ])
      expect(await add(more)).toMatchObject({ success: false })
    await fill(['9', '九'])
    expect(await run({ dictionary: 'log_type' })).toMatchObject({
      success: false,
      output: expect.stringContaining('系统使用的数字'),
    })
  })

  it('is set, started and run only by whoever may see data sources and edit dictionaries', async () => {
    await run()
    const { result } = await me.get<Page<{ id: string }>>('/sys/quartzJob/list')
    const id = result.records[0]?.id ?? ''
    const weak = world.as({
      permissions: new Set(
        ['add', 'edit', 'list', 'execute', 'resume'].map((verb) => `system:quartzJob:${verb}`),
      ),
      roleCodes: [],
    })
    const refused = { success: false, message: expect.stringContaining('还需要权限 system:dataSource:list') }
    expect(await add({ textColumn: 'code' }, weak)).toMatchObject(refused)
    expect(await weak.put('/sys/quartzJob/edit', { id, description: 'x' })).toMatchObject(refused)
    expect(await weak.get('/sys/quartzJob/execute', { id })).toMatchObject(refused)
    expect(await weak.get('/sys/quartzJob/resume', { id })).toMatchObject(refused)
  })

  it.runIf(maria)('reads from a MariaDB as well', async () => {
    await maria?.query('create database if not exists suoan_dictionary')
    await maria?.query(
      'create or replace table suoan_dictionary.reasons (code varchar(20), label varchar(50)) charset utf8mb4',
    )
    await maria?.query("insert into suoan_dictionary.reasons values ('M1', '天气原因')")
    await me.post('/sys/dataSource/add', {
      code: 'maria',
      name: '库',
      dbType: '5',
      dbUrl: 'jdbc:mariadb://127.0.0.1:3306/suoan_dictionary',
      dbDriver: 'org.mariadb.jdbc.Driver',
      dbUsername: 'root',
    })
    expect((await run({ source: 'maria', table: 'suoan_dictionary.reasons' })).output).toContain('新增 1')
    expect((await choices()).get('M1')).toBe('天气原因')
    await maria?.query('drop database suoan_dictionary')
  })
})
