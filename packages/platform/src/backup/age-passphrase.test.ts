import { Decrypter, Encrypter } from 'age-encryption'
import { expect, test } from 'vitest'
import { passphraseIdentity, passphraseRecipient } from './age-passphrase.ts'

const text = new TextEncoder().encode('备份')

test('every age program opens what a password seals here, and the other way round; another password opens nothing', async () => {
  const ours = new Encrypter()
  ours.addRecipient(passphraseRecipient('right'))
  const sealed = await ours.encrypt(text)
  const theirs = new Decrypter()
  theirs.addPassphrase('right')
  expect(await theirs.decrypt(sealed)).toEqual(text)
  const wrong = new Decrypter()
  wrong.addIdentity(passphraseIdentity('wrong'))
  await expect(wrong.decrypt(sealed)).rejects.toThrow('no identity matched')
  const foreign = new Encrypter()
  foreign.setPassphrase('right')
  foreign.setScryptWorkFactor(10)
  const right = new Decrypter()
  right.addIdentity(passphraseIdentity('right'))
  expect(await right.decrypt(await foreign.encrypt(text))).toEqual(text)
})

test('the thread that serves people and devices goes on while a key is derived', async () => {
  const order: string[] = []
  const sealing = Promise.resolve(passphraseRecipient('right').wrapFileKey(new Uint8Array(16))).then(() =>
    order.push('key'),
  )
  setImmediate(() => order.push('others'))
  await sealing
  expect(order).toEqual(['others', 'key'])
})
