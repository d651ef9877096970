import type { TicketEvent } from '@suoan/domain/work-ticket'
import type { PersonId } from './people.ts'

/** What may run beside status and phase in a scene; each costs states, so each scene looks at few. */
export type Runs =
  | 'test'
  | 'group'
  | 'extend'
  | 'deadline'
  | 'locks'
  | 'handover'
  | 'removal'
  | 'renew'
  | 'urgent'
  | 'late'
  | 'found'
  | 'guard'
  | 'pass'

/** An event somebody of the world may ask for. */
export interface Asked {
  event: TicketEvent
  actor: PersonId
  /** EnvironmentFault it is asked in; its state counts as reached. */
  environmentFault?: string
}
