import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSheet } from '@suoan/platform/resource/testing/read-sheet'
import { createTestDatabase, createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { dataSources } from '../data-sources/index.ts'
import { connectMaria, mariaPort } from '../data-sources/testing/maria.ts'
import { dictionaries } from '../dictionaries/index.ts'
import { onlineReports } from './index.ts'

const maria = await connectMaria('reports from it are not tested here')
const mariaName = `suoan_report_${randomBytes(6).toString('hex')}`

/** The neighbouring system: what it has, in words that both databases understand. */
const neighbour = [
  'drop table if exists erp_material',
  `create table erp_material (code varchar(20), title varchar(50), kind varchar(4), amount integer, made timestamp null, secret varchar(20))`,
  `insert into erp_material values
     ('M-1', '挂锁 50%', '1', 5, '2026-03-01 08:00:00', 'x'), ('M-2', '挂锁 500', '2', 15, '2026-03-02 23:30:00', 'x'),
     ('M-3', 'Hasp', '1', 25, '2026-03-03 00:00:00', 'x'), ('M-4', null, null, null, null, 'x')`,
  'drop table if exists erp_order',
  'create table erp_order (id integer, price decimal(10,2), rate double precision, word varchar(20), placed timestamp(1) null, due date)',
  `insert into erp_order values (0, 5.5, 0.2, '05', '2026-03-02 00:00:00', '2026-03-02'),
     (1, 5, 0.1, '5', '2026-03-01 23:59:59.9', '2026-03-01'), (2, null, null, 'five', null, null)`,
]

let world: TestWorld
let own: URL
beforeAll(async () => {
  const database = await createTestDatabase()
  own = new URL(database.url)
  world = await createTestWorld({
    database,
    features: [
      { name: 'dictionaries', mount: dictionaries },
      { name: 'data-sources', mount: dataSources },
      { name: 'online-reports', mount: onlineReports },
    ],
    env: { DATA_SOURCE_HOSTS: `127.0.0.1:${mariaPort},127.0.0.1:${own.port}` },
  })
  const client = new Client({ connectionString: database.url })
  await client.connect()
  for (const line of neighbour) await client.query(line)
  await client.query(
    `insert into sys_dict (id, dict_code, dict_name, del_flag) values ('kinds', 'material_kind', '物料类别', 0)`,
  )
  await client.query(
    `insert into sys_dict_item (id, dict_id, item_value, item_text, status) values ('kind-1', 'kinds', '1', '锁具', 1)`,
  )
  await client.query(`create table many as select n, 'K' || n % 3 as kind, n / 100.0 as share, 'x' as word
    from generate_series(1, 7000) n`)
  // Reading it fails at its 6,500th row, as a source that goes away does.
  await client.query('create view dying as select n, 1 / (6500 - n) as broken from many')
  await client.query('create table "Odd Names" ("Group" integer, "order" integer)')
  await client.query('insert into "Odd Names" values (1, 2)')
  await client.end()
  if (maria) {
    await maria.query(`create database ${mariaName} character set utf8mb4`)
    await maria.query(`use ${mariaName}`)
    // A time without a zone is called otherwise there.
    for (const line of neighbour) await maria.query(line.replace(' timestamp', ' datetime'))
  }
  const source = {
    dbUsername: decodeURIComponent(own.username),
    dbPassword: decodeURIComponent(own.password),
  }
  await world.as().post('/sys/dataSource/add', {
    ...source,
    code: 'pg',
    name: 'PostgreSQL',
    dbType: '6',
    dbUrl: `jdbc:postgresql://127.0.0.1:${own.port}${own.pathname}`,
  })
  if (maria)
    await world.as().post('/sys/dataSource/add', {
      code: 'maria',
      name: 'MariaDB',
      dbType: '5',
      dbUrl: `jdbc:mariadb://127.0.0.1:${mariaPort}/${mariaName}`,
      dbUsername: 'root',
      dbPassword: '',
    })
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await maria?.query(`drop database ${mariaName}`)
  await maria?.end()
})

const statement = `select code as Material, title, kind, amount, made from erp_material
  where kind = \${kind} and amount >= \${least} order by code desc`
const items = [
  { fieldName: 'title', fieldTxt: '名称', isSearch: 1 },
  { fieldName: 'material', fieldTxt: '物料', isSearch: 1 },
  { fieldName: 'kind', fieldTxt: '类别', isSearch: 1, dictCode: 'material_kind' },
  {
    fieldName: 'amount',
    fieldTxt: '数量',
    fieldType: 'Integer',
    isSearch: 1,
    searchMode: 'group',
    isTotal: '1',
  },
  {
    fieldName: 'made',
    fieldTxt: '制造时间',
    fieldType: 'Datetime',
    isSearch: 1,
    searchMode: 'single',
    isShow: 0,
  },
]
const params = [
  { paramName: 'kind', paramTxt: '类别' },
  { paramName: 'least', paramTxt: '最少', paramValue: '10' },
]

const add = (code: string, more: object = {}, client = world.as()) =>
  client.post('/online/cgreport/head/add', {
    // As the family's client sends it, with ids of its own.
    head: { code, name: `报表 ${code}`, dbSource: 'pg', cgrSql: statement, ...more },
    items: items.map((item, index) => ({ ...item, id: `row_${index}` })),
    params,
  })

interface Looks {
  readonly cgRpConfigId: string
  readonly columns: readonly { readonly title: string; readonly dataIndex: string }[]
  readonly dictOptions: Readonly<Record<string, readonly { readonly text: string }[]>>
}
const looks = async (code: string): Promise<Looks> =>
  (await world.as().get<Looks>(`/online/cgreport/api/getRpColumns/${code}`)).result
interface Page {
  readonly total: number
  readonly totals?: Readonly<Record<string, string>> | null
  readonly records: readonly Readonly<Record<string, unknown>>[]
}
const data = async (id: string, query: Readonly<Record<string, string>> = {}) =>
  await world.as().get<Page>(`/online/cgreport/api/getData/${id}`, query)
const exported = async (id: string, query: Readonly<Record<string, string>> = {}, client = world.as()) =>
  await client.raw('GET', `/online/cgreport/api/exportXls/${id}`, { query })
const linesOf = async (bytes: Uint8Array) => {
  const sheet = await readSheet(bytes)
  if (!sheet.ok) throw new Error(sheet.message)
  return sheet.rows
}
/** What is said of a statement that the source does not understand. */
const cannot = expect.stringContaining('不能执行这条查询语句') as string
const codes = async (id: string, query: Readonly<Record<string, string>> = {}) => {
  const { result, message } = await data(id, query)
  return result === null ? message : result.records.map((row) => row['material'])
}

it('a code that differs from another only by its letters’ case is refused and told which', async () => {
  expect(await add('Stock-in')).toMatchObject({ success: true })
  for (const code of ['stock-in', 'STOCK-IN'])
    expect(await add(code)).toMatchObject({
      success: false,
      message: `报表编码“${code}”与已有的“Stock-in”只有大小写不同，容易混淆，请换一个编码`,
    })
  const all = await world
    .as()
    .get<{ records: { id: string }[] }>('/online/cgreport/head/list', { code: 'Stock-in' })
  expect(all.result.records).toHaveLength(1)
  // A code that is free again may be written in any way.
  await world.as().delete('/online/cgreport/head/delete', { id: all.result.records[0]?.id ?? '' })
  expect(await add('STOCK-IN')).toMatchObject({ success: true })
})

describe('a report', () => {
  it('describes itself in the shapes that the popup of the family asks for', async () => {
    expect(await add('looks')).toMatchObject({ success: true })
    const { cgRpConfigId: id, columns, dictOptions } = await looks('looks')
    expect(columns).toEqual([
      { title: '名称', dataIndex: 'title', align: 'center', sorter: true },
      { title: '物料', dataIndex: 'material', align: 'center', sorter: true },
      { title: '类别', dataIndex: 'kind', align: 'center', sorter: true, customRender: 'material_kind' },
      { title: '数量', dataIndex: 'amount', align: 'center', sorter: true, isTotal: '1' },
    ])
    expect(dictOptions['material_kind']?.map(({ text }) => text)).toEqual(['锁具'])
    expect((await world.as().get(`/online/cgreport/api/getQueryInfo/${id}`)).result).toMatchObject([
      { label: '名称', field: 'title', view: 'text', mode: 'single', hidden: '0' },
      { label: '物料', field: 'material', hidden: '0' },
      { label: '类别', field: 'kind', view: 'list', hidden: '1', dictCode: 'material_kind' },
      { label: '数量', field: 'amount', view: 'number', mode: 'group', hidden: '1' },
      { label: '制造时间', field: 'made', view: 'datetime', hidden: '1' },
    ])
    expect((await world.as().get(`/online/cgreport/api/getParamsInfo/${id}`)).result).toEqual([
      { paramName: 'kind', paramTxt: '类别', paramValue: '' },
      { paramName: 'least', paramTxt: '最少', paramValue: '10' },
    ])
    expect((await world.as().get(`/online/cgreport/api/getColumnsAndData/${id}`)).result).toMatchObject({
      cgreportHeadName: '报表 looks',
      data: { total: 2 },
      fieldHrefSlots: [],
    })
    expect((await world.as().get('/online/cgreport/item/listByHeadId', { headId: id })).result).toHaveLength(
      5,
    )
    expect((await world.as().get('/online/cgreport/param/listByHeadId', { headId: id })).result).toHaveLength(
      2,
    )
    expect((await world.as().get('/online/cgreport/head/parseSql', { sql: statement })).result).toMatchObject(
      { fields: [{ fieldName: 'material' }, {}, {}, {}, {}], params: [{ paramName: 'kind' }, {}] },
    )
  })

  it('is changed whole or flat, and keeps what it says of columns that stay', async () => {
    await add('changed')
    const { cgRpConfigId: id } = await looks('changed')
    const shorter = 'select code as material, title, amount from erp_material'
    expect(
      await world
        .as()
        .put('/online/cgreport/head/editAll', { head: { id, name: '改过', cgrSql: shorter }, items, params }),
    ).toMatchObject({ success: true, message: '全部修改成功' })
    expect((await looks('changed')).columns.map(({ title }) => title)).toEqual(['名称', '物料', '数量'])
    expect(await world.as().put('/online/cgreport/head/edit', { id, name: '又改' })).toMatchObject({
      success: true,
    })
    expect((await looks('changed')).columns.map(({ title }) => title)).toEqual(['名称', '物料', '数量'])
  })

  const sources = maria ? ['pg', 'maria'] : ['pg']
  describe.each(sources)('of %s', (dbSource) => {
    let id = ''
    beforeAll(async () => {
      await add(`of-${dbSource}`, { dbSource })
      id = (await looks(`of-${dbSource}`)).cgRpConfigId
    })

    it('answers what its statement names, with bound values and the defaults of its parameters', async () => {
      expect(await codes(id)).toEqual(['M-3', 'M-2'])
      expect(await codes(id, { self_least: '1' })).toEqual(['M-3', 'M-2', 'M-1'])
      expect(await codes(id, { self_least: '1', self_kind: '1' })).toEqual(['M-3', 'M-1'])
      const { result } = await data(id)
      expect(result.total).toBe(2)
      expect(Object.keys(result.records[0] ?? {})).toEqual(['material', 'title', 'kind', 'amount', 'made'])
      expect(String(result.records[0]?.['made'])).toMatch(/^2026-03-03 /)
    })

    it('is narrowed, ordered and paged as the query says', async () => {
      const all = { self_least: '1' }
      expect(await codes(id, { ...all, title: '50%' })).toEqual(['M-1'])
      expect(await codes(id, { ...all, title: 'hASp' })).toEqual(['M-3'])
      expect(await codes(id, { ...all, kind: '1' })).toEqual(['M-3', 'M-1'])
      expect(await codes(id, { ...all, amount_begin: '6', amount_end: '15' })).toEqual(['M-2'])
      expect(await codes(id, { ...all, made: '2026-03-02' })).toEqual(['M-2'])
      expect(await codes(id, { ...all, column: 'amount', order: 'asc' })).toEqual(['M-1', 'M-2', 'M-3'])
      expect(await codes(id, { ...all, column: 'secret', order: 'asc' })).toEqual(['M-3', 'M-2', 'M-1'])
      const second = await data(id, { ...all, pageNo: '2', pageSize: '2' })
      expect(second.result).toMatchObject({ total: 3, records: [{ material: 'M-1' }] })
    })

    it('adds up what its 合计 says of all rows of the query, not of the page', async () => {
      const sums = async (query: Readonly<Record<string, string>>) => (await data(id, query)).result.totals
      expect(await sums({ self_least: '1' })).toEqual({ amount: '45' })
      expect(await sums({ self_least: '1', pageNo: '2', pageSize: '2' })).toEqual({ amount: '45' })
      expect(await sums({ self_least: '1', kind: '1' })).toEqual({ amount: '30' })
      expect(await sums({ self_least: '1', title: 'nothing' })).toEqual({ amount: '0' })
    })

    it('is exported as it is shown: its columns, dictionaries, filters and order, 合计 below', async () => {
      const sheet = async (query: Readonly<Record<string, string>>) => {
        const answer = await exported(id, query)
        expect(answer.headers['content-type']).toBe('application/vnd.ms-excel')
        return await linesOf(answer.rawPayload)
      }
      expect(await sheet({ self_least: '1', column: 'amount', order: 'desc' })).toEqual([
        [`报表 of-${dbSource}数据`],
        ['导出人:测试员'],
        ['名称', '物料', '类别', '数量'],
        ['Hasp', 'M-3', '锁具', '25'],
        ['挂锁 500', 'M-2', '2', '15'],
        ['挂锁 50%', 'M-1', '锁具', '5'],
        ['合计', '', '', '45'],
      ])
      expect((await sheet({ self_least: '1', kind: '1', amount_end: '10' })).slice(3)).toEqual([
        ['挂锁 50%', 'M-1', '锁具', '5'],
        ['合计', '', '', '5'],
      ])
      expect((await sheet({ self_least: '1', title: 'nothing' })).slice(3)).toEqual([['合计', '', '', '0']])
    })

    it('takes what people type as values, never as parts of the statement', async () => {
      for (const word of ["' or '1'='1", "\\' or 1=1 -- ", '"; drop table erp_material; --', '`', '$1', '?'])
        for (const query of [{ title: word }, { self_kind: word, self_least: '1' }])
          expect(await codes(id, query)).toEqual([])
      expect(await codes(id, { amount_begin: '6 or 1=1' })).toBe('查询条件“数量”要填写数字')
      expect(await codes(id, { made: '2026-02-30x' })).toContain('查询条件“制造时间”要填写日期')
      expect(await codes(id, { self_least: '1 or 1=1' })).toBe('参数“最少”要填写数字')
      expect(await codes(id, { self_least: '1' })).toHaveLength(3)
      // What is no column to ask for is no condition either.
      expect(await codes(id, { self_least: '1', secret: 'nothing' })).toHaveLength(3)
    })
  })

  describe.each(sources)('of figures and days in %s', (dbSource) => {
    const named = ['price', 'rate', 'word', 'placed', 'due']
    let made = 0
    const described = async (
      types: Readonly<Record<string, string>>,
      where = `id = \${no} and word = \${word}`,
    ) => {
      const code = `orders-${dbSource}-${++made}`
      const head = {
        code,
        name: code,
        dbSource,
        cgrSql: `select id as no, ${named.join(', ')} from erp_order where ${where} order by id`,
      }
      const columns = named.map((fieldName) => ({ fieldName, fieldType: types[fieldName], isSearch: 1 }))
      await world.as().post('/online/cgreport/head/add', { head, items: columns })
      const { cgRpConfigId: id } = await looks(code)
      return async (query: Readonly<Record<string, string>>) => {
        const { result, message } = await data(id, query)
        return result === null ? message : result.records.map((row) => row['no'])
      }
    }

    it('finds a figure however it is written, in a column of texts too', async () => {
      const found = await described({ price: 'Integer', rate: 'Integer', word: 'Long' })
      for (const price of ['5', '5.00', '+5', '05']) expect(await found({ price })).toEqual([1])
      expect(await found({ price: '5.001' })).toEqual([])
      expect(await found({ price: '9'.repeat(30) })).toEqual([])
      expect(await found({ rate: '0.10' })).toEqual([1])
      expect(await found({ word: '5' })).toEqual([0, 1])
      expect(await found({ word: '0' })).toEqual([])
    })

    it('takes a day for all of it, whether the column has times or not', async () => {
      for (const type of ['Date', 'Datetime']) {
        const found = await described({ placed: type, due: type })
        for (const name of ['placed', 'due']) {
          expect(await found({ [name]: '2026-03-01' })).toEqual([1])
          expect(await found({ [name]: '2026-02-30' })).toContain('要填写日期')
        }
        expect(await found({ placed: '2026-03-01 23:59:59' })).toEqual([1])
        expect(await found({ placed: '2026-03-01 23:59' })).toEqual([1])
        expect(await found({ placed: '2026-03-01 23:58' })).toEqual([])
      }
    })

    it('finds no row by a parameter that merely begins as its figure, or is none', async () => {
      // Nobody described the column, so that only the source can tell what it holds.
      const found = await described({})
      expect(await found({ self_no: '1' })).toEqual([1])
      expect(await found({ self_word: 'five' })).toEqual([2])
      for (const no of ['x', '1 or 1=1', "1'", '1-2']) {
        const answer = await found({ self_no: no })
        expect(answer).toEqual(dbSource === 'pg' ? cannot : [])
      }
    })

    it.each(['<', '<=', '>', '>=', '<>'])(
      'compares no figure and no day with a word, by %s',
      async (sign) => {
        const all = await (await described({}))({})
        const after = await described(
          {},
          `id ${sign} \${no} and placed ${sign} \${day} and word ${sign} \${word}`,
        )
        expect(await after({})).toEqual(all)
        for (const [name, words] of [
          ['self_no', ['x', '1 or 1=1', '-']],
          ['self_day', ['x', '2026-02-30 or 1=1']],
        ] as const)
          for (const word of words)
            expect(await after({ [name]: word })).toEqual(dbSource === 'pg' ? cannot : [])
        // A column of words is compared with words as before.
        expect(await after({ self_word: 'zz' })).toEqual(
          sign === '<' || sign === '<=' || sign === '<>' ? all : [],
        )
      },
    )
  })

  it('asks for no column under a name that a query uses itself, and for none that the source would cut', async () => {
    const head = { code: 'named', name: '名字', dbSource: 'pg' }
    const tried = (cgrSql: string, fieldName: string, isSearch: 0 | 1) =>
      world
        .as()
        .post('/online/cgreport/head/add', { head: { ...head, cgrSql }, items: [{ fieldName, isSearch }] })
    for (const name of ['id', 'column', 'order', 'token', 'self_a'])
      expect(await tried(`select n as "${name}" from many`, name, 1)).toMatchObject({
        success: false,
        message: expect.stringContaining(`字段“${name}”不能作为查询条件`) as string,
      })
    const long = '甲'.repeat(22)
    expect(await tried(`select n as ${long} from many`, long, 0)).toMatchObject({
      success: false,
      message: expect.stringContaining(`列“${long}”的名字太长`) as string,
    })
    const fits = '甲'.repeat(21)
    expect(await tried(`select n as ${fits}, kind as "id" from many`, fits, 1)).toMatchObject({
      success: true,
    })
    const { cgRpConfigId } = await looks('named')
    expect((await data(cgRpConfigId, { [fits]: '7000' })).result).toMatchObject({
      records: [{ [fits]: 7000, id: 'K1' }],
    })
  })

  const addMany = async (code: string, more: object = {}) => {
    const columns = [
      { fieldName: 'n', fieldTxt: '号', fieldType: 'Integer', isTotal: '1' },
      { fieldName: 'share', fieldType: 'Integer', isTotal: '1' },
    ]
    const cgrSql = 'select n, kind, share from many'
    await world.as().post('/online/cgreport/head/add', {
      head: { code, name: `多 ${code}`, dbSource: 'pg', cgrSql, ...more },
      items: columns,
    })
    return (await looks(code)).cgRpConfigId
  }

  it('turns to pages beyond the thousandth, and no row is on two pages of an order in which many are alike', async () => {
    const id = await addMany('deep')
    const far = await data(id, { pageNo: '3001', pageSize: '1', column: 'n' })
    expect(far.result).toMatchObject({ total: 7000, records: [{ n: 3001 }] })
    const met = new Set<unknown>()
    for (let pageNo = 1; pageNo <= 20; pageNo++)
      for (const row of (await data(id, { pageNo: String(pageNo), column: 'kind' })).result.records)
        met.add(row['n'])
    expect(met.size).toBe(200)
  })

  it('of many rows is exported as .xlsx, a figure as a figure, and no digit of a sum is lost', async () => {
    const id = await addMany('wide')
    const answer = await exported(id, { column: 'n', pageSize: '10' })
    expect(answer.headers['content-disposition']).toContain('.xlsx')
    const lines = await linesOf(answer.rawPayload)
    expect([lines.length, lines[2], lines[3]?.[0], lines.at(-2)?.[0], lines.at(-1)]).toEqual([
      7004,
      ['号', 'share', 'kind'],
      '1',
      '7000',
      ['合计 24503500', '245035'],
    ])
    expect((await data(id)).result.totals).toEqual({ n: '24503500', share: '245035' })
  })

  it('whose source breaks off in the middle of an export breaks the connection; one that fails at once says so', async () => {
    const id = await addMany('dying', { cgrSql: 'select n, broken from dying' })
    const url = await world.app.listen({ host: '127.0.0.1', port: 0 })
    const answer = await fetch(`${url}${world.ctx.config.apiBase}/online/cgreport/api/exportXls/${id}`, {
      headers: world.as().signed,
    })
    expect(answer.status).toBe(200)
    await expect(answer.arrayBuffer()).rejects.toThrow('terminated')
    const gone = await addMany('gone', { cgrSql: 'select n from no_such_table' })
    const refused = await exported(gone)
    expect(refused.json()).toMatchObject({ success: false, message: cannot })
    // The place among the exports is free again each time.
    for (let time = 0; time < 5; time++)
      expect((await exported(gone)).json()).toMatchObject({ message: cannot })
    expect((await exported(await addMany('whole'))).statusCode).toBe(200)
  })

  it('shows its rows where the source cannot add up what was described as figures', async () => {
    const id = await addMany('words', { cgrSql: 'select n, word as share from many' })
    expect((await data(id)).result).toMatchObject({ total: 7000, totals: null })
    expect((await linesOf((await exported(id)).rawPayload)).at(-1)).toEqual([
      '合计 24503500',
      '包含非数字内容',
    ])
  })

  it('adds up figures alone, and shows at least one field', async () => {
    const head = { code: 'wrong', name: '不对', dbSource: 'pg', cgrSql: 'select n, kind from many' }
    const tried = (items: readonly object[]) => world.as().post('/online/cgreport/head/add', { head, items })
    expect(await tried([{ fieldName: 'kind', fieldTxt: '种类', isTotal: 1 }])).toMatchObject({
      success: false,
      message: expect.stringContaining('字段“种类”不能合计') as string,
    })
    expect(await tried(['n', 'kind'].map((fieldName) => ({ fieldName, isShow: 0 })))).toMatchObject({
      success: false,
      message: '至少要有一个显示的字段',
    })
  })

  it('describes itself while its source is away, and says of the rows that it is', async () => {
    await world.as().post('/sys/dataSource/add', {
      code: 'away',
      name: '旧 ERP',
      dbType: '6',
      dbUrl: `jdbc:postgresql://127.0.0.1:${own.port}/no_such_database`,
      dbUsername: decodeURIComponent(own.username),
      dbPassword: decodeURIComponent(own.password),
    })
    const id = await addMany('away', { dbSource: 'away' })
    expect((await world.as().get(`/online/cgreport/api/getColumns/${id}`)).result).toMatchObject({
      cgRpConfigName: '多 away',
      columns: [{ dataIndex: 'n', isTotal: '1' }, {}, {}],
    })
    const away = '数据源“旧 ERP”没有给出数据：现在连接不上，请稍后重试'
    for (const answer of [await data(id), (await exported(id)).json()])
      expect(answer).toMatchObject({ success: false, message: expect.stringContaining(away) as string })
  })

  it('reads names with capitals and names that are words of SQL', async () => {
    await world.as().post('/online/cgreport/head/add', {
      code: 'odd',
      name: '奇怪的名字',
      dbSource: 'pg',
      cgrSql: 'select "Group" as grp, "order" from "Odd Names" where "Group" = 1',
    })
    const { cgRpConfigId: id } = await looks('odd')
    expect((await data(id)).result).toEqual({ total: 1, records: [{ grp: 1, order: 2 }] })
  })

  it('says in words why there is nothing: no such table, no such source, no such report', async () => {
    expect(await add('nowhere', { dbSource: 'none' })).toMatchObject({
      success: false,
      message: expect.stringContaining('数据源“none”不存在') as string,
    })
    await add('no-table', { cgrSql: 'select a from no_such_table' })
    const { cgRpConfigId: id } = await looks('no-table')
    expect(await data(id)).toMatchObject({
      success: false,
      message: expect.stringContaining('没有给出数据') as string,
    })
    expect(await world.as().get('/online/cgreport/api/getRpColumns/unknown')).toMatchObject({
      success: false,
      message: expect.stringContaining('报表“unknown”不存在') as string,
    })
    expect(await data('unknown')).toMatchObject({ success: false })
    expect(await add('no-dict', { items: undefined })).toMatchObject({ success: true })
    const unknownDict = await world.as().post('/online/cgreport/head/add', {
      code: 'bad-dict',
      name: 'x',
      dbSource: 'pg',
      cgrSql: 'select code from erp_material',
      items: [{ fieldName: 'code', dictCode: 'sys_user,username,password' }],
    })
    expect(unknownDict).toMatchObject({
      success: false,
      message: expect.stringContaining('字典code') as string,
    })
  })

  it('keeps its data source from being deleted', async () => {
    const { rows } = await world.database.pool.query<{ id: string }>(
      `select id from sys_data_source where code = 'pg'`,
    )
    expect(await world.as().delete('/sys/dataSource/delete', { id: rows[0]?.id ?? '' })).toMatchObject({
      success: false,
      message: expect.stringContaining('在线报表') as string,
    })
  })

  it('is written by whoever may also see the data sources, in the language of reports alone', async () => {
    const rights = (...names: string[]) => world.as({ permissions: new Set(names) })
    expect(await add('unseen', {}, rights('system:report:add'))).toMatchObject({
      success: false,
      message: expect.stringContaining('多数据源管理') as string,
    })
    expect(await add('seen', {}, rights('system:report:add', 'system:dataSource:list'))).toMatchObject({
      success: true,
    })
    for (const cgrSql of [
      'select * from erp_material',
      'select pg_sleep(1) from erp_material',
      'drop table x',
    ])
      expect(await add('free', { cgrSql })).toMatchObject({
        success: false,
        message: expect.stringContaining('报表语句') as string,
      })
    expect(
      (await world.as().get('/online/cgreport/head/parseSql', { sql: 'select 1; select 2' })).success,
    ).toBe(false)
  })

  it('is read with its own right, and by the platform alone', async () => {
    await add('rights')
    const { cgRpConfigId: id } = await looks('rights')
    const path = `/online/cgreport/api/getData/${id}`
    expect(await world.as({ permissions: new Set(['system:report:view']) }).get(path)).toMatchObject({
      success: true,
    })
    expect((await world.as({ permissions: new Set(['system:report:list']) }).get(path)).success).toBe(false)
    expect((await world.as({ tenantId: 7 }).get(path)).success).toBe(false)
    const may = (...names: string[]) => world.as({ permissions: new Set(names) })
    expect((await exported(id, {}, may('system:report:export'))).statusCode).toBe(200)
    const refused = await exported(id, {}, may('system:report:view'))
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      { message: '没有权限，请联系管理员授权' },
    ])
    expect((await exported(id, {}, world.as({ tenantId: 7 }))).statusCode).not.toBe(200)
    expect((await world.as({ tenantId: 7 }).get('/online/cgreport/head/list')).success).toBe(false)
    // Nor does the picker of its form name the data sources of the platform there.
    const names = '/sys/dict/getDictItems/sys_data_source,name,code'
    expect(await world.as({ tenantId: 7 }).get(names)).toMatchObject({ success: false })
    expect(await world.as().get(names)).toMatchObject({ success: true })
  })
})
