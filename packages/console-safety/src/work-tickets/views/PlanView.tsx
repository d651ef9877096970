import type { PlannedTicket, PlannedTickets } from '@suoan/contract'
import { Select } from 'antd'
import { useState } from 'react'
import { AppDrawer } from '@suoan/ui/modal'
import { StatusIcon } from '@suoan/console-base/status/StatusBadge.tsx'
import { AreaPlan, type PinLook } from '../../area-plan/AreaPlan.tsx'
import type { PinGroup } from '../../area-plan/group-pins.ts'
import { ticketLook } from '../../status/ticket-look.ts'
import { usePlace } from '../use-place.ts'
import { onPlan, plansOf, type PinnedTicket } from './plan-tickets.ts'
import { plannedText } from './TicketChip.tsx'
import { TicketLines } from './TicketLines.tsx'

interface Props {
  readonly planned: PlannedTickets
  /** The area whose plan is drawn; null = the one that shows most. */
  readonly plan: string | null
  onPlan(id: string): void
}

/** The plan of an area with its tickets as pins, and beside it the same tickets as a list, those without a place last. */
export function PlanView({ planned, plan, onPlan: choose }: Props) {
  const { openView } = usePlace()
  const [opened, setOpened] = useState<readonly PlannedTicket[] | null>(null)
  const plans = plansOf(planned)
  const area = plans.find(({ id }) => id === plan) ?? plans.toSorted((a, b) => b.pinned - a.pinned)[0]
  if (!area) return null
  const { pinned, unmarked } = onPlan(planned, area.id)
  return (
    <div className="planned-plan">
      <div className="planned-plan-map">
        <Select
          className="planned-plan-area"
          aria-label="平面图的区域"
          showSearch={{ optionFilterProp: 'label' }}
          value={area.id}
          onChange={choose}
          options={plans.map(({ id, areaName, tickets, depth, planFile }) => ({
            value: id,
            label: `${'　'.repeat(depth)}${areaName}（${tickets} 张${planFile === null ? '，无平面图' : ''}）`,
          }))}
        />
        <AreaPlan
          key={area.id}
          planFile={area.planFile}
          areaName={area.areaName}
          things={pinned}
          names={area.names}
          draw={drawPin}
          onOpen={({ things }) =>
            things.length === 1 ? openView(things[0].id) : setOpened(things.map(({ ticket }) => ticket))
          }
        />
      </div>
      <section className="planned-plan-list" aria-label={`${area.areaName}的工作票`}>
        <h3>图上 {pinned.length} 张</h3>
        {pinned.length > 0 && <TicketLines tickets={pinned.map(({ ticket }) => ticket)} />}
        {unmarked.length > 0 && (
          <>
            <h3>未标位置 {unmarked.length} 张</h3>
            <p className="hint">
              票的隔离点或下级区域还没有标在平面图上，可在“隔离点”“区域管理”中填写图上位置。
            </p>
            <TicketLines tickets={unmarked} />
          </>
        )}
      </section>
      {opened && (
        <AppDrawer size={480} title={`这个位置的 ${opened.length} 张工作票`} onClose={() => setOpened(null)}>
          <TicketLines tickets={opened} />
        </AppDrawer>
      )}
    </div>
  )
}

const rank = { error: 0, warning: 1, processing: 2, success: 3, default: 4 } as const

/** One ticket by its state; several by the state that most asks for somebody, and how many they are. */
function drawPin({ things }: PinGroup<PinnedTicket>): PinLook {
  const looks = things.map(({ ticket }) => ticketLook(ticket))
  const look = looks.toSorted((a, b) => rank[a.tone] - rank[b.tone])[0] ?? ticketLook(things[0].ticket)
  const several = things.length > 1
  return {
    tone: look.tone,
    label: several
      ? `${things.length} 张工作票：${things.map(({ ticket }) => ticket.workName).join('、')}`
      : plannedText(things[0].ticket),
    content: (
      <>
        <StatusIcon look={look} />
        {several && things.length}
      </>
    ),
    ...(several ? {} : { name: things[0].ticket.workName }),
  }
}
