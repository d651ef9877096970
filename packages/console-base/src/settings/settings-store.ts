import { create } from 'zustand'
import { changed, readSettings, type Settings } from './settings.ts'

/** Kept without an end, under the standard client's prefix (5-screens.md §1). */
const key = 'pro__SETTINGS'

interface SettingsStore extends Settings {
  change(change: Partial<Settings>): void
}

export const useSettings = create<SettingsStore>()((set, get) => ({
  ...readSettings(stored()),
  change(change) {
    const { change: _, ...before } = get()
    const next = changed(before, change)
    localStorage.setItem(key, JSON.stringify(next))
    set(next)
  },
}))

function stored(): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch (error) {
    // Somebody wrote something else there.
    if (error instanceof SyntaxError) return null
    throw error
  }
}
