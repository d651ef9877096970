import { externalPerson, user } from '@suoan/contract'
import { dictSearchSize, searchDict } from '@suoan/console-base/resource/ref-search.ts'
import { refDictCode } from '@suoan/console-base/resource/widgets/load-resource.ts'
import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ownPeople, type Lookup } from './people-rows.ts'

interface Named {
  readonly personSource: number
  readonly name: string
}
export const namedKey = ({ personSource, name }: Named): string =>
  `${personSource === ownPeople ? 'user' : 'external'} ${name}`

/** Looks names up, each among the accounts or in the register; by `namedKey`. */
export function useNameLookup(names: readonly Named[]): Readonly<Record<string, Lookup>> {
  const keys = [...new Set(names.map(namedKey))]
  const combined = keys.join('\n')
  return useQueries({
    queries: keys.map((key) => ({
      queryKey: ['ref', 'name', key],
      queryFn: ({ signal }: { signal: AbortSignal }) => lookUp(key, signal),
      staleTime: 60_000,
    })),
    combine: useCallback(
      (results: readonly UseQueryResult<Lookup>[]): Readonly<Record<string, Lookup>> =>
        Object.fromEntries(
          combined
            .split('\n')
            .map((key, at) => [key, results[at]?.data ?? (results[at]?.isError ? 'failed' : 'looking')]),
        ),
      [combined],
    ),
  })
}

async function lookUp(key: string, signal: AbortSignal): Promise<Lookup> {
  const space = key.indexOf(' ')
  const name = key.slice(space + 1)
  const found = await searchDict(
    refDictCode(key.slice(0, space) === 'user' ? user : externalPerson),
    name,
    signal,
  )
  const [person, other] = found.filter(({ text }) => text === name)
  // Of more than the server lists at once, others may be called that too.
  if (other || (person && found.length >= dictSearchSize)) return 'several'
  return person ? { id: person.value } : 'none'
}
