import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { userInfo, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../support/free-port.ts'

export interface Mosquitto {
  readonly url: string
  /** An orderly end and a new start: what it had acknowledged is on its disk. */
  restart(): Promise<void>
  stop(): Promise<void>
}

const programs = ['/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto', '/opt/homebrew/sbin/mosquitto']

/** A Mosquitto of our own on a free port; null where it is not installed. */
export async function startMosquitto(): Promise<Mosquitto | null> {
  const program = programs.find((each) => existsSync(each))
  if (program === undefined) return null
  const folder = mkdtempSync(path.join(tmpdir(), 'suoan-mosquitto-'))
  const port = await freePort()
  const config = path.join(folder, 'mosquitto.conf')
  writeFileSync(
    config,
    [
      `listener ${port} 127.0.0.1`,
      'allow_anonymous true',
      'persistence true',
      `persistence_location ${folder}/`,
      `user ${userInfo().username}`,
      'log_type error',
      'max_queued_messages 0',
      '',
    ].join('\n'),
  )
  let child: ChildProcess
  const begin = async (): Promise<void> => {
    child = spawn(program, ['-c', config], { stdio: 'ignore' })
    for (let tries = 0; !(await answers(port)); tries += 1) {
      if (tries === 200 || child.exitCode !== null) throw new Error('Mosquitto does not answer')
      await sleep(50)
    }
  }
  const end = async (): Promise<void> => {
    const gone = once(child, 'exit')
    if (child.exitCode === null && child.kill('SIGTERM')) await gone
  }
  await begin()
  return {
    url: `mqtt://127.0.0.1:${port}`,
    async restart() {
      await end()
      await begin()
    },
    async stop() {
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
