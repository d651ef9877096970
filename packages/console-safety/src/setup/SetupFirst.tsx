import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import { SetupCard } from './SetupCard.tsx'
import { setupQuery } from './setup-query.ts'

/** How long the first page waits for the checklist, ms: what stands below it is needed more. */
const longestMs = 1_000

/** 开始使用 above the first page of a plant that is not at work yet: both come together, so that nothing jumps. */
export function SetupFirst({ children }: { readonly children: ReactNode }) {
  const { isPending } = useQuery(setupQuery)
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), longestMs)
    return () => clearTimeout(timer)
  }, [])
  // As tall as the window: the line at the foot of the page does not move either.
  if (isPending && !isLate) return <LoadingState rows={24} />
  return (
    <>
      <SetupCard />
      {children}
    </>
  )
}
