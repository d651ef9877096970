import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from './ErrorState.tsx'
import { KeptNote } from './KeptNote.tsx'

interface Props {
  readonly query: UseQueryResult
  readonly children: ReactNode
}

/**
 * A part that shows what a call answered: in its place, when nothing could be loaded, the failure and the way to try again;
 * above it, when what was loaded could not be renewed, how old it is.
 */
export function OrError({ query, children }: Props) {
  if (query.isLoadingError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return (
    <>
      <KeptNote query={query} />
      {children}
    </>
  )
}
