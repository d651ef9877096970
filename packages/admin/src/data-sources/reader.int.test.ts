import { connect, createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openReader, type Reader } from './reader.ts'
import { connectMaria, mariaPort } from './testing/maria.ts'

const maria = await connectMaria('one that stops answering is not tested here')
await maria?.end()

describe.runIf(maria !== null)('a MariaDB that stops answering, as when the way to it is cut', () => {
  /** What it is asked from here on does not arrive. */
  let silentFrom: string
  const way = createServer((socket) => {
    let isSilent = false
    const source = connect(mariaPort, '127.0.0.1')
    socket.on('data', (asked) => {
      isSilent ||= asked.includes(silentFrom)
      if (!isSilent) source.write(asked)
    })
    source.on('data', (answer) => socket.write(answer))
    socket.on('close', () => source.destroy()).on('error', () => source.destroy())
    source.on('error', () => socket.destroy())
  })
  let reader: Reader
  beforeAll(async () => {
    await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve))
    reader = await openReader('mysql', {
      address: '127.0.0.1',
      port: (way.address() as AddressInfo).port,
      database: 'mysql',
      user: 'root',
      password: '',
      tls: { mode: 'off' },
    })
  })
  afterAll(async () => {
    await reader.end()
    way.close()
  })

  const limits = { mostRows: 10, timeoutMs: 50 }
  const gaveUp = 'the source stopped answering'
  const drained = async (): Promise<void> => {
    for await (const _ of reader.stream('select 41 + 1 as n', [], limits.timeoutMs));
  }

  it.each([
    ['a statement', '41 + 1'],
    ['what goes before it', 'version()'],
    ['the end of the transaction', 'rollback'],
  ])('is given up: %s', async (_, asked) => {
    silentFrom = asked
    await expect(reader.read('select 41 + 1 as n', [], limits)).rejects.toThrow(gaveUp)
    await expect(drained()).rejects.toThrow(gaveUp)
    // Nor is one of its connections lost for whoever comes when it answers again.
    silentFrom = 'nothing'
    expect(await reader.read('select 41 + 1 as n', [], limits)).toMatchObject({
      columns: ['n'],
      rows: [{ n: 42 }],
    })
  })
})
