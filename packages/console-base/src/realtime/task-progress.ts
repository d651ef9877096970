/** How far the server is with a long call that this page has made. */
export interface TaskProgress {
  readonly done: number
  readonly total: number
}

const listeners = new Map<string, (progress: TaskProgress) => void>()

/** Hears how far a call is that was made under this name; returns the end of it. */
export function onTaskProgress(task: string, listener: (progress: TaskProgress) => void): () => void {
  listeners.set(task, listener)
  return () => void listeners.delete(task)
}

/** Tells who waits for the task of a frame of the notice channel, where it is about one. */
export function takeTaskProgress(text: string): void {
  if (listeners.size === 0 || !text.startsWith('{"cmd":"progress"')) return
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null || !('task' in value)) return
  if (!('done' in value) || typeof value.done !== 'number') return
  if (!('total' in value) || typeof value.total !== 'number') return
  listeners.get(String(value.task))?.({ done: value.done, total: value.total })
}
