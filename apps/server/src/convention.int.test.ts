import { permissionOf, resources, verbTable, type Page, type Resource, type Verb } from '@suoan/contract'
import { newId } from '@suoan/kit/id'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { features } from './features.ts'
import { seedDictionaries } from '@suoan/platform/seed/dictionaries'
import { createTestWorld, type TestClient, type TestWorld } from '@suoan/platform/testing/test-world'
import { engineOf } from '@suoan/platform/resource/engine'
import { readSheet } from '@suoan/platform/resource/testing/read-sheet'
import { sampleDraft } from '@suoan/platform/resource/testing/sample-draft'
import { storeRow } from './testing/store-row.ts'

const firstMadeTenant = 10_000
/** What a description cannot say about its sample: values that a hook of the feature asks for, or made from a number. */
const extras: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  quartzJob: {
    jobClassName: 'jobs.OrphanFiles',
    cronExpression: (n: number) => `${n % 60} ${Math.floor(n / 60) % 60} 3 * * ? *`,
    parameter: '{}',
  },
  user: { relTenantIds: undefined, departIds: undefined, userIdentity: 1, password: 'Sample#2026' },
  // Far from the tenants of the cases below: one that has people stays.
  tenant: { id: (n: number) => firstMadeTenant + n },
  userAgent: { endTime: '2026-03-02 10:30:00' },
  area: { areaCode: undefined },
  lockType: { battLow: 20, battCrit: 10, heartbeatSec: 300, offlineSec: 900, purposes: '1,2' },
  gasStd: { kind: 2, lel: 5, limitMin: 0, limitMax: 0.5, unit: '%vol' },
  lock: { lockPurpose: 1 },
  announcement: { msgType: 'ALL', endTime: '2026-03-05 09:30:00' },
  checkRule: { ruleJson: '[{"digits":"*","pattern":"[A-Z]+","message":"只能大写字母"}]' },
  dataSource: {
    dbType: '6',
    dbHost: 'erp-db.example.com',
    dbPort: 5432,
    dbName: 'erp',
    dbDriver: undefined,
    dbUrl: undefined,
    dbTls: 'off',
    dbCa: undefined,
  },
  gatewayRoute: {
    uri: 'http://video.example.com:8081',
    predicates: '[{"name":"Path","args":["/video/**"]}]',
    filters: '[]',
    status: 0,
  },
  onlineReport: { cgrSql: 'select a from t', items: undefined, params: undefined },
  fillRule: { ruleClass: 'SequenceRule', ruleParams: '{"prefix":"T-"}' },
  message: { esType: 'email', esReceiver: 'someone@plant.example', esParam: '{}' },
  messageTemplate: { templateTestJson: '{}', templateVars: undefined, event: undefined, useStatus: '0' },
  messageRobot: { webhook: 'https://open.feishu.cn/hook', signSecret: undefined, kind: 'feishu' },
  pointRule: { expr: 'true' },
  dutyShift: { startTime: '2026-03-05 08:00:00', endTime: '2026-03-05 20:00:00' },
  dutyRule: { workType: (n: number) => String(n % 100).padStart(2, '0') },
  workType: {
    typeCode: (n: number) => ['01', '02', '03', '04', '05', '06', '07', '08'][n % 8],
    levelCode: (n: number) => ['0', '1', '2', '3', '4', '9'][n % 6],
    // Within the bounds of hot work (decision 0668).
    maxHours: 8,
    gasPreMin: 30,
    gasInterruptMin: 30,
    guardRequired: 1,
  },
  // A criterion that holds a figure must be readable (decision 0594).
  point: { verifyLimit: (n: number) => `≤${n + 1} V` },
  legSwitch: { leg: (n: number) => ['L2', 'L3', 'L6', 'L8'][n % 4] },
  // A number has a form (decision 0588): a passport’s.
  externalPerson: { photo: undefined, idNumber: (n: number) => `E${10_000_000 + n}` },
  lockUser: {
    // A standing grant of a group is nothing that a lock keeps.
    offlineFlag: 0,
    scopeType: 3,
    grantType: 2,
    validTo: '2026-03-03 09:30:00',
    credRef: undefined,
  },
}

