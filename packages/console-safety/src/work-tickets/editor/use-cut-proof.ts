import type { PlanCheck } from '@suoan/contract'
import { workTicketEndpoints as tickets } from '@suoan/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { ticketKey } from '../ticket-queries.ts'
import { draftProblems, wireDraft } from './draft-model.ts'
import type { Draft } from './draft-model.ts'

/**
 * The plan report of what stands on the screen, saved or not, asked again 600 ms after the last change. The draft goes
 * without its id: with one the server would judge what is stored.
 */
export function useCutProof(draft: Draft) {
  const settled = useSettled(JSON.stringify(wireDraft(draft)), 600)
  const isComplete = Object.keys(draftProblems(draft)).length === 0
  return useQuery({
    queryKey: [...ticketKey, 'plan', settled],
    queryFn: ({ signal }): Promise<PlanCheck> =>
      call(tickets.checkPlan, JSON.parse(settled), { signal, quiet: true }),
    enabled: isComplete && draft.needIsolation === 1 && draft.equipIds.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    gcTime: 60_000,
  })
}

function useSettled(text: string, ms: number): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), ms)
    return () => clearTimeout(timer)
  }, [text, ms])
  return settled
}
