import { randomBytes, randomInt } from 'node:crypto'
import type { ApiClient } from '../support/api-client.ts'
import { isAnswered, type Damage, type Finding, type Rows, type Writer } from './record.ts'

interface State {
  readonly name: string
  readonly isDeleted: boolean
}

interface Entry {
  readonly code: string
  id: string | null
  /** As acknowledged; null = not even added for certain. */
  state: State | null
  /** Changes that the database must hold, each with its version in the data log. */
  changes: number
  pending: State | null
}

/** Adds, edits and deletes rows of a plain resource; each change has its version and its audit row, or is not there. */
export function positionWriter(client: () => ApiClient): Writer {
  const entries: Entry[] = []
  let acknowledged = 0

  async function change(entry: Entry, to: State, isOver: () => boolean): Promise<boolean> {
    entry.pending = to
    const isDone = await isAnswered(isOver, () => send(client(), entry, to))
    if (!isDone) return false
    settle(entry, to)
    acknowledged += 1
    return true
  }

  return {
    name: '资源 增改删',
    async write(isOver) {
      while (!isOver()) {
        const alive = entries.filter(({ state, id }) => id !== null && state?.isDeleted === false)
        const entry = alive.length < 5 || randomInt(10) < 6 ? fresh(entries) : alive[randomInt(alive.length)]
        if (!entry) continue
        const name = `职务 ${randomBytes(4).toString('hex')}`
        const isDelete = entry.state !== null && randomInt(10) < 3
        const to = { name: isDelete ? (entry.state?.name ?? name) : name, isDeleted: isDelete }
        if (!(await change(entry, to, isOver))) return
        if (entry.id === null && !(await findId(client(), entry))) return
      }
    },
    async check(db): Promise<Finding> {
      const lost: string[] = []
      const half: string[] = []
      const inDoubt = entries.filter(({ pending }) => pending !== null).length
      const { rows } = await db.query<StoredRow>(storedText)
      const byCode = new Map(rows.map((row) => [row.code, row]))
      for (const entry of entries) {
        const row = byCode.get(entry.code)
        const stored = row ? { name: row.name, isDeleted: row.deleted } : null
        if (entry.pending !== null && isSame(stored, entry.pending)) settle(entry, entry.pending)
        entry.pending = null
        entry.id ??= row?.id ?? null
        if (!isSame(stored, entry.state))
          lost.push(`职务 ${entry.code}：应为 ${JSON.stringify(entry.state)}，实为 ${JSON.stringify(stored)}`)
        const versions = row?.versions ?? 0
        if (versions !== entry.changes)
          half.push(`职务 ${entry.code}：${entry.changes} 次变更，数据日志 ${versions} 条`)
      }
      const changes = entries.reduce((sum, entry) => sum + entry.changes, 0)
      const logged = await db.query<{ n: number }>(
        `select count(*)::int as n from sys_log where log_content like '职务：%'`,
      )
      if (logged.rows[0]?.n !== changes)
        half.push(`职务：${changes} 次变更，操作日志 ${logged.rows[0]?.n} 条`)
      return { acknowledged, inDoubt, lost, half }
    },
    async damage(db: Rows): Promise<Damage | null> {
      const [entry] = entries.filter(({ state }) => state?.isDeleted === false)
      if (!entry) return null
      await db.query(`update sys_position set name = '演练改动' where code = $1`, [entry.code])
      return { what: `改了职务 ${entry.code} 的名称`, names: [entry.code] }
    },
  }
}

interface StoredRow {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly deleted: boolean
  readonly versions: number
}

const storedText = `
  select p.id, p.code, p.name, p.del_flag <> 0 as deleted,
    (select count(*)::int from sys_data_log d where d.data_table = 'sys_position' and d.data_id = p.id) as versions
  from sys_position p where p.code like 'FAULT-%'`

function fresh(entries: Entry[]): Entry {
  const entry = {
    code: `FAULT-${randomBytes(8).toString('hex')}`,
    id: null,
    state: null,
    changes: 0,
    pending: null,
  }
  entries.push(entry)
  return entry
}

function send(client: ApiClient, { code, id, state }: Entry, to: State) {
  const row = { code, name: to.name, postRank: '1' }
  if (state === null) return client.send('POST', '/sys/position/add', row)
  if (to.isDeleted) return client.send('DELETE', `/sys/position/delete?id=${id}`)
  return client.send('PUT', '/sys/position/edit', { ...row, id })
}

/** False when the server went away in between; the next check finds the id. */
async function findId(client: ApiClient, entry: Entry): Promise<boolean> {
  try {
    const { result } = await client.get<{ records: { id: string }[] }>('/sys/position/list', {
      code: entry.code,
    })
    entry.id = result.records[0]?.id ?? null
    return entry.id !== null
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return false
    throw error
  }
}

function settle(entry: Entry, to: State): void {
  entry.state = to
  entry.changes += 1
  entry.pending = null
}

const isSame = (a: State | null, b: State | null): boolean =>
  a?.name === b?.name && a?.isDeleted === b?.isDeleted
