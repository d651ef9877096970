import { expect, test } from 'vitest'
import { signatureAs, signDemandOf, signText, type SignStatement } from './signature.ts'

const given = { claimed: 'PIN', proved: null, hasImage: false, demand: 'SESSION' } as const

test('a claim alone is stored under its true name, a session', () => {
  expect(signatureAs(given)).toEqual({ method: 'SESSION' })
  expect(signatureAs({ ...given, claimed: undefined })).toEqual({ method: 'SESSION' })
})

test('what was proved is stored, whatever was claimed', () => {
  expect(signatureAs({ ...given, proved: 'PWD' })).toEqual({ method: 'PWD' })
  expect(signatureAs({ ...given, proved: 'TOTP', demand: 'SECRET', hasImage: true })).toEqual({
    method: 'TOTP',
  })
  expect(signatureAs({ ...given, claimed: 'DRAW', hasImage: true })).toEqual({ method: 'DRAW' })
})

test.each(['CERT', 'FACE', 'CARD'])('%s is refused: nothing here can check it', (claimed) => {
  expect(signatureAs({ ...given, claimed, proved: 'PIN' })).toMatchObject({
    gap: expect.stringContaining('没有接入'),
  })
})

test.each([
  ['SECRET', null],
  ['TOTP', null],
  ['TOTP', 'PIN'],
  ['TOTP', 'PWD'],
] as const)('a demand for %s is not met by %s, nor by a drawing', (demand, proved) => {
  expect(signatureAs({ ...given, demand, proved, hasImage: true })).toHaveProperty('gap')
})

test('a drawing without a picture is none', () => {
  expect(signatureAs({ ...given, claimed: 'DRAW' })).toHaveProperty('gap')
})

test('an unknown demand asks for a secret', () => {
  expect(['SESSION', 'SECRET', 'TOTP', '', null, 'x'].map(signDemandOf)).toEqual([
    'SESSION',
    'SECRET',
    'TOTP',
    'SECRET',
    'SECRET',
    'SECRET',
  ])
})

test('the text of a signature names signer, step, content, way and time, and leaves out what is not there', () => {
  const statement: SignStatement = {
    id: 'S1',
    tenantId: 0,
    workId: 'W1',
    bizId: 'B1',
    role: 'APPROVE',
    signerId: 'u3',
    personId: null,
    signerName: null,
    onBehalfOf: null,
    witnessId: null,
    method: 'PIN',
    imageSha256: null,
    contentHash: 'c',
    signedAt: 5,
  }
  expect(signText(statement)).toBe(
    '{"bizId":"B1","contentHash":"c","format":"suoan-sign/1","id":"S1","method":"PIN","role":"APPROVE","signedAt":5,"signerId":"u3","tenantId":0,"workId":"W1"}',
  )
})
