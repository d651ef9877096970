// The browser of the journeys: the machine's Chromium, installed with apt-get where that is possible.
import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { run } from './run.mjs'

// The shell is the same browser without the windows nobody sees: a quarter less work for each page.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin']
const usualPlaces = [
  ...folders.flatMap((folder) => names.map((name) => path.join(folder, name))),
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const advice =
  '没有找到 Chromium：请安装它（Debian、Ubuntu：apt-get install chromium），或用环境变量 CHROMIUM_PATH 指定它的位置。'

/** `{ path }`, or `{ reason }`: the one line that says what to install. */
export async function findChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given)
    return isProgram(given) ? { path: given } : { reason: `CHROMIUM_PATH 指定的 ${given} 不能执行。` }
  const found = usualPlaces.find(isProgram)
  if (found !== undefined) return { path: found }
  await installByApt()
  const installed = usualPlaces.find(isProgram)
  return installed === undefined ? { reason: advice } : { path: installed }
}

async function installByApt() {
  if (process.platform !== 'linux' || !folders.some((folder) => isProgram(path.join(folder, 'apt-get'))))
    return
  process.stdout.write('· 安装 Chromium（apt-get）…\n')
  // As root, or as somebody who may become root without being asked for a password.
  const [program, before] = process.getuid?.() === 0 ? ['apt-get', []] : ['sudo', ['-n', 'apt-get']]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const update = await run(program, [...before, 'update'], { env })
  if (update.code !== 0) return
  const install = (name) =>
    run(program, [...before, 'install', '-y', '--no-install-recommends', name, 'fonts-noto-cjk'], { env })
  // Older releases have the whole browser only.
  const shell = await install('chromium-headless-shell')
  if (shell.code !== 0) await install('chromium')
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
