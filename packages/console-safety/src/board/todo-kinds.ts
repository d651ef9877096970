import type { BoardTodo } from '@suoan/contract'

/** What is to be done about each kind of matter, and on which page. */
export const todoKinds: Readonly<
  Record<BoardTodo['kind'], { text: string; page: (workId: string) => string }>
> = {
  review: { text: '审核', page: (workId) => `/isps/loWorkReviewList?view=${workId}` },
  examine: { text: '审批', page: (workId) => `/isps/loWorkExamineList?view=${workId}` },
  turn: { text: '办理', page: (workId) => `/isps/loWorkView/${workId}` },
  alarm: { text: '报警', page: () => '/isps/loAlarmList' },
  ticket: { text: '处理', page: (workId) => `/isps/loWorkView/${workId}` },
}
