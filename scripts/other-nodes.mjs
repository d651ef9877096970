// The Node versions that operators may run the built server with, besides the one that runs the tests.
import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { root } from './bootstrap.mjs'
import { run } from './run.mjs'

const majors = [22, 24]

/**
 * Programs of the other versions, installed once beside the packages: not among them, where npm would put one before the
 * machine's own `node`. Without a package for this platform, or without a registry, `reason` says so.
 */
export async function otherNodes() {
  const folder = path.join(root, 'node_modules', '.cache', 'suoan-node')
  const programs = majors.map((major) => path.join(folder, 'node_modules', `node${major}`, 'bin', 'node'))
  if (programs.every(existsSync)) return { programs }
  mkdirSync(folder, { recursive: true })
  const platform = `node-${process.platform}-${process.arch}`
  const wanted = majors.map((major) => `node${major}@npm:${platform}@${major}`)
  const options = ['--prefix', folder, '--no-save', '--no-package-lock', '--ignore-scripts', '--no-bin-links']
  const npm = process.env.npm_execpath
  const [program, before] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  const { code } = await run(program, [...before, 'install', ...options, ...wanted], { cwd: folder })
  if (code === 0 && programs.every(existsSync)) return { programs }
  return { programs: [], reason: `npm 没有给出 ${platform} 的 Node ${majors.join('、')}` }
}
