import { labelOf, type GasState, gasState } from '@suoan/domain/dictionaries'
import type { Look } from '@suoan/console-base/status/StatusBadge.tsx'

/** By `lo_point_state`. */
const looks: Readonly<Record<number, Omit<Look, 'text'>>> = {
  0: { icon: 'none', tone: 'default' },
  1: { icon: 'warn', tone: 'warning' },
  2: { icon: 'locked', tone: 'processing' },
  3: { icon: 'locked', tone: 'success' },
  4: { icon: 'open', tone: 'warning' },
}

/** What an isolation point is known to be; what is not known is never shown as safe. */
export function pointLook(currState: number): Look {
  return {
    text: labelOf('lo_point_state', currState),
    ...(looks[currState] ?? { icon: 'unknown', tone: 'warning' }),
  }
}

const gasLooks: Readonly<Record<GasState, Omit<Look, 'text'>>> = {
  [gasState.notNeeded]: { icon: 'none', tone: 'default' },
  [gasState.valid]: { icon: 'approved', tone: 'success' },
  [gasState.due]: { icon: 'late', tone: 'warning' },
  [gasState.failed]: { icon: 'alert', tone: 'error' },
}

/** How the gas of a ticket stands. */
export function gasLook(state: number): Look {
  const known = Object.values(gasState).find((each) => each === state)
  return {
    text: `气体${labelOf('lo_gas_state', state)}`,
    ...(known === undefined ? { icon: 'unknown', tone: 'warning' } : gasLooks[known]),
  }
}
