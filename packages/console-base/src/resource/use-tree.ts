import type { Resource } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { resourceApi } from './resource-api.ts'
import { resourceKey } from './resource-key.ts'

/** The rows of a tree resource. */
export function useTree(target: Resource, verb = 'queryTreeList') {
  return useQuery({
    queryKey: [...resourceKey(target), 'tree', verb],
    queryFn: ({ signal }) => resourceApi(target).tree(signal, verb),
    staleTime: 30_000,
  })
}
