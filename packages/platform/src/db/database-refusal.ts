import { type AppError, fail } from '../fail.ts'

/** What PostgreSQL says beside its message. */
interface DatabaseError {
  readonly code: string
  readonly detail?: string | undefined
  readonly column?: string | undefined
  /** Where in the database's source it was said. */
  readonly routine?: string | undefined
}

/** The refusal behind a database error, or undefined when it is none that a user can cause. */
export function databaseRefusal(error: unknown): AppError | undefined {
  const found = asDatabaseError(error)
  if (isOutdatedPlan(error)) return fail('REFUSED', { detail: '数据结构刚刚更新，本次操作未执行，请重试' })
  return (found && refusals[found.code]?.()) ?? (isAway(error) ? fail('DATABASE_AWAY') : undefined)
}

/** The server went away or changed over (57P0x, 08xxx), cannot be reached, or the driver noticed the broken line. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = asDatabaseError(error)?.code ?? ''
  if (/^(57P0[1-5]|08...|53300)$/.test(code)) return true
  if (/^(ECONNREFUSED|ECONNRESET|EPIPE)$/.test(code) && 'syscall' in error) return true
  return brokenLine.test(error.message)
}

/** What `pg` says without a code. */
const brokenLine =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed)/

/** A prepared statement was refused because its tables have other columns than when it was prepared. */
export function isOutdatedPlan(error: unknown): boolean {
  const found = asDatabaseError(error)
  return found?.code === '0A000' && found.routine === 'RevalidateCachedQuery'
}

/** A statement was refused because an earlier one of its transaction failed. */
export function isInFailedTransaction(error: unknown): boolean {
  return asDatabaseError(error)?.code === '25P02'
}

/** The columns and values of a violated unique index, read from PostgreSQL's detail; undefined for other errors. */
export function duplicateKey(error: unknown): { columns: string[]; values: string[] } | undefined {
  const found = asDatabaseError(error)
  if (found?.code !== '23505') return undefined
  const parts = /^Key \((.+?)\)=\((.*)\) already exists/s.exec(found.detail ?? '')
  const columns = (parts?.[1] ?? '').split(', ').map((name) => name.replace(/::\w+|["()]/g, '').trim())
  return { columns, values: (parts?.[2] ?? '').split(', ') }
}

function asDatabaseError(error: unknown): DatabaseError | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  return error as Error & DatabaseError
}

const input = (detail: string) => () => fail('BAD_INPUT', { detail })
const refused = (detail: string) => () => fail('REFUSED', { detail })

const refusals: Readonly<Record<string, () => AppError>> = {
  '23505': () => fail('DUPLICATE'),
  '23503': () => fail('CONSTRAINT'),
  '23502': () => fail('CONSTRAINT'),
  '23514': () => fail('CONSTRAINT'),
  '22001': input('内容超出允许的长度，请缩短后重试'),
  '22003': input('数字超出允许的范围'),
  '22007': input('日期或时间的格式不正确'),
  '22008': input('日期或时间超出允许的范围'),
  '22P02': input('内容的格式不正确'),
  '22021': input('内容含有不能使用的字符'),
  '22P05': input('内容含有不能使用的字符'),
  '57014': refused('查询时间过长，请缩小查询范围后重试'),
  '40001': refused('同一数据正被他人修改，请重试'),
  '40P01': refused('同一数据正被他人修改，请重试'),
  '55P03': refused('同一数据正被他人修改，请稍后重试'),
}
