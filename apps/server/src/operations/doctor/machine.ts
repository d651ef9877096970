import { access, constants, mkdir, readdir, stat } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { freeBytes } from '@suoan/platform/backup/make-backup'
import type { Config } from '@suoan/platform/config'
import { runningEmbedded } from '@suoan/platform/db/embedded/running'
import { error, type Finding, ok, warning } from './finding.ts'

const GB = 2 ** 30
/** Below this the database may stop within days. [D] */
const SCARCE_BYTES = 2 * GB
/** Below this it may stop today. [D] */
const FULL_BYTES = GB / 2
/** What the product, its database and a restore beside it take. [D] */
const WISHED_MEMORY = 2 * GB

/** Node, memory and disk. */
export async function machineFindings(config: Config): Promise<Finding[]> {
  await mkdir(config.dataDir, { recursive: true })
  const free = await freeBytes(config.dataDir)
  const room = `数据目录所在磁盘剩余 ${(free / GB).toFixed(1)} GB`
  const advice = '请清理磁盘或扩容；磁盘写满时数据库会停止，开锁随之停止。'
  return [
    ok('Node', process.versions.node),
    os.totalmem() < WISHED_MEMORY
      ? warning(
          '内存',
          `共 ${(os.totalmem() / GB).toFixed(1)} GB`,
          '建议至少 2 GB；不足时请减少同机运行的其他程序。',
        )
      : ok('内存', `共 ${(os.totalmem() / GB).toFixed(1)} GB`),
    free < FULL_BYTES
      ? error('磁盘', room, advice)
      : free < SCARCE_BYTES
        ? warning('磁盘', room, advice)
        : ok('磁盘', room),
  ]
}

/** Whether we may write where we must, and nobody else may read what is secret. */
export async function folderFindings(config: Config): Promise<Finding[]> {
  const findings: Finding[] = []
  const writable = await access(config.dataDir, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  findings.push(
    writable
      ? ok('数据目录', config.dataDir)
      : error(
          '数据目录',
          `${config.dataDir} 不能读写`,
          '请用 chown 把数据目录交给运行锁安的用户，或用 DATA_DIR 指定别的目录。',
        ),
  )
  const open = await openFiles([
    path.join(config.dataDir, 'postgres-secrets.json'),
    ...(await within(path.join(config.dataDir, 'keys'))),
    ...(await within(config.backupDir)),
    ...[config.auditKeyFile, config.secretKeyFile].flatMap((file) => file ?? []),
  ])
  findings.push(
    open.length === 0
      ? ok('密钥文件', '只有运行锁安的用户能读')
      : error(
          '密钥文件',
          `其他用户也能读：${open.slice(0, 5).join('、')}`,
          `请执行 chmod 600 ${open.slice(0, 5).join(' ')}`,
        ),
  )
  for (const [name, file] of [
    ['AUDIT_KEY_FILE', config.auditKeyFile],
    ['SECRET_KEY_FILE', config.secretKeyFile],
  ] as const)
    if (file !== undefined && (await stat(file).catch(() => null)) === null)
      findings.push(
        error(
          '密钥文件',
          `${name} 指定的 ${file} 不在`,
          '请从备份取回这个文件；没有它，证据无法签名或密文无法打开。',
        ),
      )
  return findings
}

async function within(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.map((name) => path.join(folder, name))
}

/** Windows keeps no such rights. */
async function openFiles(files: readonly string[]): Promise<string[]> {
  if (process.platform === 'win32') return []
  const modes = await Promise.all(
    files.map(async (file) => ({ file, fact: await stat(file).catch(() => null) })),
  )
  return modes.flatMap(({ file, fact }) =>
    fact !== null && fact.isFile() && (fact.mode & 0o077) !== 0 ? [file] : [],
  )
}

/** Whether the ports are free, or held by our own server. */
export async function portFindings(config: Config): Promise<Finding[]> {
  const running = await runningServer(config)
  const ports = [
    { name: 'PORT', host: config.host, port: config.port },
    { name: 'MQTT_PORT', host: config.mqttHost, port: config.mqttPort },
  ].filter(({ port }) => port !== 0)
  return await Promise.all(
    ports.map(async ({ name, host, port }) => {
      if (await canListen(host, port)) return ok('端口', `${name} ${port} 空闲`)
      if (running !== null) return ok('端口', `${name} ${port} 正由锁安${running}使用`)
      return warning(
        '端口',
        `${name} ${port} 已被占用`,
        `如果不是锁安自己在用，请停止占用它的程序，或用 ${name} 指定别的端口。`,
      )
    }),
  )
}

/**
 * Our own server that runs, in the words that follow its name; null when none does. With a database of its own the data folder
 * tells its process; else whoever answers at its port as ours does.
 */
async function runningServer(config: Config): Promise<string | null> {
  if (config.databaseUrl === undefined) {
    const running = await runningEmbedded(config.dataDir)
    return running === null ? null : `（进程 ${running.pid}）`
  }
  if (config.port === 0) return null
  const host = config.host === '0.0.0.0' ? '127.0.0.1' : config.host
  try {
    const answer = await fetch(`http://${host.includes(':') ? `[${host}]` : host}:${config.port}/readyz`, {
      signal: AbortSignal.timeout(2_000),
    })
    const said: unknown = await answer.json()
    return typeof said === 'object' && said !== null && 'draining' in said ? '' : null
  } catch (error) {
    // Nobody answers, or something else does.
    if (error instanceof Error) return null
    throw error
  }
}

function canListen(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}

/** Services that configuration names and that must answer: Redis, an MQTT broker, the file store, the mail server. */
export async function serviceFindings(config: Config): Promise<Finding[]> {
  const services = [
    { name: 'REDIS_URL', title: 'Redis', url: config.redisUrl, port: 6379 },
    { name: 'MQTT_URL', title: 'MQTT 服务', url: config.mqttUrl, port: 1883 },
    { name: 'S3_ENDPOINT', title: '对象存储', url: config.s3?.endpoint, port: 443 },
    { name: 'MAIL_URL', title: '邮件服务', url: config.mail?.url, port: 465 },
  ]
  return await Promise.all(
    services.flatMap(({ name, title, url, port }) =>
      url === undefined ? [] : [reach(name, title, new URL(url), port)],
    ),
  )
}

async function reach(name: string, title: string, { hostname, port }: URL, usual: number): Promise<Finding> {
  const at = `${hostname}:${port === '' ? usual : port}`
  const answers = await new Promise<boolean>((resolve) => {
    const socket = connect({ host: hostname, port: Number(port === '' ? usual : port), timeout: 3_000 })
    const end = (value: boolean) => () => {
      socket.destroy()
      resolve(value)
    }
    socket.once('connect', end(true)).once('error', end(false)).once('timeout', end(false))
  })
  return answers
    ? ok(title, `${at} 可以连接`)
    : error(title, `${at} 连不上`, `请检查 ${name} 的地址、该服务是否已启动，以及防火墙。`)
}