/** References that a hook of the feature asks for where the description leaves the choice. */
const chosenRefs: Readonly<Record<string, readonly string[]>> = {
  personCert: ['userId'],
  lockUser: ['areaCode'],
}

type Row = Record<string, unknown> & { id: string; revision?: number }

let world: TestWorld
const dictValues = new Map<string, string>()
let counter = 0

beforeAll(async () => {
  world = await createTestWorld({ features })
  await world.ctx.db.transaction().execute((tx) => seedDictionaries(tx, world.clock.now()))
  for (const [code, items] of await engineOf(world.ctx).dictionaries.all()) {
    const first = items.find(({ isEnabled }) => isEnabled)
    if (first) dictValues.set(code, first.value)
  }
})
afterAll(() => world[Symbol.asyncDispose]())

/** Rows without a tenant hold for all of them, so only the platform may change them. */
const tenantOf = ({ traits }: Resource, tenantId: number): number => (traits.tenanted ? tenantId : 0)

/** A stored row made by the public call; required references are made the same way. */
async function makeRow(resource: Resource, client: TestClient): Promise<Row> {
  const draft = await draftFor(resource, client)
  const answer = await client.post(`${resource.path}/add`, draft)
  expect({ add: resource.name, ...answer }).toMatchObject({ success: true })
  return await newest(resource, client)
}

async function draftFor(resource: Resource, client: TestClient): Promise<Record<string, unknown>> {
  counter += 1
  const draft: Record<string, unknown> = {
    ...sampleDraft(resource, counter, (code) => dictValues.get(code)),
    ...Object.fromEntries(
      Object.entries(extras[resource.name] ?? {}).map(([name, value]) => [
        name,
        typeof value === 'function' ? (value as (n: number) => unknown)(counter) : value,
      ]),
    ),
  }
  for (const [name, field] of Object.entries(resource.fields)) {
    const isAsked = field.required || chosenRefs[resource.name]?.includes(name)
    if (!isAsked || field.derived || (field.kind !== 'ref' && field.kind !== 'refs')) continue
    const target = resources.find((one) => one.name === field.resource)
    if (target) draft[name] = (await makeRow(target, client))[field.by ?? 'id']
  }
  return draft
}

async function newest(resource: Resource, client: TestClient): Promise<Row> {
  const { rows } = await world.database.pool.query<{ id: string }>(
    // The tenants that the cases of 'tenant' make begin with a baseline of their own.
    `select id from ${resource.table} ${resource.traits.tenanted ? `where tenant_id < ${firstMadeTenant}` : ''} order by ${resource.fields['id'] ? 'create_time desc, id' : 'id'} desc limit 1`,
  )
  const { result } = await client.get<Row>(`${resource.path}/queryById`, { id: rows[0]?.id ?? '' })
  return result
}

const call = (client: TestClient, resource: Resource, verb: Verb) => {
  const path = `${resource.path}/${verb}`
  return verb === 'list' || verb === 'queryById' || verb === 'exportXls'
    ? client.raw('GET', path)
    : client.raw(verb.startsWith('delete') ? 'DELETE' : 'POST', path, { query: { id: '1', ids: '1' } })
}

const isMounted = (resource: Resource): boolean =>
  world.app.hasRoute({ method: 'GET', url: `${world.ctx.config.apiBase}${resource.path}/queryById` })

