import type { PermissionAnswer } from '@suoan/contract'
import { create } from 'zustand'
import { readStored, removeStored, sessionKeys, storageKeys, writeStored } from './storage.ts'

/** The signed-in person as the console knows them (1-shell.md §3). */
export interface SessionUser {
  readonly id: string
  readonly username: string
  readonly realname: string
  readonly avatar: string | null
  /** Code of the department chosen for this session. */
  readonly orgCode: string | null
  readonly orgCodeTxt?: string | null
}

export interface Session {
  readonly token: string | null
  readonly user: SessionUser | null
  readonly tenantId: number
  readonly permissions: PermissionAnswer | null
  /** Known at the login: the person belongs to no department. */
  readonly hasNoDepart: boolean
}

interface SessionActions {
  /** @param remember keep for 7 days (自动登录), else until the window closes */
  signIn(token: string, user: SessionUser, remember: boolean): void
  /**
   * Waits for the same person to sign in in another window of this browser, and goes on here with that session. Pages
   * and rights stay as they are; what was kept of the ended session goes, or that window would take it for its own.
   */
  awaitSignIn(): void
  setUser(user: SessionUser): void
  setTenant(tenantId: number): void
  setPermissions(permissions: PermissionAnswer): void
  /** Forgets everything of this person on this browser; the server ends the token by its own call. */
  clear(): void
}

const nobody: Session = { token: null, user: null, tenantId: 0, permissions: null, hasNoDepart: false }

/** Who you are: token, user, tenant and rights. Rights are fetched again on every start. */
export const useSession = create<Session & SessionActions>()((set, get) => ({
  ...stored(),
  signIn(token, user, remember) {
    const area = remember ? localStorage : sessionStorage
    writeStored(storageKeys.token, token, area)
    writeStored(storageKeys.username, user.username, area)
    writeStored(storageKeys.user, user, area)
    set({ token, user, permissions: null })
  },
  awaitSignIn() {
    removeStored(storageKeys.token)
    removeStored(storageKeys.user)
    const look = () => {
      const { token, user } = stored()
      if (token === null || user === null || user.id !== get().user?.id) return
      removeEventListener('storage', look)
      set({ token, user })
    }
    addEventListener('storage', look)
  },
  setUser(user) {
    writeStored(storageKeys.user, user)
    set({ user })
  },
  setTenant(tenantId) {
    writeStored(storageKeys.tenant, tenantId)
    set({ tenantId })
  },
  setPermissions(permissions) {
    sessionStorage.setItem(sessionKeys.buttonAuth, JSON.stringify(permissions.auth))
    sessionStorage.setItem(sessionKeys.allAuth, JSON.stringify(permissions.allAuth))
    set({ permissions })
  },
  clear() {
    for (const key of Object.values(storageKeys)) removeStored(key)
    for (const key of Object.values(sessionKeys)) sessionStorage.removeItem(key)
    set(nobody)
  },
}))

function stored(): Session {
  const token = readStored(storageKeys.token)
  const tenantId = readStored(storageKeys.tenant)
  return {
    token: typeof token === 'string' ? token : null,
    user: userOf(readStored(storageKeys.user)),
    tenantId: typeof tenantId === 'number' ? tenantId : 0,
    permissions: null,
    hasNoDepart: false,
  }
}

/** The parts of a user entity that the console keeps; null when it is not one. */
export function userOf(value: unknown): SessionUser | null {
  if (typeof value !== 'object' || value === null) return null
  const { id, username, realname, avatar, orgCode, orgCodeTxt } = value as Record<string, unknown>
  if (typeof id !== 'string' || typeof username !== 'string') return null
  return {
    id,
    username,
    realname: typeof realname === 'string' && realname ? realname : username,
    avatar: typeof avatar === 'string' && avatar ? avatar : null,
    orgCode: typeof orgCode === 'string' ? orgCode : null,
    orgCodeTxt: typeof orgCodeTxt === 'string' ? orgCodeTxt : null,
  }
}
