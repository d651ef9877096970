import type { TicketDetail } from '@suoan/contract'

/** What every dialog behind a button of the ticket page is given. */
export interface TicketDialogProps {
  readonly detail: TicketDetail
  /** The words of the button. */
  readonly label: string
  /** A second person confirms what the first has asked for. */
  readonly isConfirm: boolean
  onClose(): void
}