describe.each(
  resources.filter(({ verbs }) => verbs.length > 0).map((resource) => [resource.title, resource] as const),
)('%s', (_title, resource) => {
  const { traits } = resource
  const has = (verb: Verb): boolean => resource.verbs.includes(verb)

  it('refuses every verb without a token', async ({ skip }) => {
    if (!isMounted(resource)) skip('no feature mounts it yet')
    for (const { verb } of verbTable.filter((row) => has(row.verb))) {
      const answer = await call(world.anonymous, resource, verb)
      expect([verb, answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
        verb,
        500,
        'Token失效，请重新登录',
      ])
    }
  })

  it('refuses every verb without its own permission, and grants it with just that one', async ({ skip }) => {
    if (!isMounted(resource)) skip('no feature mounts it yet')
    for (const { verb, action } of verbTable.filter((row) => has(row.verb))) {
      const all = verbTable.map((row) => permissionOf(resource, row.action))
      const others = new Set(all.filter((code) => code !== permissionOf(resource, action)))
      const refused = await call(world.as({ permissions: others }), resource, verb)
      expect([verb, refused.json<{ code: number }>().code]).toEqual([verb, 510])
      const granted = await call(
        world.as({ permissions: new Set([permissionOf(resource, action)]) }),
        resource,
        verb,
      )
      if (String(granted.headers['content-type']).includes('json')) {
        expect([verb, granted.json<{ code: number }>().code]).not.toEqual([verb, 510])
      }
    }
  })

  it.runIf(has('list'))(
    'refuses an unknown sort column, ignores unknown filters and `field`',
    async ({ skip }) => {
      if (!isMounted(resource)) skip('no feature mounts it yet')
      const me = world.as()
      const sorted = await me.get(`${resource.path}/list`, { column: 'nope;drop table x', order: 'asc' })
      expect(sorted.success).toBe(false)
      expect(sorted.message).toContain('请注意，将要排序的列字段不存在')
      const free = await me.get(`${resource.path}/list`, {
        nope: '1',
        field: 'id,,password',
        _t: 1,
        column: 'createTime',
        order: 'desc',
      })
      expect(free).toMatchObject({ success: true })
    },
  )

  it.runIf(has('list'))(
    'treats hostile texts as texts in every filter, and never as SQL',
    async ({ skip }) => {
      if (!isMounted(resource)) skip('no feature mounts it yet')
      const me = world.as()
      const hostile = [
        "' or '1'='1",
        "x'; drop table sys_user; --",
        '%',
        '_',
        '\\',
        '*%*',
        "in ('a')",
        '中\u0000文',
        '${7*7}',
        '\ud800',
      ]
      for (const [name, field] of Object.entries(resource.fields)) {
        if (field.hidden || field.kind === 'secret') continue
        for (const value of hostile) {
          const answer = await me.get<Page<Row>>(`${resource.path}/list`, { [name]: value })
          if (answer.success) expect([name, value, answer.result.records.length]).toEqual([name, value, 0])
          else
            expect([name, value, answer.message]).toEqual([
              name,
              value,
              expect.stringMatching(/查询条件|不能使用/),
            ])
        }
      }
    },
  )

  it.runIf(has('list') && areaFieldsOf(resource).length > 0)(
    'shows what belongs to the areas below the one that is asked for, and leaves it out where that one is left out',
    async ({ skip }) => {
      if (!isMounted(resource)) skip('no feature mounts it yet')
      const me = world.as({ tenantId: 79 })
      for (const name of areaFieldsOf(resource)) {
        const { asked, belowIt, beside, row } = await rowBelow(resource, name)
        const found = async (params: Record<string, string>) =>
          (await me.get<Page<Row>>(`${resource.path}/list`, { id: row, ...params })).result.total
        expect([name, 'above', await found({ [name]: asked })]).toEqual([name, 'above', 1])
        expect([name, 'its own', await found({ [name]: belowIt })]).toEqual([name, 'its own', 1])
        expect([name, 'several', await found({ [name]: `${asked},${beside}` })]).toEqual([name, 'several', 1])
        expect([name, 'beside', await found({ [name]: beside })]).toEqual([name, 'beside', 0])
        const rule = (op: string, val: string) => ({
          superQueryParams: encodeURIComponent(
            JSON.stringify([{ field: name, rule: op, val, type: 'input' }]),
          ),
        })
        expect([name, 'eq', await found(rule('eq', asked))]).toEqual([name, 'eq', 1])
        expect([name, 'ne', await found(rule('ne', asked))]).toEqual([name, 'ne', 0])
        expect([name, 'ne beside', await found(rule('ne', beside))]).toEqual([name, 'ne beside', 1])
      }
    },
  )

  it.runIf(has('list') && has('add'))(
    'keeps an advanced query inside the scope, also with `or`',
    async ({ skip }) => {
      if (!isMounted(resource) || !traits.tenanted) skip('not tenanted')
      await makeRow(resource, world.as({ tenantId: 71 }))
      const all = JSON.stringify([
        { field: 'id', rule: 'ne', val: '1' },
        { field: 'createBy', rule: 'eq', val: 'x' },
      ])
      const answer = await world.as({ tenantId: 72 }).get<Page<Row>>(`${resource.path}/list`, {
        superQueryParams: encodeURIComponent(all),
        superQueryMatchType: 'or',
      })
      expect(answer.result).toMatchObject({ total: 0, records: [] })
    },
  )

  it.runIf(traits.belongsTo !== 'tenant')(
    'is changed by the platform alone, whatever an administrator of another tenant may',
    async ({ skip }) => {
      if (!isMounted(resource)) skip('has routes of its own')
      const foreign = world.as({ tenantId: 71, roleCodes: ['admin'] })
      const ours = await makeRow(resource, world.as())
      const sheet = { name: 'x.xlsx', content: Buffer.from('x') }
      for (const [verb, send] of [
        ['add', () => foreign.post(`${resource.path}/add`, {})],
        ['edit', () => foreign.put(`${resource.path}/edit`, { id: ours.id, name: 'x' })],
        ['delete', () => foreign.delete(`${resource.path}/delete`, { id: ours.id })],
        ['deleteBatch', () => foreign.delete(`${resource.path}/deleteBatch`, { ids: ours.id })],
        ['importExcel', () => foreign.upload(`${resource.path}/importExcel`, sheet)],
        ['list', () => foreign.get(`${resource.path}/list`)],
        ['queryById', () => foreign.get(`${resource.path}/queryById`, { id: ours.id })],
        ['exportXls', () => foreign.get(`${resource.path}/exportXls`)],
      ] as const) {
        const isRead = verb === 'list' || verb === 'queryById' || verb === 'exportXls'
        if (!has(verb) || (isRead && traits.belongsTo === 'platform')) continue
        expect([verb, await send()]).toEqual([
          verb,
          expect.objectContaining({
            success: false,
            message: `“${resource.title}”由平台统一维护，请联系平台管理员`,
          }),
        ])
      }
    },
  )

  it.runIf(has('add') && has('edit'))(
    'answers for a row of another tenant exactly as for none',
    async ({ skip }) => {
      if (!isMounted(resource) || !traits.tenanted) skip('not tenanted')
      const row = await makeRow(resource, world.as({ tenantId: 71 }))
      const username = `stranger-of-${resource.name}`
      const stranger = world.as({ tenantId: 72, userId: username, username })
      let asked = 0
      // Past what all together are noted one by one in ten minutes.
      world.clock.advance(11 * 60_000)
      const strip = (answer: object) => ({ ...answer, timestamp: 0 })
      for (const [verb, send] of [
        ['queryById', (id: string) => stranger.get(`${resource.path}/queryById`, { id })],
        ['edit', (id: string) => stranger.put(`${resource.path}/edit`, { id, tenantId: 71 })],
        ['delete', (id: string) => stranger.delete(`${resource.path}/delete`, { id })],
        ['deleteBatch', (id: string) => stranger.delete(`${resource.path}/deleteBatch`, { ids: `${id},` })],
      ] as const) {
        if (!has(verb)) continue
        asked += 1
        expect([verb, strip(await send(row.id))]).toEqual([verb, strip(await send('1'))])
      }
      // Each is noted as a refusal (issue 10, line 16), and none about the row that nobody has.
      const { rows: noted } = await world.database.pool.query(
        'select 1 from sys_log where userid = $1 and log_type = 3',
        [username],
      )
      expect(noted).toHaveLength(asked)
      expect(
        await world.as({ tenantId: 71 }).get(`${resource.path}/queryById`, { id: row.id }),
      ).toMatchObject({ success: true })
    },
  )

  it.runIf(has('list') && traits.stamped)(
    'obeys a data rule on every verb, and denies when the rule is broken',
    async ({ skip }) => {
      if (!isMounted(resource)) skip('no feature mounts it yet')
      const owner = world.as({ username: 'owner', tenantId: tenantOf(resource, 73) })
      const row = has('add') ? await makeRow(resource, owner) : undefined
      const roleIds = [await ruleRole(resource, 'createBy', '#{sys_user_code}')]
      const other = world.as({ username: 'other', tenantId: tenantOf(resource, 73), roleIds })
      const same = world.as({ username: 'owner', tenantId: tenantOf(resource, 73), roleIds })
      if (row) {
        expect((await same.get<Page<Row>>(`${resource.path}/list`, { id: row.id })).result.total).toBe(1)
        expect((await other.get<Page<Row>>(`${resource.path}/list`, { id: row.id })).result.total).toBe(0)
        expect(await other.get(`${resource.path}/queryById`, { id: row.id })).toMatchObject({
          success: false,
          message: '未找到对应实体',
        })
        if (has('delete'))
          expect(await other.delete(`${resource.path}/delete`, { id: row.id })).toMatchObject({
            success: false,
            message: '未找到对应实体',
          })
        if (has('edit'))
          expect(await other.put(`${resource.path}/edit`, { id: row.id })).toMatchObject({
            success: false,
            message: '未找到对应实体',
          })
      }
      for (const [column, value] of [
        ['noSuchColumn', 'x'],
        ['createBy', '#{no_such_variable}'],
      ] as const) {
        const broken = world.as({ roleIds: [await ruleRole(resource, column, value)] })
        const denied = await broken.get(`${resource.path}/list`)
        expect(denied).toMatchObject({ success: false, code: 510 })
        expect(denied.message).toContain(`规则-${column}`)
      }
    },
  )

  it.runIf(has('edit') && traits.revisioned)(
    'refuses a stale revision with the difference, and counts up without one',
    async ({ skip }) => {
      if (!isMounted(resource)) skip('no feature mounts it yet')
      const me = world.as({ tenantId: tenantOf(resource, 74) })
      const row = await makeRow(resource, me)
      const text = Object.entries(resource.fields).find(
        ([name, field]) =>
          ['text', 'longText'].includes(field.kind) &&
          !field.derived &&
          !field.immutable &&
          !field.pattern &&
          !field.unique &&
          (field.max ?? 99) >= 8 &&
          !extras[resource.name]?.[name],
      )?.[0]
      if (text === undefined) return skip('no free text to edit')
      const edit = (body: object) => me.put(`${resource.path}/edit`, { id: row.id, ...body })
      // A message is refused while its sender has it in hand, which it has as soon as it is there.
      await expect
        .poll(() => edit({ [text]: '第一次', revision: row.revision }), { timeout: 10_000 })
        .toMatchObject({ success: true })
      const stale = await edit({ [text]: '第二次', revision: row.revision })
      expect(stale).toMatchObject({
        success: false,
        code: 4090,
        result: { difference: [{ field: text, stored: '第一次', yours: '第二次' }] },
      })
      expect(await edit({ [text]: '第三次' })).toMatchObject({ success: true })
      const after = await me.get<Row>(`${resource.path}/queryById`, { id: row.id })
      expect(after.result).toMatchObject({ [text]: '第三次', revision: (row.revision ?? 0) + 2 })
    },
  )

  it.runIf(has('add'))('ignores system columns in a draft', async ({ skip }) => {
    if (!isMounted(resource)) skip('no feature mounts it yet')
    const me = world.as({ tenantId: tenantOf(resource, 75), username: 'honest' })
    const draft = await draftFor(resource, me)
    const forged = { ...draft, createBy: 'forged', delFlag: 1, revision: 99, tenantId: 1, noSuchField: 'x' }
    expect(await me.post(`${resource.path}/add`, forged)).toMatchObject({ success: true })
    const row = await newest(resource, me)
    if (traits.stamped) expect(row['createBy']).toBe('honest')
    if (traits.tenanted) expect(row['tenantId']).toBe(75)
    if (traits.revisioned) expect(row.revision).toBe(0)
    expect(row).not.toHaveProperty('noSuchField')
  })

  it.runIf(has('delete') && has('add'))(
    'deletes a row once; a marked row stays in the table and nowhere else',
    async ({ skip }) => {
      if (!isMounted(resource)) skip('no feature mounts it yet')
      const me = world.as({ tenantId: tenantOf(resource, 76) })
      const row = await makeRow(resource, me)
      expect(await me.delete(`${resource.path}/deleteBatch`, { ids: ',,' })).toMatchObject({
        success: false,
        message: '请选择一条记录！',
      })
      const deleted = await me.delete(`${resource.path}/delete`, { id: row.id })
      expect(deleted).toMatchObject({ success: true })
      expect(await me.delete(`${resource.path}/delete`, { id: row.id })).toMatchObject({
        success: false,
        message: '未找到对应实体',
      })
      if (has('list'))
        expect((await me.get<Page<Row>>(`${resource.path}/list`, { id: row.id })).result.total).toBe(0)
      const { rows } = await world.database.pool.query(`select * from ${resource.table} where id = $1`, [
        row.id,
      ])
      expect(rows).toHaveLength(traits.softDeleted ? 1 : 0)
      const log = await world.database.pool.query(
        'select 1 from sys_data_log where data_table = $1 and data_id = $2',
        [resource.table, row.id],
      )
      expect(log.rows).toHaveLength(2)
    },
  )

  it.runIf(has('exportXls') && has('importExcel'))('comes back from its own export', async ({ skip }) => {
    if (!isMounted(resource)) skip('no feature mounts it yet')
    const me = world.as({ tenantId: tenantOf(resource, 77), userId: `importer-${resource.name}` })
    const row = await makeRow(resource, me)
    const file = await me.raw('GET', `${resource.path}/exportXls`, { query: { selections: `${row.id},` } })
    expect(file.headers['content-type']).toContain('application/vnd.ms-excel')
    const sheet = await readSheet(file.rawPayload)
    expect(sheet).toMatchObject({ ok: true })
    if (sheet.ok) expect(sheet.rows).toHaveLength(4)
    await world.database.pool.query(`delete from ${resource.table} where id = $1`, [row.id])
    const imported = await me.upload(`${resource.path}/importExcel`, {
      name: 'back.xls',
      content: file.rawPayload,
    })
    expect(imported).toMatchObject({
      success: true,
      code: 200,
      message: '共1行数据全部导入成功！',
    })
    const again = await newest(resource, me)
    expect(again[resource.label]).toBe(row[resource.label])
  })

  it.runIf(has('importExcel'))('tells bad rows of an import by line in a file', async ({ skip }) => {
    if (!isMounted(resource)) skip('no feature mounts it yet')
    const required = Object.values(resource.fields).filter(
      ({ required: needed, derived, noSheet }) => needed && !derived && !noSheet,
    )
    if (required.length < 2) return skip('nothing to leave out')
    const headings = required.map(({ heading, label }) => heading ?? label)
    const csv = `${headings.join(',')}\n样例${','.repeat(headings.length - 1)}\n`
    const me = world.as({ tenantId: tenantOf(resource, 78), userId: `bad-${resource.name}` })
    const answer = await me.upload<{ errorCount: number; fileUrl: string }>(`${resource.path}/importExcel`, {
      name: 'bad.xls',
      content: Buffer.from(`\uFEFF${csv}`),
    })
    expect(answer).toMatchObject({
      success: true,
      code: 201,
      message: '没有导入任何数据：共1行都有错误，请按错误报告改正后重新导入。',
      result: { totalCount: 1, errorCount: 1 },
    })
    const report = await me.raw('GET', answer.result.fileUrl)
    expect(report.statusCode).toBe(200)
    expect(report.body).toMatch(/第 2 行：.*不能为空.*，忽略导入。/)
  })
})

