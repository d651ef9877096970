import type { PlannedArea } from '@suoan/contract'
import type { Spot } from '@suoan/kit/ground'
import { StatusIcon } from '@suoan/console-base/status/StatusBadge.tsx'
import { AreaPlan, type PinLook } from '../../area-plan/AreaPlan.tsx'
import type { PinGroup } from '../../area-plan/group-pins.ts'
import { worstLook, type PlanThing } from './plan-things.ts'

type Pinned = PlanThing & { readonly spot: Spot }
const isPinned = (thing: PlanThing): thing is Pinned => thing.spot !== null

interface Props {
  readonly area: PlannedArea
  readonly things: readonly PlanThing[]
  /** Without it the plan is only looked at, as on a wall. */
  readonly onOpen?: (things: readonly PlanThing[]) => void
}

/** The drawing of an area with what of its things has a place on it. */
export function PlanPicture({ area, things, onOpen }: Props) {
  return (
    <AreaPlan
      planFile={area.planFile}
      areaName={area.areaName}
      things={things.filter(isPinned)}
      draw={(group) => drawPin(group, onOpen === undefined)}
      {...(onOpen ? { onOpen: ({ things: all }: PinGroup<Pinned>) => onOpen(all) } : {})}
    />
  )
}

/** `isFar`: nobody can press it, so what else there is to say stands below it. */
function drawPin({ things }: PinGroup<Pinned>, isFar: boolean): PinLook {
  const [first, ...others] = things
  const look = worstLook([first.look, ...others.map((each) => each.look)])
  const isSeveral = others.length > 0
  // Points and locks are many, and told by the list and by pressing.
  const named = things.find(({ kind }) => kind === 'ticket' || kind === 'branch')
  return {
    tone: look.tone,
    label: isSeveral
      ? `${things.length} 项：${things.map((each) => `${each.name} ${each.look.text}`).join('；')}`
      : [first.name, first.look.text, ...first.facts].join('，'),
    content: (
      <>
        <StatusIcon look={look} />
        {isSeveral && things.length}
      </>
    ),
    ...(named ? { name: [named.name, ...(isFar ? named.facts.slice(0, 2) : [])].join(' · ') } : {}),
  }
}
