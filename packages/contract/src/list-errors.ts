/** Rows of the error catalogue that every list knows: the whole of it would weigh on the first one. */

export const notFound = { status: 200, code: 500, text: '未找到对应实体' } as const

/** To somebody who had given it to another: the words say to whom. A code of its own, for what his page shows is old. */
export const noLongerHis = { status: 200, code: 410, text: '{detail}' } as const

export const sortTooLong = {
  status: 200,
  code: 4131,
  text: '共约 {total} 条，不能按“{label}”排序：请先用条件缩小到 {limit} 条以内，或按{others}排序',
} as const
