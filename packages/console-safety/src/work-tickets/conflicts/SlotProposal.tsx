import { simopsEndpoints } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { useQuery } from '@tanstack/react-query'
import { call } from '@suoan/console-base/request/call.ts'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { ticketKey } from '../ticket-queries.ts'
import { slotWords } from './slot-words.ts'

/**
 * Where a ticket with clashes could move to: the first time that the server has found free of blocking clashes, by the rules that
 * found these.
 */
export function SlotProposal({ workId }: { workId: string }) {
  const maySee = useCan('lo:work:simops')
  const slots = useQuery({
    queryKey: [...ticketKey, 'slots', workId],
    queryFn: ({ signal }) => call(simopsEndpoints.slots, { id: workId }, { signal, quiet: true }),
    enabled: maySee,
    staleTime: 30_000,
    retry: false,
  })
  // No old answer: a time that was free may be taken.
  if (!maySee || slots.isPending || slots.isError) return null
  const [best] = slots.data.toSorted((a, b) => a.worst - b.worst || a.start - b.start)
  if (!best) return <p className="hint">7 天内没有不阻断的时段，请调整地点、设备或人员。</p>
  return (
    <p className="slot-proposal">
      建议<b>{slotWords(best)}</b>
      <span className="hint conflict-note">
        {best.worst === 0
          ? '已按现有工作票检查，无冲突'
          : `已检查，仍有冲突：${labelOf('lo_severity', best.worst)}`}
      </span>
    </p>
  )
}
