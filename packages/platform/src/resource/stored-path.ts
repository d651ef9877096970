import { shanghaiTime } from '@suoan/kit/shanghai'
import { randomBytes } from 'node:crypto'

/** What a stored path looks like; anything else is no file of ours, and nobody is given it. */
export const storedPath = /^\d{8}\/[0-9a-f]{32}\.[a-z0-9]{1,8}$/

/** The path for a new file in the store: a random name that nobody can guess, below the day of `now`. */
export const newStoredPath = (now: number, extension: string): string =>
  `${shanghaiTime(now).slice(0, 10).replaceAll('-', '')}/${randomBytes(16).toString('hex')}.${extension}`
