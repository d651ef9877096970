import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { addDevices, type StandDevices } from '../support/add-devices.ts'
import { clientOf, signIn, type ApiClient } from '../support/api-client.ts'
import { say } from '../support/root.ts'
import { eventWriter } from './events.ts'
import { passwords, type FaultPlant } from './fault-plant.ts'
import { positionWriter } from './positions.ts'
import type { Finding, Writer } from './record.ts'
import { ticketWriter } from './tickets.ts'

export const killHeader = [
  '轮',
  '杀死',
  '写了 ms',
  '重启 ms',
  '已确认（资源 / 票 / 事件）',
  '存疑',
  '丢失',
  '半途',
]

/** Long enough that each kind of write has been acknowledged. */
const PLANTED_WRITE_MS = 3_000

export interface KillReport {
  readonly rows: string[][]
  readonly complaints: readonly string[]
  readonly devices: StandDevices
}

/**
 * Kills the server (every second time with its database, where that is ours) at random moments under mixed writes, and
 * checks after each restart that everything acknowledged is there and nothing is there by half. Before them, losses that
 * were planted must be found; after them come a clean stop and a clean start. Leaves the server running.
 */
export async function killRounds(plant: FaultPlant, rounds: number): Promise<KillReport> {
  await plant.start()
  const devices = await addDevices(plant.databaseUrl(), 'FLTGW', 12)
  // Sessions were acknowledged too: the same tokens serve after every kill.
  const tokens = {
    admin: (await signIn(plant.url(), 'admin', passwords.admin)).token,
    issuer: (await signIn(plant.url(), 'u1', passwords.demo)).token,
  }
  const as = (who: keyof typeof tokens) => (): ApiClient => clientOf(plant.url(), tokens[who])
  const writers = [
    positionWriter(as('admin')),
    ticketWriter(as('issuer')),
    eventWriter(plant.mqttUrl, devices),
  ]
  const rows: string[][] = []
  const complaints = new Set<string>()
  rows.push(await plantedLosses(plant, writers, complaints))
  for (let round = 1; round <= rounds; round += 1) {
    const withDatabase = plant.kind === 'embedded' && round % 2 === 0
    const wrote = await writeUntilKilled(plant, writers, withDatabase)
    const restartMs = await plant.start()
    const findings = await checkAll(plant, writers, complaints)
    rows.push(rowOf(String(round), withDatabase ? '服务 + 数据库' : '服务', wrote, restartMs, findings))
    say(`· ${plant.kind} ${round}/${rounds}：${rows.at(-1)?.slice(4).join('，')}`)
  }
  await plant.stop()
  const reopenMs = await plant.start()
  rows.push(rowOf('末', '正常停止', 0, reopenMs, await checkAll(plant, writers, complaints)))
  return { rows, complaints: [...complaints], devices }
}

async function writeUntilKilled(
  plant: FaultPlant,
  writers: readonly Writer[],
  database: boolean,
  writeMs = 300 + randomInt(2_200),
): Promise<number> {
  let isOver = false
  const begun = performance.now()
  const writing = Promise.all(writers.map((writer) => writer.write(() => isOver)))
  // An unexpected answer ends the run at once, and is not left unheard while we wait.
  await Promise.race([writing, sleep(writeMs)])
  const wrote = performance.now() - begun
  const killed = plant.kill({ database })
  isOver = true
  await killed
  await writing
  return wrote
}

/**
 * A kill, and then for each writer one acknowledged write that is taken away or altered: its check must say exactly that,
 * or it is worth nothing. Everything is as before afterwards.
 */
async function plantedLosses(
  plant: FaultPlant,
  writers: readonly Writer[],
  complaints: Set<string>,
): Promise<string[]> {
  const wrote = await writeUntilKilled(plant, writers, false, PLANTED_WRITE_MS)
  const restartMs = await plant.start()
  const findings = await checkAll(plant, writers, complaints)
  const seen: Finding[] = []
  for (const [index, writer] of writers.entries()) {
    const connection = await plant.db().connect()
    try {
      await connection.query('begin')
      const damage = await writer.damage(connection)
      const found = await writer.check(connection)
      seen.push(found)
      const said = [...found.lost, ...found.half]
      const strange = said.filter((text) => !damage?.names.some((name) => text.includes(name)))
      const isFound = damage !== null && found.lost.length === 1 && strange.length === 0
      if (!isFound || findings[index]?.lost.length !== 0)
        complaints.add(
          `${writer.name}：${damage?.what ?? '没有可改动的写入'}，核对说 ${JSON.stringify(said)}`,
        )
      else say(`· ${plant.kind} 种下的丢失：${damage.what} → ${said.join('；')}`)
    } finally {
      await connection.query('rollback')
      connection.release()
    }
  }
  return rowOf('种', '服务，再改动每类一项', wrote, restartMs, seen)
}

async function checkAll(
  plant: FaultPlant,
  writers: readonly Writer[],
  complaints: Set<string>,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const writer of writers) {
    const finding = await writer.check(plant.db())
    findings.push(finding)
    for (const one of [...finding.lost, ...finding.half]) complaints.add(`${writer.name}：${one}`)
  }
  return findings
}

function rowOf(
  round: string,
  killed: string,
  wroteMs: number,
  startMs: number,
  findings: readonly Finding[],
): string[] {
  const sum = (key: 'lost' | 'half') => findings.reduce((total, one) => total + one[key].length, 0)
  return [
    round,
    killed,
    wroteMs.toFixed(0),
    startMs.toFixed(0),
    findings.map(({ acknowledged }) => acknowledged).join(' / '),
    findings.map(({ inDoubt }) => inDoubt).join(' / '),
    String(sum('lost')),
    String(sum('half')),
  ]
}
