import { spawn } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Page } from '@suoan/contract'
import { SMTPServer } from 'smtp-server'
import { expect, it } from 'vitest'
import { createTestWorld } from '@suoan/platform/testing/test-world'
import { messageQueue, queueSettled } from './index.ts'

it('a message that was accepted survives the death of the process that was sending it, and goes out again under its number', async () => {
  const received: string[] = []
  let mayAnswer = false
  let arrived = (): void => {}
  const firstArrived = new Promise<void>((resolve) => (arrived = resolve))
  const mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        received.push(/^Message-ID: (.*)$/m.exec(Buffer.concat(parts).toString())?.[1]?.trim() ?? '')
        arrived()
        // It has the mail, and the sender dies before it hears so.
        if (mayAnswer) done()
      })
    },
  })
  mailServer.on('error', () => {})
  await new Promise<void>((ready) => mailServer.listen(0, '127.0.0.1', () => ready()))
  const env = {
    MAIL_URL: `smtp://127.0.0.1:${(mailServer.server.address() as AddressInfo).port}`,
    MAIL_FROM: 'suoan@plant.example',
    MESSAGE_TIMEOUT_SECONDS: '60',
  }
  await using world = await createTestWorld({
    features: [{ name: 'message-queue', mount: messageQueue }],
    env,
  })
  const me = world.as({ tenantId: 5 })
  // Accepted by this node, which dies before it has sent: the clock of its sender has not come there yet.
  await world.database.pool
    .query(`insert into sys_sms (id, tenant_id, es_title, es_content, es_type, es_receiver, next_time)
    values ('m1', 5, '标题', '内容', 'email', 'anna@plant.example', now() - interval '1 minute')`)

  const child = spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL('testing/sender-process.ts', import.meta.url))],
    {
      env: {
        ...env,
        PATH: process.env['PATH'] ?? '',
        DATABASE_URL: world.database.url,
        DATA_DIR: world.ctx.config.dataDir,
        SIMULATOR: '0',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  try {
    await Promise.race([
      firstArrived,
      gone.then(() => {
        throw new Error('the sending process ended by itself')
      }),
    ])
  } finally {
    child.kill('SIGKILL')
    await gone
  }

  const listed = async () =>
    (await me.get<Page<Record<string, unknown>>>('/sys/message/sysMessage/list')).result.records
  expect(await listed()).toMatchObject([{ state: 0, esSendNum: 1, esSendStatus: '0' }])
  world.clock.set(Date.now())
  await queueSettled(world.ctx)
  // Its claim still holds: nobody sends it a second time meanwhile.
  expect(received).toHaveLength(1)
  await world.database.pool.query(`update sys_sms set lease_until = now() - interval '1 second'`)
  mayAnswer = true
  await queueSettled(world.ctx)
  expect(await listed()).toMatchObject([{ state: 1, esSendNum: 2, esSendStatus: '1' }])
  // At least once: the mail server had it before. Both have the same number.
  expect(received).toEqual(['<m1@plant.example>', '<m1@plant.example>'])
  await new Promise<void>((done) => mailServer.close(done))
})
