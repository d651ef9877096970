import { noLongerHis, notFound, sortTooLong } from './list-errors.ts'

/**
 * The error catalogue: code → HTTP status, envelope code and Chinese text. `{name}` is filled from the data.
 * Business failures answer HTTP 200 (4-api.md §1.3); only security failures use other statuses.
 */
export interface ErrorRow {
  readonly status: number
  readonly code: number
  readonly text: string
}

export const errorTable = {
  BAD_INPUT: { status: 200, code: 500, text: '{detail}' },
  NOT_FOUND: notFound,
  PATH_UNKNOWN: { status: 404, code: 404, text: '路径不存在，请检查路径是否正确' },
  METHOD_REFUSED: { status: 200, code: 405, text: '不支持{method}请求方法，支持以下{allowed}' },
  FORBIDDEN: { status: 200, code: 510, text: '没有权限，请联系管理员授权' },
  SIGN_BROKEN: { status: 200, code: 500, text: 'Sign签名校验失败！' },
  DATA_RULE_BROKEN: {
    status: 200,
    code: 510,
    text: '数据权限规则“{rule}”无法执行，已拒绝访问，请联系管理员修改该规则',
  },
  IDS_EMPTY: { status: 200, code: 500, text: '请选择一条记录！' },
  DUPLICATE: { status: 200, code: 500, text: '数据库中已存在该记录' },
  DUPLICATE_FIELD: { status: 200, code: 500, text: '{label}“{value}”已存在，请更换' },
  CONSTRAINT: {
    status: 200,
    code: 500,
    text: '执行数据库异常,违反了完整性例如：违反惟一约束、违反非空限制、字段内容超出长度等',
  },
  IN_USE: { status: 200, code: 500, text: '{detail}' },
  STALE: { status: 200, code: 4090, text: '数据已被他人修改，请刷新后重试' },
  SORT_UNKNOWN: { status: 200, code: 500, text: '请注意，将要排序的列字段不存在：{column}' },
  FILE_TOO_LARGE: { status: 200, code: 500, text: '文件大小超出{limit}限制, 请压缩或降低文件质量! ' },
  DICT_REFUSED: {
    status: 200,
    code: 500,
    text: '系统设置了安全规则，敏感表和敏感字段禁止查询，联系管理员授权!',
  },
  DICT_EMPTY: { status: 200, code: 500, text: '字典Code不能为空!' },
  DICT_BAD: { status: 200, code: 500, text: '字典Code格式不正确！' },
  // Of one address or person, and of all together: a client that repeats by itself goes by status and Retry-After.
  TOO_MANY: { status: 429, code: 429, text: '操作过于频繁，请稍后再试' },
  BUSY: { status: 503, code: 503, text: '服务器正忙，请几秒后重试' },
  SOCKETS_FULL: {
    status: 503,
    code: 503,
    text: '实时连接数已满，页面照常可用，请稍后刷新；管理员可调大 SOCKETS_MAX',
  },
  SEARCH_BUSY: { status: 200, code: 500, text: '同时查询的人太多，请稍后再试，或缩小查询范围' },
  SEARCH_GONE: { status: 200, code: 500, text: '查询已取消' },
  SORT_TOO_LONG: sortTooLong,
  TOKEN: { status: 401, code: 401, text: 'Token失效，请重新登录' },
  TOKEN_REFUSED: { status: 401, code: 401, text: 'Token失效：{detail}' },
  PASSWORD_CHANGE_NEEDED: {
    status: 200,
    code: 428,
    text: '当前密码由系统或管理员设置，请先修改密码，再继续操作',
  },
  REFUSED: { status: 200, code: 500, text: '{detail}' },
  // To somebody who had it before him: what he still has on his page is old.
  NO_LONGER_HIS: noLongerHis,
  // A proxy and a client that repeats by itself go by the status.
  DATABASE_AWAY: {
    status: 503,
    code: 503,
    text: '数据库连接中断，这次操作可能没有完成，请稍后重试（重复提交只会执行一次）',
  },
  FILES_AWAY: {
    status: 503,
    code: 503,
    text: '{what}文件存储暂时不可用，请稍后重试；已填写的内容没有改变，如仍失败请联系管理员',
  },
  INTERNAL: { status: 200, code: 500, text: '操作失败，服务器内部错误，请联系管理员（编号 {id}）' },
} as const satisfies Record<string, ErrorRow>

export type ErrorCode = keyof typeof errorTable
