import { accessSync, constants } from 'node:fs'

const usualPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The machine's Chromium (`CHROMIUM_PATH` goes first), or null. */
export function findChromium(): string | null {
  const given = process.env['CHROMIUM_PATH']
  return [...(given ? [given] : []), ...usualPlaces].find(canRun) ?? null
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
