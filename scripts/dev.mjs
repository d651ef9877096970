// npm run dev: the server from source, restarted on changes, and the console by Vite with the API behind it.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'

await bootstrap({ build: false })
const modules = path.join(root, 'node_modules')
const api = `http://127.0.0.1:${process.env.PORT ?? 8080}`
const children = [
  start(
    root,
    path.join(modules, 'tsx/dist/cli.mjs'),
    'watch',
    '--clear-screen=false',
    'apps/server/src/main.ts',
  ),
  start(path.join(root, 'apps/console'), path.join(modules, 'vite/bin/vite.js'), '--clearScreen=false'),
]
// The terminal tells the children itself about Ctrl-C; we wait for them.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => children.forEach((child) => child.kill('SIGTERM')))

function start(cwd, ...args) {
  const child = spawn(process.execPath, args, {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, CONSOLE_API: api },
  })
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0
    for (const other of children) if (other !== child) other.kill('SIGTERM')
  })
  return child
}
