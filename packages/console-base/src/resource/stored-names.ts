import { request } from '../request/client.ts'

/**
 * Characters of keys that one call asks for: they travel in the address, of which servers take 8 KB. That are a hundred
 * and seventy ids of 32 characters, more than most forms hold.
 */
const mostKeyChars = 6_000

/**
 * Names of stored keys, in one call as long as they fit into an address; null for a key that the server knows nothing by.
 * @param ask answers the names in the order of the keys, the key itself where there is none
 */
export async function namesByKey(
  keys: readonly string[],
  ask: (keys: readonly string[]) => Promise<readonly string[]>,
): Promise<ReadonlyMap<string, string | null>> {
  const parts = keyParts(keys, mostKeyChars)
  const answers = await Promise.all(parts.map(async (part) => [part, await ask(part)] as const))
  return new Map(
    answers.flatMap(([part, names]) =>
      part.map((key, index): [string, string | null] => {
        const name = names[index] ?? key
        return [key, name === key ? null : name]
      }),
    ),
  )
}

/** The keys in runs of at most this many characters, commas included; a longer key is a run of its own. */
export function keyParts(keys: readonly string[], most: number): readonly (readonly string[])[] {
  const parts: string[][] = []
  let left = 0
  for (const key of keys) {
    // Most keys are ASCII; what is not takes three bytes in an address, and nine as it is written there.
    const length = encodeURIComponent(key).length + 3
    const last = parts.at(-1)
    if (last && length <= left) last.push(key)
    else {
      parts.push([key])
      left = most
    }
    left -= length
  }
  return parts
}

/** Names of keys by a dictionary in table form: `table,text column,code column` (4-api.md §5.2). */
export const dictNames = (
  code: string,
  keys: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string | null>> =>
  namesByKey(keys, async (part) => {
    const { result } = await request<string[]>({
      method: 'GET',
      path: `/sys/dict/loadDictItem/${encodeURIComponent(code)}`,
      query: { key: part.join(','), delNotExist: 'false' },
      ...(signal ? { signal } : {}),
      quiet: true,
    })
    return result ?? []
  })
