import { createHash, randomBytes, randomInt } from 'node:crypto'
import { genesis } from '@suoan/domain/evidence-chain'
import { newUlid } from '@suoan/kit/id'
import type { ApiClient } from '../support/api-client.ts'
import { isAnswered, type Damage, type Finding, type Rows, type Writer } from './record.ts'

interface Entry {
  readonly name: string
  readonly clientOpId: string
  readonly body: Readonly<Record<string, unknown>>
  readonly children: Children
  isAcknowledged: boolean
}

interface Children {
  readonly points: number
  readonly people: number
  readonly measures: number
}

const pointIds = ['demo-pt1', 'demo-pt2', 'demo-pt3']
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Saves drafts of tickets with their points, people and measures. What a kill left unanswered is sent again with the
 * same `clientOpId`, as the console does: it must end as one ticket, never two.
 */
export function ticketWriter(client: () => ApiClient): Writer {
  const entries: Entry[] = []
  const doubted = new Set<Entry>()

  async function save(entry: Entry, isOver: () => boolean): Promise<boolean> {
    const isDone = await isAnswered(isOver, () =>
      client().send('POST', '/lowork/loWork/saveDraft', { ...entry.body, clientOpId: entry.clientOpId }),
    )
    entry.isAcknowledged ||= isDone
    return isDone
  }

  return {
    name: '工作票草稿',
    async write(isOver) {
      for (const entry of entries.filter(({ isAcknowledged }) => !isAcknowledged))
        if (!(await save(entry, isOver))) return
      while (!isOver()) {
        const entry = newEntry()
        entries.push(entry)
        if (!(await save(entry, isOver))) return
      }
    },
    async check(db): Promise<Finding> {
      const lost: string[] = []
      const half: string[] = []
      for (const entry of entries) if (!entry.isAcknowledged) doubted.add(entry)
      const { rows } = await db.query<StoredTicket>(storedText)
      const ops = await db.query<{ id: string }>(
        `select client_op_id as id from client_op where endpoint like '%saveDraft%' and answer is not null`,
      )
      const answered = new Set(ops.rows.map(({ id }) => id))
      for (const { name, clientOpId, children, isAcknowledged } of entries) {
        const stored = rows.filter((row) => row.name === name)
        const [row] = stored
        if (!row && isAcknowledged) lost.push(`工作票 ${name} 不在`)
        if (stored.length > 1) half.push(`工作票 ${name} 有 ${stored.length} 张`)
        if (answered.has(clientOpId) !== (row !== undefined)) half.push(`工作票 ${name} 与操作号不一致`)
        if (row) half.push(...objections(name, row, children))
      }
      const acknowledged = entries.filter(({ isAcknowledged }) => isAcknowledged).length
      return { acknowledged, inDoubt: doubted.size, lost, half }
    },
    async damage(db: Rows): Promise<Damage | null> {
      const entry = entries.find(({ isAcknowledged }) => isAcknowledged)
      if (!entry) return null
      await db.query('delete from lo_work where work_name = $1', [entry.name])
      return { what: `删了工作票 ${entry.name}`, names: [entry.name] }
    },
  }
}

interface StoredTicket extends Children {
  readonly id: string
  readonly name: string
  readonly chain_head: string | null
  /** Its events in order: [event, hash before, hash]. */
  readonly links: readonly (readonly [string, string, string])[]
}

const count = (table: string): string =>
  `(select count(*)::int from ${table} c where c.work_id = w.id and c.del_flag = 0)`
const storedText = `
  select w.id, w.work_name as name, w.chain_head, ${count('lo_work_point')} as points,
    ${count('lo_work_person')} as people, ${count('lo_work_measure')} as measures,
    (select coalesce(json_agg(json_build_array(t.trans_id, t.prev_hash, t.hash) order by t.seq), '[]')
      from lo_work_trans t where t.work_id = w.id) as links
  from lo_work w where w.work_name like '断电演练 %'`

function objections(name: string, row: StoredTicket, children: Children): string[] {
  const found: string[] = []
  for (const kind of ['points', 'people', 'measures'] as const)
    if (row[kind] !== children[kind])
      found.push(`工作票 ${name}：${kind} ${row[kind]} 行，应为 ${children[kind]} 行`)
  let head = genesis(sha256, 'work', row.id)
  for (const [, before, hash] of row.links) {
    if (before !== head) found.push(`工作票 ${name}：证据链断开`)
    head = hash
  }
  if (row.links.length !== 1 || row.links[0]?.[0] !== 'T01')
    found.push(`工作票 ${name}：流转记录不是一条 T01`)
  if (row.chain_head !== head) found.push(`工作票 ${name}：链头不符`)
  return found
}

function newEntry(): Entry {
  const points = pointIds.slice(0, 1 + randomInt(pointIds.length))
  const measures = Array.from({ length: 1 + randomInt(5) }, (_, n) => ({ content: `措施 ${n + 1}` }))
  const people = [
    { userId: 'u5', roleTag: 'LEAD' },
    { userId: 'u6', roleTag: 'WORK' },
  ]
  const name = `断电演练 ${randomBytes(6).toString('hex')}`
  return {
    name,
    clientOpId: newUlid(),
    children: { points: points.length, people: people.length, measures: measures.length },
    isAcknowledged: false,
    body: {
      workName: name,
      workType: '10',
      workLevel: '2',
      areaId: 'demo-a0101',
      equipIds: ['demo-p101'],
      content: '断电演练',
      planStart: '2026-12-01 09:00:00',
      planEnd: '2026-12-01 17:00:00',
      points: points.map((pointId) => ({ pointId })),
      people,
      measures,
    },
  }
}
