/**
 * Lists the locks that stand open. With a token of a session, or with a name and a password where the server asks for no
 * captcha: BASE=http://127.0.0.1:8080/jeecg-boot TOKEN=… npx tsx packages/client/examples/open-locks.ts
 */
import { lock } from '@suoan/contract'
import { CallFailed, createClient, signIn } from '@suoan/client'

const { BASE: base = 'http://127.0.0.1:8080/jeecg-boot', TOKEN, LOGIN, PASSWORD } = process.env

try {
  process.stdout.write(await openLocks())
} catch (error) {
  if (!(error instanceof CallFailed)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

async function openLocks(): Promise<string> {
  const { records, total } = await createClient({ base, token: await tokenOf() }).list(lock, {
    lockStatus: 2,
    pageSize: 100,
  })
  const lines = records.map(({ lockCode, lockName, areaCode }) =>
    [lockCode, lockName, areaCode ?? ''].join('\t'),
  )
  return [total, ...lines, ''].join('\n')
}

async function tokenOf(): Promise<string> {
  if (TOKEN !== undefined) return TOKEN
  if (LOGIN === undefined || PASSWORD === undefined)
    throw new CallFailed('请设置 TOKEN，或 LOGIN 和 PASSWORD', 0, null)
  return await signIn(base, { username: LOGIN, password: PASSWORD })
}
