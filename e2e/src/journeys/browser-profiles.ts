import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type Response,
} from 'playwright-core'
import { logIn } from '../support/api-client.ts'
import { findChromium } from '../support/chromium.ts'
import type { Cleanups } from '../support/cleanups.ts'
import { root } from '../support/root.ts'

/** The browser of a plant: each person has a profile of his own in it. */
export interface BrowserProfiles {
  /** A page nobody has signed in at. */
  blank(): Promise<Page>
  /**
   * Somebody's browser after his login, at the page that was asked for: home by default. The login itself is one call;
   * the form has journeys of its own. With `camera` he sits at a terminal whose camera sees that film (.y4m).
   */
  signIn(who: string, password: string, address?: string, camera?: Buffer): Promise<Page>
  /** Turns the clock of all pages, also of later ones, to `now` (epoch ms). */
  setTime(now: number): Promise<void>
  /**
   * A picture in `screenshots/`, at the page's width or (390 px) as a phone shows it; only when `SCREENSHOTS` is set:
   * the whole run takes more than a hundred.
   */
  shot(page: Page, name: string, width?: 390): Promise<void>
  /** Pictures of all pages after a failure, and what stands on them: CI keeps only words. */
  shotAll(name: string): Promise<string>
  /** Errors that pages threw and answers the server should never give. */
  readonly complaints: readonly string[]
}

/** `SCREENSHOT_THEME=dark` shows every page as somebody sees it who has chosen that. */
function wearTheme(brightness: string): void {
  localStorage.setItem('pro__SETTINGS', JSON.stringify({ brightness }))
}

const wide = { width: 1440, height: 900 }

/** How long the console keeps what a login left (1-shell.md §3), ms. */
const storageLifeMs = 604_800_000

let browser: Promise<Browser> | undefined

/** One Chromium for all files of a worker; it ends with the worker's process. */
async function theBrowser(): Promise<Browser> {
  if (!(await browser)?.isConnected()) browser = launch()
  // Launched above at the latest.
  return browser as Promise<Browser>
}

async function launch(...more: readonly string[]): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === null)
    throw new Error('no Chromium found: apt-get install chromium, or set CHROMIUM_PATH')
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', ...more]
  return chromium.launch({ executablePath, args })
}

/** Chromium on the plant's console, in Chinese and at the plant's time. */
export async function openBrowser(
  url: string,
  now: () => number,
  cleanups: Cleanups,
): Promise<BrowserProfiles> {
  const chrome = await theBrowser()
  const contexts: BrowserContext[] = []
  cleanups.add(() => Promise.all(contexts.map((context) => context.close())))
  const complaints: string[] = []
  const pictures = path.join(root, 'screenshots')
  mkdirSync(pictures, { recursive: true })

  /** An ended session is answered with 500 too (4-api.md §0), and is no failure; what a closed page was told is not read. */
  const note = async (response: Response) => {
    const text = await response.text().catch(() => null)
    if (text !== null && !text.includes('Token失效'))
      complaints.push(`${response.status()} ${response.url()}`)
  }
  const takePicture = (page: Page, name: string) =>
    page.screenshot({
      path: path.join(pictures, `${name.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-')}.png`),
      fullPage: true,
      animations: 'disabled',
    })
  /** What the camera sees is said to a whole browser, so it is one more. */
  const atCamera = async (film: Buffer): Promise<Browser> => {
    const folder = mkdtempSync(path.join(tmpdir(), 'suoan-camera-'))
    cleanups.add(() => rmSync(folder, { recursive: true, force: true }))
    const file = path.join(folder, 'film.y4m')
    writeFileSync(file, film)
    const terminal = await launch(
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    )
    cleanups.add(() => terminal.close())
    return terminal
  }
  const openProfile = async (stored: BrowserContextOptions = {}, on = chrome): Promise<Page> => {
    const context = await on.newContext({
      viewport: wide,
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      baseURL: url,
      reducedMotion: 'reduce',
      ...stored,
    })
    context.setDefaultTimeout(60_000)
    const theme = process.env['SCREENSHOT_THEME']
    if (theme) await context.addInitScript(wearTheme, theme)
    await context.clock.setSystemTime(now())
    contexts.push(context)
    const page = await context.newPage()
    page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.stack ?? error.message}`))
    page.on('response', (response) => {
      if (response.status() >= 500) void note(response)
    })
    return page
  }
  const browsers: BrowserProfiles = {
    complaints,
    blank: () => openProfile(),
    async signIn(who, password, address = '/', camera) {
      const { token, userInfo, sysAllDictItems } = await logIn(url, who, password)
      const expire = now() + storageLifeMs
      const kept = {
        'Access-Token': token,
        Login_Username: who,
        Login_Userinfo: userInfo,
        UI_CACHE_DB_DICT_DATA: sysAllDictItems,
      }
      const localStorage = Object.entries(kept).map(([name, value]) => ({
        name: `pro__${name}`,
        value: JSON.stringify({ value, expire }),
      }))
      const page = await openProfile(
        { storageState: { cookies: [], origins: [{ origin: new URL(url).origin, localStorage }] } },
        camera ? await atCamera(camera) : chrome,
      )
      await page.goto(address)
      await page.getByRole('button', { name: /用户菜单/ }).waitFor()
      return page
    },
    async setTime(time) {
      for (const context of contexts) await context.clock.setSystemTime(time)
    },
    async shot(page, name, width) {
      if (!process.env['SCREENSHOTS']) return
      if (width) await page.setViewportSize({ width, height: 844 })
      await takePicture(page, `${name}-${width ?? wide.width}`)
      if (width) await page.setViewportSize(wide)
    },
    async shotAll(name) {
      const words: string[] = []
      for (const [index, page] of contexts.flatMap((context) => context.pages()).entries()) {
        await takePicture(page, `${name}-${index}`)
        const text = await page.locator('body').innerText()
        words.push(`${page.url()}\n${text.replaceAll(/\s+/g, ' ').slice(-1_500)}`)
      }
      return words.join('\n\n')
    },
  }
  return browsers
}
