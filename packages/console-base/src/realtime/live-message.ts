/** A frame of the notice channel: what changed, never the data (4-api.md §11.1). */
export interface LiveMessage {
  /** `resource` = rows of `resource` changed; `topic`, `user` = a notice; `heartcheck` = the answer to a beat. */
  readonly cmd: string
  readonly resource: string | null
  readonly ids: readonly string[]
  /** What a notice says, read aloud; empty = silent. */
  readonly text: string
  /** The notice itself, when there is one to show. */
  readonly msgId: string | null
}

/** Reads a frame; null when it is none of ours. */
export function readLiveMessage(text: string): LiveMessage | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('cmd' in value) || typeof value.cmd !== 'string')
      return null
    const resource = 'resource' in value && typeof value.resource === 'string' ? value.resource : null
    const ids =
      'ids' in value && Array.isArray(value.ids) ? value.ids.filter((id) => typeof id === 'string') : []
    const words = 'msgTxt' in value && typeof value.msgTxt === 'string' ? value.msgTxt : ''
    const msgId = 'msgId' in value && typeof value.msgId === 'string' ? value.msgId : null
    return { cmd: value.cmd, resource, ids, text: words, msgId }
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** A message for this person: the bell looks again (1-shell.md §4). */
export const isNotice = ({ cmd }: Pick<LiveMessage, 'cmd'>): boolean => cmd === 'user' || cmd === 'topic'

/** What else shows the state of a changed resource: a ticket page draws its locks, a lock its commands. */
const shownWith: Readonly<Record<string, readonly string[]>> = {
  lock: ['work', 'lockLast', 'lockOnoff', 'lockLog', 'board', 'eventFeed'],
  work: ['workReview', 'workExamine', 'board', 'eventFeed'],
  cmd: ['lock', 'eventFeed'],
  uncloseLock: ['notices', 'board', 'eventFeed'],
  alarm: ['board', 'eventFeed'],
  device: ['eventFeed'],
  devicePresence: ['eventFeed'],
}

/** The query keys that a frame makes stale: the generated pages' and those that features keep under the same name. */
export function staleKeys(message: LiveMessage): readonly (readonly string[])[] {
  if (isNotice(message)) return [['notices']]
  if (message.cmd !== 'resource' || message.resource === null) return []
  const names = [message.resource, ...(shownWith[message.resource] ?? [])]
  return [...names.map((name) => ['resource', name]), [message.resource]]
}
