import { connect, createServer, type Server, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { overLoopback } from '@suoan/platform/testing/test-database-source'
import { createTestDatabase, createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { dataSources, readFrom } from './index.ts'
import { testCertificates } from './testing/certificates.ts'
import { connectMaria, mariaPort } from './testing/maria.ts'

const maria = await connectMaria('its data source is not tested here')
await maria?.end()
const hasMaria = maria !== null

/** What a server that offers no TLS was told all the same. */
let heardInClear = 0
const sockets = new Set<Socket>()
const servers: Server[] = []
/** A server on the loopback that does this with whoever connects; its port. */
async function stranger(greet: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    greet(socket)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a server without a port')
  return address.port
}

const secret = 'Geheim#2026-数据源'
let world: TestWorld
let own: URL
const ports: Record<string, number> = {}
beforeAll(async () => {
  ports['hangs'] = await stranger(() => {})
  ports['garbage'] = await stranger((socket) => socket.write(Buffer.alloc(4_096, 0xfe)))
  ports['refusesTls'] = await stranger((socket) => {
    socket.once('data', () => {
      socket.write('N')
      socket.on('data', (more: Buffer) => (heardInClear += more.length))
    })
  })
  ports['closes'] = await stranger((socket) => socket.destroy())
  const free = await stranger(() => {})
  servers.pop()?.close()
  ports['closed'] = free
  const database = await createTestDatabase()
  own = overLoopback(database.url)
  const allowed = [mariaPort, Number(own.port), ...Object.values(ports)].map((port) => `127.0.0.1:${port}`)
  world = await createTestWorld({
    database,
    features: [{ name: 'data-sources', mount: dataSources }],
    env: { DATA_SOURCE_HOSTS: allowed.join(',') },
  })
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  for (const socket of sockets) socket.destroy()
  for (const server of servers) server.close()
})

const postgres = () => ({
  dbType: '6',
  dbUrl: `jdbc:postgresql://127.0.0.1:${own.port}${own.pathname}`,
  dbDriver: 'org.postgresql.Driver',
  dbUsername: decodeURIComponent(own.username),
  dbPassword: decodeURIComponent(own.password),
})
const add = (code: string, more: object = {}) =>
  world.as().post('/sys/dataSource/add', { code, name: `源 ${code}`, ...postgres(), ...more })
const test = (more: object = {}) =>
  world.as().post('/online/cgreport/api/testConnection', { ...postgres(), ...more })
const rowOf = async (code: string) => {
  const { result } = await world
    .as()
    .get<{ records: { id: string; dbHost: string }[] }>('/sys/dataSource/list', { code })
  return result.records[0]
}

describe('a data source', () => {
  it('keeps its password sealed, and no answer, log, version or sheet has it', async () => {
    expect(await add('sealed', { dbPassword: secret })).toMatchObject({ success: true })
    expect(await add('sealed')).toMatchObject({ success: false, message: '数据源编码已存在' })
    const row = await rowOf('sealed')
    expect(row).toMatchObject({ dbHost: '127.0.0.1', dbPort: Number(own.port) })
    const one = await world.as().get('/sys/dataSource/queryById', { id: row?.id ?? '' })
    const sheet = await world.as().raw('GET', '/sys/dataSource/exportXls')
    const logs = await world.database.pool.query(
      'select to_jsonb(l) as line from sys_log l union all select to_jsonb(d) from sys_data_log d',
    )
    const stored = await world.database.pool.query<{ db_password: string }>(
      `select db_password from sys_data_source where code = 'sealed'`,
    )
    const kept = stored.rows[0]?.db_password ?? ''
    expect(kept).not.toContain('Geheim')
    expect(kept.length).toBeGreaterThan(20)
    const seen = [JSON.stringify(row), JSON.stringify(one), sheet.body, JSON.stringify(logs.rows)].join()
    for (const hidden of ['Geheim', kept]) expect(seen).not.toContain(hidden)
    expect(JSON.stringify([row, one])).not.toContain('dbPassword')
    for (const spelt of ['utf8', 'utf16le'] as const)
      expect(sheet.rawPayload.includes(Buffer.from('Geheim', spelt))).toBe(false)
  })

  it('asks for the password again when it is to go elsewhere, and an empty one means unchanged', async () => {
    await add('moved')
    const row = await rowOf('moved')
    const edit = (more: object) => world.as().put('/sys/dataSource/edit', { ...row, dbPassword: '', ...more })
    expect(await edit({ remark: '改过' })).toMatchObject({ success: true })
    expect(await readFrom(world.ctx, 'moved', 'select 1 as n')).toMatchObject({ rows: [{ n: 1 }] })
    const again = expect.stringContaining('请重新输入密码') as string
    const elsewhere = {
      dbHost: 'thief.example.com',
      dbUrl: 'jdbc:postgresql://thief.example.com:5432/x',
      dbName: 'x',
      dbPort: 5432,
    }
    expect(await edit({ ...elsewhere, revision: undefined })).toMatchObject({
      success: false,
      message: again,
    })
    const asked = {
      ...postgres(),
      id: row?.id,
      dbPassword: '',
      dbUrl: `jdbc:postgresql://127.0.0.1:${ports['hangs']}/x`,
    }
    expect(await test(asked)).toMatchObject({ success: false, message: again })
    expect(await test({ ...asked, dbUrl: postgres().dbUrl })).toMatchObject({
      success: true,
      message: '连接成功',
    })
  })

  it('belongs to the platform, and its test needs a right of its own', async () => {
    const tenant = world.as({ tenantId: 7 })
    for (const answer of [
      await tenant.get('/sys/dataSource/list'),
      await tenant.get('/sys/dataSource/options'),
      await tenant.post('/online/cgreport/api/testConnection', postgres()),
      await world
        .as({ permissions: new Set(['system:dataSource:list']) })
        .post('/online/cgreport/api/testConnection', postgres()),
    ])
      expect(answer).toMatchObject({ success: false })
    const { result } = await world.as().get('/sys/dataSource/options')
    expect(result).toContainEqual({ value: 'sealed', label: '源 sealed', text: '源 sealed' })
  })

  it('says one sentence for every failure, and another where the configuration does not allow the place', async () => {
    expect(await test()).toMatchObject({ success: true, message: '连接成功' })
    const said = new Set<string>()
    for (const [dbType, scheme] of [
      ['6', 'postgresql'],
      ['5', 'mariadb'],
    ] as const)
      for (const port of Object.values(ports)) {
        const answer = await test({ dbType, dbDriver: null, dbUrl: `jdbc:${scheme}://127.0.0.1:${port}/x` })
        expect([port, answer.success]).toEqual([port, false])
        said.add(answer.message)
      }
    said.add((await test({ dbUrl: `${postgres().dbUrl}_missing` })).message)
    expect([...said]).toEqual([expect.stringContaining('连接失败')])
    for (const place of ['127.0.0.1:22', 'localhost:5432', '169.254.169.254:5432']) {
      const answer = await test({ dbUrl: `jdbc:postgresql://${place}/x` })
      expect(answer).toMatchObject({
        success: false,
        message: expect.stringContaining('DATA_SOURCE_HOSTS') as string,
      })
    }
  }, 60_000)
})

describe('reading from what is no database', () => {
  it('refuses in one sentence, whatever comes, and reads from others as before', async () => {
    // One that takes the account and answers the query with nonsense: an authentication that succeeds, then garbage.
    const greeting = Buffer.from('520000000800000000' + '5a0000000549', 'hex')
    ports['lies'] = await stranger((socket) => {
      socket.once('data', () => {
        socket.write(greeting)
        socket.on('data', () => socket.write(Buffer.from('210000000800000000', 'hex')))
      })
    })
    // The list of allowed hosts is read at the start: a world of its own knows the new port.
    await using other = await createTestWorld({
      features: [{ name: 'data-sources', mount: dataSources }],
      env: {
        DATA_SOURCE_HOSTS: `127.0.0.1:${ports['lies']},127.0.0.1:${ports['garbage']},127.0.0.1:${own.port}`,
      },
    })
    const addTo = (code: string, more: object) =>
      other.as().post('/sys/dataSource/add', { code, name: `源 ${code}`, ...postgres(), ...more })
    for (const [code, port, type] of [
      ['lies', ports['lies'], ['6', 'postgresql', 'org.postgresql.Driver']],
      ['junk', ports['garbage'], ['6', 'postgresql', 'org.postgresql.Driver']],
      ['junk5', ports['garbage'], ['5', 'mariadb', 'org.mariadb.jdbc.Driver']],
    ] as const) {
      const [dbType, scheme, dbDriver] = type
      await addTo(code, { dbType, dbDriver, dbUrl: `jdbc:${scheme}://127.0.0.1:${port}/x` })
      await expect(readFrom(other.ctx, code, 'select 1')).rejects.toMatchObject({
        errorCode: 'REFUSED',
        message: expect.stringContaining('没有给出数据') as string,
      })
    }
    await addTo('good', {})
    expect((await readFrom(other.ctx, 'good', 'select 1 as n')).rows).toEqual([{ n: 1 }])
  }, 60_000)
})

/** A PostgreSQL that speaks TLS: the real one behind a front that answers the request for it with this certificate. */
const tlsFront = (certificate: string): Promise<number> =>
  stranger((socket) => {
    socket.once('data', (first: Buffer) => {
      // SSLRequest (PostgreSQL protocol, 55.7); whoever begins in the clear is sent away.
      if (first.length !== 8 || first.readInt32BE(4) !== 80_877_103) return void socket.destroy()
      socket.write('S')
      const secure = new TLSSocket(socket, {
        isServer: true,
        cert: certificate,
        key: testCertificates.key,
      })
      const behind = connect(Number(own.port), own.hostname)
      for (const one of [secure, behind]) {
        one.on('error', () => {})
        one.on('close', () => (secure.destroy(), behind.destroy()))
      }
      secure.pipe(behind)
      behind.pipe(secure)
    })
  })

describe('a source that speaks TLS', () => {
  it('is encrypted where it is asked for, checked where it is asked for, and never falls back to the clear', async () => {
    const byAddress = await tlsFront(testCertificates.ofAddress)
    const byOtherName = await tlsFront(testCertificates.ofOtherName)
    await using other = await createTestWorld({
      features: [{ name: 'data-sources', mount: dataSources }],
      env: {
        DATA_SOURCE_HOSTS: [byAddress, byOtherName, own.port].map((port) => `127.0.0.1:${port}`).join(','),
      },
    })
    const at = (port: number | string, dbTls: string, dbCa?: string) => ({
      ...postgres(),
      dbUrl: `jdbc:postgresql://127.0.0.1:${port}${own.pathname}`,
      dbTls,
      ...(dbCa === undefined ? {} : { dbCa }),
    })
    const tried = async (port: number | string, dbTls: string, dbCa?: string) =>
      (await other.as().post('/online/cgreport/api/testConnection', at(port, dbTls, dbCa))).message
    const { authority, otherAuthority } = testCertificates
    const refused = expect.stringContaining('连接失败') as string
    expect(await tried(byAddress, 'off')).toEqual(refused)
    expect(await tried(byAddress, 'require')).toBe('连接成功')
    expect(await tried(byAddress, 'verify', authority)).toBe('连接成功')
    expect(await tried(byAddress, 'verify', otherAuthority)).toEqual(refused)
    expect(await tried(byAddress, 'verify')).toEqual(refused)
    // The certificate is good and about somebody else.
    expect(await tried(byOtherName, 'require')).toBe('连接成功')
    expect(await tried(byOtherName, 'verify', authority)).toEqual(refused)
    expect(await tried(own.port, 'off')).toBe('连接成功')
    expect(await tried(byAddress, 'verify', 'nonsense')).toContain('PEM')

    const add = { code: 'tls', name: '加密的源', ...at(byAddress, 'verify', authority) }
    expect(await other.as().post('/sys/dataSource/add', add)).toMatchObject({ success: true })
    expect((await readFrom(other.ctx, 'tls', 'select 1 as n')).rows).toEqual([{ n: 1 }])
    // A stored password goes out over a connection that is guarded otherwise only with somebody who knows it.
    const { rows } = await other.database.pool.query<{ id: string }>(
      `select id from sys_data_source where code = 'tls'`,
    )
    const id = rows[0]?.id ?? ''
    const again = expect.stringContaining('请重新输入密码') as string
    expect(await other.as().put('/sys/dataSource/edit', { id, dbTls: 'require' })).toMatchObject({
      success: false,
      message: again,
    })
    expect(
      await other
        .as()
        .post('/online/cgreport/api/testConnection', { ...at(byAddress, 'off'), id, dbPassword: '' }),
    ).toMatchObject({ success: false, message: again })
  }, 60_000)

  it('and a server without it is not spoken to in the clear', async () => {
    await using silent = await createTestWorld({
      features: [{ name: 'data-sources', mount: dataSources }],
      env: { DATA_SOURCE_HOSTS: `127.0.0.1:${ports['refusesTls'] ?? 0}` },
    })
    heardInClear = 0
    const answer = await silent.as().post('/online/cgreport/api/testConnection', {
      ...postgres(),
      dbUrl: `jdbc:postgresql://127.0.0.1:${ports['refusesTls']}/x`,
      dbTls: 'require',
    })
    expect([answer.success, heardInClear]).toEqual([false, 0])
  })

  it.runIf(hasMaria)('nor is a MariaDB', async () => {
    const maria = { dbType: '5', dbDriver: 'org.mariadb.jdbc.Driver', dbUsername: 'root', dbPassword: '' }
    const tried = async (dbTls: string) =>
      await test({ ...maria, dbUrl: `jdbc:mariadb://127.0.0.1:${mariaPort}/mysql`, dbTls })
    const refused = (words: string) => ({ success: false, message: expect.stringContaining(words) as string })
    expect(await tried('off')).toMatchObject({ success: true })
    expect(await tried('require')).toMatchObject(refused('连接失败'))
    expect(await tried('verify')).toMatchObject(refused('不能填 IP 地址'))
  })
})

describe('reading from PostgreSQL', () => {
  it('binds values, cuts rows, and writes nothing', async () => {
    await add('own')
    const read = (statement: string, values: readonly (string | number)[] = [], most?: number) =>
      readFrom(world.ctx, 'own', statement, values, most)
    expect(await read('select n, $1::text as said from generate_series(1, 5) n', [`'; drop`], 3)).toEqual({
      columns: ['n', 'said'],
      rows: [1, 2, 3].map((n) => ({ n, said: `'; drop` })),
      isCut: true,
    })
    for (const statement of [
      `with gone as (delete from sys_data_source returning 1) select * from gone`,
      `select 1) as a; delete from sys_data_source; select * from (select 1`,
      `select set_config('transaction_read_only', 'off', true), nextval('no_such')`,
      `select lo_import('/etc/passwd')`,
      `select pg_sleep(0), no_such_column`,
      `delete from sys_data_source`,
      `copy (select 1) to program 'id'`,
    ])
      await expect(read(statement)).rejects.toMatchObject({ errorCode: 'REFUSED' })
    const { rows } = await world.database.pool.query('select 1 from sys_data_source')
    expect(rows.length).toBeGreaterThan(2)
    await expect(readFrom(world.ctx, 'nobody', 'select 1')).rejects.toMatchObject({
      message: expect.stringContaining('不存在') as string,
    })
  })
})

describe.runIf(hasMaria)('reading from MariaDB', () => {
  it('binds values, cuts rows, and writes nothing', async () => {
    const maria = { dbType: '5', dbDriver: 'org.mariadb.jdbc.Driver', dbUsername: 'root', dbPassword: '' }
    const dbUrl = `jdbc:mariadb://127.0.0.1:${mariaPort}/mysql?useUnicode=true`
    expect(await add('maria', { ...maria, dbUrl })).toMatchObject({ success: true })
    expect(await test({ ...maria, dbUrl })).toMatchObject({ success: true })
    const read = (statement: string, values: readonly (string | number)[] = [], most?: number) =>
      readFrom(world.ctx, 'maria', statement, values, most)
    expect(
      await read('select ? as said, 1 as n union all select ?, 2 order by n', [`'; drop`, '二'], 1),
    ).toEqual({
      columns: ['said', 'n'],
      rows: [{ said: `'; drop`, n: 1 }],
      isCut: true,
    })
    expect(await read(`select cast('2026-03-02 08:00:00' as datetime) as at`)).toMatchObject({
      rows: [{ at: '2026-03-02 08:00:00' }],
      isCut: false,
    })
    for (const statement of [
      `select 1 into outfile '/tmp/suoan-never'`,
      `select load_file('/etc/passwd')`,
      `select 1; drop table mysql.no_such`,
      `with a as (select 1) delete from mysql.user`,
      `select no_such_column`,
    ])
      await expect(read(statement)).rejects.toMatchObject({ errorCode: 'REFUSED' })
  })
})
