import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { root } from '../../support/root.ts'
import type { Cleanups } from '../../support/cleanups.ts'

/** What the parent asks of a node. */
export type Order = { readonly id: number } & (
  | { readonly do: 'cause'; readonly consumer: string; readonly workId: string }
  /** The product's own looks for what reactions have missed, as its timers would do them. */
  | { readonly do: 'sweep' }
  | {
      readonly do: 'load'
      /** Transactions, one every `everyMs`; each announces `wanted` events of these subjects in turn. */
      readonly rounds: number
      readonly everyMs: number
      readonly subjects: readonly string[]
      readonly wanted: number
      readonly unwanted: number
    }
)
/** Subject/number of an announced event, and epoch ms of its commit. */
export type Committed = readonly [string, number]
interface Done {
  readonly committed: readonly Committed[]
  /** Lines of the log since the last answer, warnings and errors. */
  readonly logged: readonly string[]
}
export type Answer = { readonly order: number } & (Done | { readonly error: string })

type Asked = Order extends infer O ? (O extends Order ? Omit<O, 'id'> : never) : never

/** A server process of the drill. */
export interface NodeProcess {
  readonly pid: number
  ask(order: Asked): Promise<Done>
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void
  readonly gone: Promise<void>
  stop(): Promise<void>
}

/** Starts a node over the database at `url`; resolves when it serves. */
export async function startNode(url: string, dataDir: string, cleanups: Cleanups): Promise<NodeProcess> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', path.join(root, 'e2e/src/faults/reactions/node.ts')],
    {
      cwd: root,
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: process.env['HOME'] ?? '/',
        HOST: '127.0.0.1',
        PORT: '0',
        MQTT_PORT: '0',
        DATABASE_URL: url,
        DATA_DIR: dataDir,
        SIMULATOR: '0',
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  )
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  cleanups.add(() => end(child, gone))
  const waiting = new Map<number, (answer: Answer | null) => void>()
  const answerTo = (id: number): Promise<Answer | null> => new Promise((resolve) => waiting.set(id, resolve))
  child.on('message', (answer: Answer) => {
    waiting.get(answer.order)?.(answer)
    waiting.delete(answer.order)
  })
  void gone.then(() => waiting.forEach((resolve) => resolve(null)))
  let asked = 0
  const isReady = await answerTo(0)
  if (isReady === null) throw new Error('a node of the drill did not start')
  return {
    pid: child.pid ?? 0,
    async ask(order) {
      asked += 1
      const answered = answerTo(asked)
      child.send({ ...order, id: asked })
      const answer = await answered
      if (answer === null || 'error' in answer)
        throw new Error(`a node of the drill: ${answer?.error ?? 'gone'}`)
      return answer
    },
    signal: (name) => void child.kill(name),
    gone,
    stop: () => end(child, gone),
  }
}

async function end(child: ChildProcess, gone: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGCONT')
  child.disconnect()
  const cut = setTimeout(() => child.kill('SIGKILL'), 20_000)
  await gone
  clearTimeout(cut)
}
