import { describe, expect, it } from 'vitest'
import { readPlace } from './address.ts'
import { isReachable, refusalOf } from './allowed-host.ts'

const mysqlUrl = 'jdbc:mysql://ERP-db:3307/erp?characterEncoding=UTF-8&useSSL=false'

describe('the address of a data source', () => {
  it('is taken apart where a client of the family sends one, and options do not stay', () => {
    expect(
      readPlace({ dbType: '4', dbUrl: mysqlUrl, dbDriver: 'com.mysql.jdbc.Driver', dbName: 'erp' }),
    ).toMatchObject({
      ok: true,
      place: { host: 'erp-db', port: 3307, database: 'erp' },
      stored: { dbUrl: 'jdbc:mysql://erp-db:3307/erp', dbDriver: 'com.mysql.jdbc.Driver' },
    })
  })

  it.each([
    ['an option that reads files', 'jdbc:mysql://a/erp?allowLoadLocalInfile=true'],
    ['an option of a class', 'jdbc:postgresql://a/erp?socketFactory=x.Y'],
    ['several hosts', 'jdbc:mysql://a,b/erp'],
    ['a host with options', 'jdbc:mysql://(host=a,autoDeserialize=true)/erp'],
    ['a user in it', 'jdbc:mysql://root:x@a/erp'],
    ['another driver', 'jdbc:h2:mem:x;INIT=RUNSCRIPT'],
    ['another kind than chosen', 'jdbc:oracle:thin:@a:1521:x'],
    ['a port that is none', 'jdbc:mysql://a:99999/erp'],
    ['line ends', 'jdbc:mysql://a/erp\n?x'],
  ])('is refused in words with %s', (_what, dbUrl) => {
    for (const dbType of ['4', '6']) expect(readPlace({ dbType, dbUrl })).toMatchObject({ ok: false })
  })

  it('follows the one of field and address that was changed, and refuses both that differ', () => {
    const before = { dbType: '6', dbHost: 'a', dbPort: 5432, dbName: 'x', dbDriver: 'org.postgresql.Driver' }
    expect(readPlace({ dbHost: 'b' }, before)).toMatchObject({
      stored: { dbUrl: 'jdbc:postgresql://b:5432/x' },
    })
    expect(readPlace({ dbUrl: 'jdbc:postgresql://c:1/y' }, before)).toMatchObject({
      place: { host: 'c', port: 1, database: 'y' },
    })
    expect(readPlace({ dbUrl: 'jdbc:postgresql://c/y', dbHost: 'b' }, before)).toMatchObject({ ok: false })
    expect(readPlace({ dbType: '4' }, before)).toMatchObject({ place: { port: 3306 } })
    expect(readPlace({ dbType: '2', dbHost: 'a', dbName: 'x' })).toMatchObject({ ok: false })
    expect(readPlace({ dbType: '6', dbHost: 'a', dbName: 'x', dbDriver: 'evil.Driver' })).toMatchObject({
      ok: false,
    })
  })
})

describe('where a data source may be', () => {
  const at = (host: string, port: number) => ({ host, port, database: 'x' })
  const dataSourceHosts = [
    { host: 'erp-db', port: undefined },
    { host: '10.0.0.8', port: 6000 },
  ]

  it('is said by the configuration, host and port', () => {
    expect(refusalOf({ dataSourceHosts: [] }, at('erp-db', 5432))).toContain('DATA_SOURCE_HOSTS')
    expect(refusalOf({ dataSourceHosts }, at('erp-db', 5432))).toBeNull()
    expect(refusalOf({ dataSourceHosts }, at('erp-db', 22))).toContain('22')
    expect(refusalOf({ dataSourceHosts }, at('10.0.0.8', 6000))).toBeNull()
    expect(refusalOf({ dataSourceHosts }, at('10.0.0.8', 5432))).not.toBeNull()
  })

  it.each([
    '127.0.0.1',
    '0.0.0.0',
    '169.254.169.254',
    '::1',
    '::',
    'fe80::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
  ])('is not where a name leads to %s', (address) => {
    expect(isReachable(address)).toBe(false)
  })

  it('is in the network of the plant', () => {
    expect(['10.1.2.3', '192.168.1.5', '172.16.0.9', 'fd00::5'].map(isReachable)).toEqual([
      true,
      true,
      true,
      true,
    ])
  })
})
