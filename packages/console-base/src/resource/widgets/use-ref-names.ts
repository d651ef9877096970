import { useQuery } from '@tanstack/react-query'
import { dictNames } from '../stored-names.ts'

/**
 * Names of chosen rows in the order of their keys; the keys themselves until they are known, and where there is no name.
 * @param code the dictionary form of the reference (`refDictCode`); null = there is nothing to look up
 */
export function useRefNames(code: string | null, values: readonly string[]): readonly string[] {
  const names = useQuery({
    queryKey: ['ref', code, 'names', values.join(',')],
    queryFn: ({ signal }) => dictNames(code ?? '', values, signal),
    enabled: values.length > 0 && code !== null,
    staleTime: 60_000,
  })
  return values.map((value) => names.data?.get(value) ?? value)
}
