import { useSyncExternalStore } from 'react'

/** Moves within the pages before the login, which have no router of their own. `state` is read by `placeState`. */
export function goTo(address: string, state: Readonly<Record<string, string>> = {}): void {
  history.pushState(state, '', address)
  window.dispatchEvent(new PopStateEvent('popstate'))
  window.scrollTo(0, 0)
}

/** The path shown now. */
export function usePath(): string {
  return useSyncExternalStore(listen, () => location.pathname.replace(/\/+$/, ''))
}

/** A value the page before handed over; '' when it did not. */
export function placeState(name: string): string {
  const state: unknown = history.state
  if (typeof state !== 'object' || state === null) return ''
  const value = (state as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : ''
}

function listen(changed: () => void): () => void {
  window.addEventListener('popstate', changed)
  return () => window.removeEventListener('popstate', changed)
}
