import { create } from 'zustand'
import type { LiveMessage } from './live-message.ts'

/** Is the notice channel open? Screens that must be fresh ask again by themselves while it is not. */
export const useLive = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: false }))

/** How often a run screen asks while nobody tells it of changes. */
const pollMs = 10_000

/** `refetchInterval` of a query that must be fresh: told of changes, or asking every ten seconds. */
export function useFreshness(): number | false {
  return useLive((live) => live.isOpen) ? false : pollMs
}

type NoticeListener = (message: LiveMessage) => void
const listeners = new Set<NoticeListener>()

/** Hears every notice of the channel; returns the end of it. */
export function onNotice(listener: NoticeListener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function publishNotice(message: LiveMessage): void {
  for (const listener of listeners) listener(message)
}
