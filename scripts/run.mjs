// Runs a program to its end and keeps what it said. Node built-ins only.
import { spawn } from 'node:child_process'

/** Runs a program and collects what it writes. */
export function run(program, args, options) {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ code: 1, output: output + error.message }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
