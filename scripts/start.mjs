// npm start: makes everything ready, then runs the server until one of us is told to stop.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'
import { serverEnvironment } from './server-environment.mjs'

await bootstrap()

// The channel tells the server when we are gone, however we ended.
const server = spawn(
  process.execPath,
  ['--enable-source-maps', path.join(root, 'dist/server.js'), ...process.argv.slice(2)],
  {
    env: { ...serverEnvironment, ...process.env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  },
)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
}
server.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)))

// A SIGTERM to `npm start` ends npm alone; then nobody would ever end the server.
const npm = process.env.npm_lifecycle_event === undefined ? null : npmAbove()
if (npm !== null) {
  setInterval(() => {
    if (!isThere(npm)) server.kill('SIGTERM')
  }, 1_000).unref()
}

/** Process number of the npm that started us, with at most a shell between (told where /proc exists). */
function npmAbove() {
  let pid = process.ppid
  for (let step = 0; step < 3 && pid > 1; step += 1) {
    try {
      if (/\bnpm\b/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '))) return pid
      pid = Number(/\)\s\S\s(\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? 0)
    } catch {
      return null
    }
  }
  return null
}

function isThere(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
