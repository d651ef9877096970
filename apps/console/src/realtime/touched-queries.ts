import { z } from 'zod'

const notice = z.object({ cmd: z.string(), resource: z.string().optional() })

/** What else shows the state of a changed resource: a ticket page draws its locks, a lock its commands. */
const shownWith: Readonly<Record<string, readonly string[]>> = {
  lock: ['lock', 'work', 'lockLast', 'lockOnoff', 'lockLog', 'board'],
  work: ['work', 'workReview', 'workExamine', 'lock', 'board'],
  cmd: ['cmd', 'lock'],
}

/** Names of the resources whose queries a message of the notice channel makes old; none for other messages. */
export function touchedBy(text: string): readonly string[] {
  const message = parse(text)
  if (message?.cmd !== 'resource' || !message.resource) return []
  return shownWith[message.resource] ?? [message.resource]
}

function parse(text: string) {
  try {
    return notice.safeParse(JSON.parse(text)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
