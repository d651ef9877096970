import { HistoryOutlined } from '@ant-design/icons'
import { workTicketEndpoints as tickets, type ProcedureDemand } from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { feedback, showFailure } from '@suoan/console-base/feedback.ts'
import { call } from '@suoan/console-base/request/call.ts'
import { ticketKey } from '../ticket-queries.ts'
import { fromEarlier, isNamed, linesFor } from './crew.ts'
import { draftOf } from './draft-model.ts'
import { PeopleTable } from './PeopleTable.tsx'
import { TicketLocks } from './TicketLocks.tsx'
import type { StepProps } from './use-draft.ts'

interface Props extends StepProps {
  /** How many people of which role the procedure takes with which the ticket began. */
  readonly demands: readonly ProcedureDemand[]
  /** Of a draft that was kept before. */
  readonly workId: string | undefined
}

/** 5 人员与锁具: who does what, with which personal lock; access locks and who may open them. */
export function PeopleStep({ draft, patch, demands, workId }: Props) {
  const begin = useEffectEvent(() => {
    if (draft.people.length === 0 && demands.length > 0) patch({ people: linesFor(demands, newUlid) })
  })
  useEffect(() => begin(), [])
  return (
    <>
      {workId !== undefined && !draft.people.some(isNamed) && (
        <Earlier draft={draft} patch={patch} workId={workId} />
      )}
      <PeopleTable draft={draft} patch={patch} demands={demands} />
      <TicketLocks draft={draft} patch={patch} />
    </>
  )
}

/** One press for the crew and the locks of the ticket of the same work that came before. */
function Earlier({ draft, patch, workId }: Pick<Props, 'draft' | 'patch'> & { workId: string }) {
  const last = useQuery({
    queryKey: [...ticketKey, 'lastOfSame', workId],
    queryFn: ({ signal }) => call(tickets.lastOfSame, { id: workId }, { signal, quiet: true }),
    staleTime: 60_000,
  })
  const take = useMutation({
    meta: { quiet: true },
    mutationFn: (id: string) => call(tickets.detail, { id }, { quiet: true }),
    onSuccess: (detail) => {
      patch(fromEarlier(draft, draftOf(detail), detail))
      void feedback().message.success(`已带入 ${detail.ticket.workNo} 的人员和锁具，请核对`)
    },
    onError: showFailure,
  })
  const earlier = last.data
  if (!earlier) return null
  return (
    <Button
      className="gap-bottom"
      icon={<HistoryOutlined />}
      loading={take.isPending}
      onClick={() => take.mutate(earlier.id)}
    >
      沿用 {earlier.workNo}（{earlier.planStart.slice(0, 10)}）的人员和锁具
    </Button>
  )
}
