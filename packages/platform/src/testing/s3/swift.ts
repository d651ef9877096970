import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { makeBucket, type S3Env, type TestS3 } from './test-bucket.ts'

const run = promisify(execFile)

/** Debian's own Python: its packages are built for it. */
const python = '/usr/bin/python3'

/**
 * OpenStack Swift with its S3 interface, from Debian's packages: a real server that verifies signatures, checksums and
 * times, and keeps parts. The packages are unpacked into a folder and never installed. Where that is impossible the
 * answer is the reason.
 */
export async function startSwift(): Promise<TestS3 | { readonly reason: string }> {
  const root = await unpacked()
  if (typeof root !== 'string') return root
  const folder = await mkdtemp(path.join(os.tmpdir(), 'suoan-swift-run-'))
  const script = fileURLToPath(new URL('swift_server.py', import.meta.url))
  const server = spawn(python, [script, folder], {
    // It ends with us, when its standard input does.
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PYTHONPATH: path.join(root, 'usr/lib/python3/dist-packages'),
      LD_LIBRARY_PATH: path.join(root, 'usr/lib', libraries()),
    },
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const [port, complaint] = await told(server.stdout, server.stderr)
  const stop = async () => {
    server.stdin.end()
    await ended
  }
  if (port === null) {
    await stop()
    return { reason: `Swift 没有启动：${complaint.slice(-500)}` }
  }
  const env: S3Env = {
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: 'suoan-test',
    S3_ACCESS_KEY: 'test:tester',
    S3_SECRET_KEY: 'testing',
    S3_REGION: 'us-east-1',
  }
  await makeBucket(env)
  return { env, [Symbol.asyncDispose]: stop }
}

/** The port it prints, or null when it ends before, and what it complained of. */
async function told(
  output: NodeJS.ReadableStream,
  errors: NodeJS.ReadableStream,
): Promise<[port: number | null, complaint: string]> {
  let complaint = ''
  errors.on('data', (part: Buffer) => {
    complaint += String(part)
  })
  for await (const line of createInterface({ input: output })) {
    const port = /^ready (\d+)$/.exec(line)?.[1]
    if (port !== undefined) return [Number(port), complaint]
  }
  return [null, complaint]
}

const libraries = (): string => (process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu')

/** The folder with the unpacked packages (7 MB), made once for this machine. */
async function unpacked(): Promise<string | { readonly reason: string }> {
  if (process.platform !== 'linux' || !existsSync(python) || !existsSync('/usr/bin/apt-get'))
    return { reason: '这台机器不是 Debian 或 Ubuntu，没有 Swift 的软件包' }
  const place = path.join(os.tmpdir(), `suoan-swift-${process.getuid?.() ?? 0}`)
  if (existsSync(path.join(place, 'ready'))) return place
  const fresh = await mkdtemp(`${place}-`)
  try {
    const names = await packagesOf('python3-swift').catch(async () => {
      await run('apt-get', ['update'])
      return await packagesOf('python3-swift')
    })
    await mkdir(path.join(fresh, 'debs'))
    await run('apt-get', ['download', ...names], { cwd: path.join(fresh, 'debs') })
    for (const deb of await readdir(path.join(fresh, 'debs')))
      await run('dpkg', ['-x', path.join(fresh, 'debs', deb), fresh])
    await rm(path.join(fresh, 'debs'), { recursive: true })
    await writeFile(path.join(fresh, 'ready'), '')
    await rename(fresh, place)
    return place
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    // Another run was faster.
    if (existsSync(path.join(place, 'ready'))) return place
    return {
      reason: `没有能下载 Swift 的软件包：${error instanceof Error ? error.message.slice(0, 300) : ''}`,
    }
  }
}

/** It and what it needs of what this machine does not have. */
async function packagesOf(name: string): Promise<string[]> {
  const { stdout } = await run('apt-get', ['install', '-s', '--no-install-recommends', name])
  const names = [...stdout.matchAll(/^Inst (\S+)/gm)].flatMap(([, one]) => one ?? [])
  if (names.length === 0) throw new Error(`${name} is not to be had`)
  return names
}
