import { ticketPath, turnParam, type BoardTodo } from '@suoan/contract'

/** What is to be done about each kind of matter, and on which page; a step that waits is begun there. */
export const todoKinds: Readonly<
  Record<BoardTodo['kind'], { text: string; page: (row: Pick<BoardTodo, 'workId' | 'turn'>) => string }>
> = {
  review: { text: '审核', page: listed('/isps/loWorkReviewList') },
  examine: { text: '审批', page: listed('/isps/loWorkExamineList') },
  turn: { text: '办理', page: ticketOf },
  alarm: { text: '报警', page: () => '/isps/loAlarmList' },
  ticket: { text: '处理', page: ticketOf },
}

function ticketOf({ workId, turn }: Pick<BoardTodo, 'workId' | 'turn'>): string {
  return ticketPath(workId, turn ?? undefined)
}

function listed(list: string): (row: Pick<BoardTodo, 'workId' | 'turn'>) => string {
  return ({ workId, turn }) => `${list}?view=${workId}${turn === null ? '' : `&${turnParam}=${turn}`}`
}
