import { describe, expect, it } from 'vitest'
import { testCertificates } from './testing/certificates.ts'
import { readTls } from './tls.ts'

describe('how a source is connected to', () => {
  it('is in the clear where nothing is said, as before', () => {
    expect(readTls({}, 'postgresql', 'erp-db')).toEqual({ mode: 'off' })
    expect(readTls({ dbTls: '', dbCa: null }, 'mysql', 'erp-db')).toEqual({ mode: 'off' })
  })

  it('is checked against the name of the source and the authorities of the row', () => {
    const dbCa = `${testCertificates.authority}\n${testCertificates.otherAuthority}\n`
    expect(readTls({ dbTls: 'verify', dbCa }, 'mysql', 'erp-db')).toEqual({
      mode: 'verify',
      ca: dbCa.trim(),
      host: 'erp-db',
    })
    expect(readTls({ dbTls: 'require' }, 'mysql', '10.0.0.8')).toEqual({ mode: 'require' })
  })

  it.each([
    ['another mode', { dbTls: 'prefer' }, '加密连接'],
    ['no certificate', { dbTls: 'verify', dbCa: 'hello' }, 'PEM'],
    [
      'a broken certificate',
      { dbTls: 'verify', dbCa: testCertificates.authority.replace('MII', 'AAA') },
      'PEM',
    ],
    [
      'a private key',
      { dbTls: 'verify', dbCa: `${testCertificates.authority}\n${testCertificates.key}` },
      'PEM',
    ],
    ['a certificate that is not used, yet wrong', { dbTls: 'off', dbCa: 'hello' }, 'PEM'],
  ])('is refused in words with %s', (_what, asked, words) => {
    expect(readTls(asked, 'postgresql', 'erp-db')).toContain(words)
  })

  it('needs a name where the driver checks names only', () => {
    expect(readTls({ dbTls: 'verify' }, 'mysql', '10.0.0.8')).toContain('不能填 IP 地址')
    expect(readTls({ dbTls: 'verify' }, 'postgresql', '10.0.0.8')).toMatchObject({ host: '10.0.0.8' })
  })
})
