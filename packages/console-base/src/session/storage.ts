/** Stored values live 7 days (1-shell.md §3): `{ value, expire }` under the standard client's prefix. */
export const storageLifeMs = 604_800_000
const prefix = 'pro__'

export const storageKeys = {
  token: 'Access-Token',
  username: 'Login_Username',
  user: 'Login_Userinfo',
  dictionaries: 'UI_CACHE_DB_DICT_DATA',
  tenant: 'TENANT_ID',
} as const

/** Session storage holds the two button lists (1-shell.md §3). */
export const sessionKeys = { buttonAuth: 'LOGIN_USER_BUTTON_AUTH', allAuth: 'SYS_BUTTON_AUTH' } as const

export type StorageKey = (typeof storageKeys)[keyof typeof storageKeys]

/**
 * Reads a stored value; past its life or unreadable it is gone. Session storage is asked first: there lives the login
 * of someone who did not tick 自动登录.
 */
export function readStored(key: StorageKey, now = Date.now()): unknown {
  for (const area of [sessionStorage, localStorage]) {
    const text = area.getItem(prefix + key)
    if (text === null) continue
    const entry = parseEntry(text)
    if (entry && entry.expire > now) return entry.value
    area.removeItem(prefix + key)
  }
  return null
}

/** @param area where it is kept: `localStorage` for 7 days, `sessionStorage` until the window closes */
export function writeStored(key: StorageKey, value: unknown, area = areaOf(key), now = Date.now()): void {
  removeStored(key)
  area.setItem(prefix + key, JSON.stringify({ value, expire: now + storageLifeMs }))
}

export function removeStored(key: StorageKey): void {
  for (const area of [sessionStorage, localStorage]) area.removeItem(prefix + key)
}

/** A value that is replaced stays in the area where it was. */
function areaOf(key: StorageKey): Storage {
  return sessionStorage.getItem(prefix + key) === null ? localStorage : sessionStorage
}

function parseEntry(text: string): { value: unknown; expire: number } | null {
  try {
    const entry: unknown = JSON.parse(text)
    if (typeof entry !== 'object' || entry === null || !('value' in entry && 'expire' in entry)) return null
    return typeof entry.expire === 'number' ? { value: entry.value, expire: entry.expire } : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
