/**
 * Lists the locks that stand open. With a token of a session, or with a name and a password where the server asks for no
 * captcha: BASE=http://127.0.0.1:8080/jeecg-boot TOKEN=… npx tsx packages/client/examples/open-locks.ts
 */
import { lock } from '@suoan/contract'
import { createClient, signIn } from '@suoan/client'

const { BASE = 'http://127.0.0.1:8080/jeecg-boot', TOKEN, LOGIN = '', PASSWORD = '' } = process.env
const token = TOKEN ?? (await signIn(BASE, { username: LOGIN, password: PASSWORD }))
const { records, total } = await createClient({ base: BASE, token }).list(lock, {
  lockStatus: 2,
  pageSize: 100,
})
process.stdout.write(`${total}\n`)
for (const { lockCode, lockName, areaCode } of records)
  process.stdout.write(`${lockCode}\t${lockName}\t${areaCode ?? ''}\n`)