/** Fields that name one area, but for the area above an area. */
function areaFieldsOf(resource: Resource): string[] {
  return Object.entries(resource.fields).flatMap(([name, field]) =>
    field.kind === 'ref' && field.resource === 'area' && resource.name !== 'area' && !field.hidden
      ? [name]
      : [],
  )
}

/** Where its rows are stored: the last openings are a view of the locks. */
const tableOf = (resource: Resource): string => (resource.name === 'lockLast' ? 'lo_lock' : resource.table)

/** A stored row of an area two levels below the one to ask for, and an area beside that whose code begins alike. */
async function rowBelow(
  resource: Resource,
  name: string,
): Promise<{ asked: string; belowIt: string; beside: string; row: string }> {
  const { pool } = world.database
  counter += 1
  const root = `A${String(counter % 90).padStart(2, '0')}`
  // Ids in the order they are made, as of all rows: the newest row of a table is told by its id.
  const ids = new Map([root, `${root}A01`, `${root}A01B02`, `${root}A02`].map((code) => [code, newId()]))
  await pool.query('delete from lo_area where tenant_id = 79')
  for (const [code, id] of ids)
    await storeRow(pool, 'lo_area', {
      id,
      tenant_id: 79,
      area_code: code,
      pid: '0',
      create_time: new Date(0),
    })
  const codes = [...ids.keys()]
  const key = (code = '') => (resource.fields[name]?.by === 'areaCode' ? code : (ids.get(code) ?? ''))
  const row = newId()
  const time = resource.fields[resource.sort.column]?.kind === 'dateTime' ? resource.sort.column : null
  const column = (field: string) =>
    resource.fields[field]?.column ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  await storeRow(pool, tableOf(resource), {
    id: row,
    tenant_id: 79,
    [column(name)]: key(codes[2]),
    ...(resource.traits.stamped ? { create_time: new Date(0) } : {}),
    ...(time === null ? {} : { [column(time)]: new Date(world.clock.now()) }),
    // What was never heard of has no last opening.
    ...(resource.name === 'lockLast' ? { last_seen: new Date(world.clock.now()), lock_code: row } : {}),
  })
  return { asked: key(codes[1]), belowIt: key(codes[2]), beside: key(codes[3]), row }
}

/** A role with one data rule on the list of a resource; returns the role's id. */
async function ruleRole(resource: Resource, column: string, value: string): Promise<string> {
  const { pool } = world.database
  const [role, permission, rule] = [newId(), newId(), newId()]
  await pool.query(
    `insert into sys_permission (id, name, menu_type, perms, status) values ($1, $2, 2, $3, '1')`,
    [permission, `${resource.title}列表`, permissionOf(resource, 'list')],
  )
  await pool.query(
    `insert into sys_permission_data_rule (id, permission_id, rule_name, rule_column, rule_conditions, rule_value, status)
     values ($1, $2, $3, $4, '=', $5, '1')`,
    [rule, permission, `规则-${column}`, column, value],
  )
  await pool.query(
    `insert into sys_role_permission (id, role_id, permission_id, data_rule_ids) values ($1, $2, $3, $4)`,
    [newId(), role, permission, rule],
  )
  return role
}
