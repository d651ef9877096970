import { workExamineEndpoints, workReviewEndpoints, workTicketEndpoints as tickets } from '@suoan/contract'
import { contentColumns, tablesOutsideContent } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contentRules } from '../migrations/0228-content-rule.ts'
import { contentHashOf, newContentHash } from './content-hash.ts'
import { currentRows, recordedParts } from './replay/recorded-rows.ts'
import { carryOut } from './testing/carry-out.ts'
import { demoDraft } from './testing/demo-draft.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld()
})
afterEach(() => plant[Symbol.asyncDispose]())

const query = async (text: string, values: unknown[] = []) =>
  (await plant.world.database.pool.query(text, values)).rows
const camel = (column: string) => column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** Another value of a type, whatever stands there. */
const another: Readonly<Record<string, string>> = {
  'character varying': `'x'`,
  smallint: 'case when $col = 1 then 0 else 1 end',
  integer: 'coalesce($col, 0) + 1',
  jsonb: `'["x"]'`,
  'timestamp with time zone': `coalesce($col, now()) + interval '1 minute'`,
}

/** The parts with their tables, and the columns the database has. */
const tablesOf = async () => {
  const columns = await query(
    `select table_name as table, column_name as name, data_type as type from information_schema.columns
      where table_schema = 'public' and starts_with(table_name, 'lo_work') order by table_name, ordinal_position`,
  )
  return columns as { table: string; name: string; type: string }[]
}
const listed = Object.entries(contentColumns).map(([part, { sealed, left }]) => ({
  table: recordedParts[part]?.table ?? '',
  sealed: sealed as readonly string[],
  left: Object.keys(left),
}))

describe('§3.5 contentHash: what reviewers and approvers sign', () => {
  it('every column of every table of a ticket is sealed, or left out for a reason', async () => {
    const columns = await tablesOf()
    const tables = [...new Set(columns.map(({ table }) => table))]
    const known = [...listed.map(({ table }) => table), ...Object.keys(tablesOutsideContent)]
    expect(known.toSorted()).toEqual(tables.toSorted())
    for (const { table, sealed, left } of listed) {
      const stored = columns.filter((column) => column.table === table).map(({ name }) => camel(name))
      const decided = [...sealed, ...left].filter((name) => stored.includes(name))
      expect({ table, decided: decided.toSorted() }).toEqual({ table, decided: stored.toSorted() })
      const mistaken = sealed.filter((name) => left.includes(name) || !stored.includes(name))
      expect({ table, mistaken }).toEqual({ table, mistaken: [] })
    }
  })

  it('another value of any sealed column, by whatever door, is another hash; of any other column the same', async () => {
    const workId = await carryOut(plant, 'submitted')
    await query(`insert into lo_work_tag (id, tenant_id, work_id, point_id, tag_no, holder_id, tag_text)
      select 'tag-x', 0, '${workId}', 'demo-pt4', 'T-X', 'u9', '禁止操作'`)
    const types = new Map(
      (await tablesOf()).map(({ table, name, type }) => [`${table}.${camel(name)}`, type]),
    )
    const hash = () => plant.world.ctx.db.transaction().execute((tx) => newContentHash(tx, workId))
    const before = await hash()
    const wrong: string[] = []
    for (const { table, sealed, left } of listed)
      for (const column of [...sealed, ...left]) {
        const type = types.get(`${table}.${column}`)
        if (type === undefined || ['id', 'tenantId', 'workId', 'personId'].includes(column)) continue
        if (table === 'lo_work_person' && column === 'state') continue
        const name = column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
        const owner = table === 'lo_work' ? 'id' : 'work_id'
        const value = (another[type] ?? '').replaceAll('$col', name)
        const after = await plant.world.ctx.db
          .transaction()
          .execute(async (tx) => {
            await sql
              .raw(
                `update ${table} set ${name} = ${value} where id = (select min(id) from ${table} where ${owner} = '${workId}')`,
              )
              .execute(tx)
            const changed = await newContentHash(tx, workId)
            throw new Taken(changed)
          })
          .catch(taken)
        if ((after !== before) !== sealed.includes(column)) wrong.push(`${table}.${column}`)
      }
    expect(wrong).toEqual([])
    expect(await hash()).toBe(before)
  })

  it.each([
    ['isolation_statement', `'已核对全部能量'`],
    ['emergency_contact', `'王五 13900000000'`],
    ['work_depart_id', `'demo-d30'`],
    ['urgency', `'H'`],
  ])('LO-4214: %s changed under review or approval passes neither', async (column, value) => {
    const workId = await carryOut(plant, 'submitted')
    await query(`update lo_work set ${column} = ${value} where id = $1`, [workId])
    expect(await plant.review(workId)).toMatchObject({ success: false, code: 4214 })
    const reviewed = await carryOut(plant, 'reviewed')
    await query(`update lo_work set ${column} = ${value} where id = $1`, [reviewed])
    expect(await plant.examine(reviewed)).toMatchObject({ success: false, code: 4214 })
  })

  it.each([
    ['lo_work_point', `iso_method = '9'`],
    ['lo_work_point', `remark = '可不上锁'`],
    ['lo_work_point', 'predecessors = null'],
    ['lo_work_lock', 'allow_open_min = 1440'],
    ['lo_work_tag', `holder_id = 'u1'`],
    ['lo_work_measure', 'control_rank = 5'],
    ['lo_work_measure', 'del_flag = 1'],
    ['lo_work_person', `personal_lock_id = 'demo-lk3'`],
  ])('LO-4214: a row of %s changed (%s) between review and approval is seen', async (table, change) => {
    const workId = await carryOut(plant, 'reviewed')
    await query(`update ${table} set ${change} where work_id = $1`, [workId])
    expect(await plant.examine(workId)).toMatchObject({ success: false, code: 4214 })
    expect(await plant.state(workId)).toBe('2/0')
  })

  it('T09: a changed emergency contact or isolation statement in a new round asks every reviewer again', async () => {
    const { pool } = plant.world.database
    await pool.query(`
      insert into lo_flow_step (id, flow_id, stage, step_no, role_tag, scope_rule, quorum, reject_mode)
        values ('s3', 'demo-flow-iso', 1, 2, 'SAFETY', 'PLANT', 'ANY', 'RESUME_HERE');
      update lo_flow_step set reject_mode = 'RESUME_HERE' where flow_id = 'demo-flow-iso'`)
    const workId = await carryOut(plant, 'submitted')
    expect(await plant.review(workId, 'u2')).toMatchObject({ success: true })
    const rejection = { reviewStatus: 9, reasonCode: '01', opinion: '请补充应急联系人' }
    expect(await plant.review(workId, 'u12', rejection)).toMatchObject({ success: true })
    const { revision } = (await plant.detail(workId)).ticket
    const edited = demoDraft({ id: workId, revision, emergencyContact: '王五 13900000000' })
    await plant.take('u1', tickets.saveDraft, edited)
    await plant.take('u1', tickets.submit, { workId })
    const { reviews } = await plant.detail(workId)
    const asked = reviews
      .filter((row) => row['round'] === 2)
      .map((row) => [row['stepNo'], row['reviewStatus']])
    expect(asked).toContainEqual([1, 1])
  })

  it('T12: a level raised with its measures is sealed as the next approver finds it', async () => {
    await query(`insert into lo_flow_step (id, flow_id, stage, step_no, role_tag, scope_rule, quorum, reject_mode)
      values ('s4', 'demo-flow-iso', 2, 2, 'PERMIT', 'PLANT', 'ANY', 'RESTART')`)
    await query(`update lo_work_type set measures_tpl = '[{"content":"设专人监护并每小时巡查","must":1}]'
      where type_code = '10' and level_code = '1'`)
    const workId = await carryOut(plant, 'reviewed')
    const raised = await plant.examine(workId, 'u3', { edit: { workLevel: '1' } })
    expect(raised).toMatchObject({ success: true })
    const measures = await query('select content from lo_work_measure where work_id = $1', [workId])
    expect(measures).toContainEqual({ content: '设专人监护并每小时巡查' })
    expect(await plant.examine(workId, 'u4')).toMatchObject({ result: { workStatus: 4 } })
  })
})

/** What was tried is taken back; only the hash is kept. */
class Taken extends Error {}
function taken(error: unknown): string {
  if (error instanceof Taken) return error.message
  throw error
}

describe('an upgrade of a plant with tickets under review (decision 0646)', () => {
  /** The ticket as a version before the rules had numbers left it. */
  async function asBefore(workId: string): Promise<void> {
    const work = await plant.world.ctx.db
      .selectFrom('loWork')
      .selectAll()
      .where('id', '=', workId)
      .executeTakeFirstOrThrow()
    const old = await plant.world.ctx.db
      .transaction()
      .execute((tx) => contentHashOf(tx, { ...work, contentRule: 1 }))
    expect(old).not.toBe(work.contentHash)
    await query('update lo_work set content_hash = $2 where id = $1', [workId, old])
    await query('update lo_work_review set content_hash = $2 where work_id = $1', [workId, old])
  }
  async function upgrade(): Promise<void> {
    await query('alter table lo_work drop column content_rule')
    await contentRules.up(plant.world.ctx.db)
  }
  // A connection that knew the table as it was says so once (below: asked again); a server starts after its upgrade.

  it('a ticket in review and one in approval go on to their approval with the hash they were sealed with', async () => {
    const inReview = await carryOut(plant, 'submitted')
    await asBefore(inReview)
    await upgrade()
    const sealed = (await plant.detail(inReview)).ticket.contentHash
    const row = await plant.pendingRow(inReview, 'u2')
    const review = { id: row, reviewStatus: 8, contentHash: sealed }
    await expect
      .poll(() => plant.call('u2', workReviewEndpoints.decide, review))
      .toMatchObject({ success: true, result: { workStatus: 2 } })
    expect((await plant.detail(inReview)).ticket.contentHash).toBe(sealed)
    const approval = await plant.pendingRow(inReview, 'u3')
    const examine = { id: approval, approveStatus: 8, contentHash: sealed }
    await expect
      .poll(() => plant.call('u3', workExamineEndpoints.decide, examine))
      .toMatchObject({ success: true, result: { workStatus: 4 } })
  })

  it('what the first rule covers is still compared, and the next seal is by the rule of today', async () => {
    const workId = await carryOut(plant, 'submitted')
    await asBefore(workId)
    await upgrade()
    await query(`update lo_work set place = '别处' where id = $1`, [workId])
    expect(await plant.review(workId)).toMatchObject({ code: 4214 })
    await plant.take('u1', tickets.withdraw, { workId })
    await expect
      .poll(() => plant.call('u1', tickets.submit, { workId }))
      .toMatchObject({ success: true, result: { workStatus: 1 } })
    const [work] = await query('select content_rule from lo_work where id = $1', [workId])
    expect(work).toEqual({ content_rule: 2 })
    await query(`update lo_work set emergency_contact = '无' where id = $1`, [workId])
    expect(await plant.review(workId)).toMatchObject({ code: 4214 })
  })

  it('CT01: apps/verify computes both rules from what the chain records, and sees what was changed', async () => {
    type Check = (ticket: object, say: (rule: string) => void, note: () => void) => number
    const program = new URL('../../../../apps/verify/src/content.mjs', import.meta.url)
    const { checkContent } = (await import(program.href)) as { checkContent: Check }
    const workId = await carryOut(plant, 'submitted')
    const { db } = plant.world.ctx
    const work = await db.selectFrom('loWork').selectAll().where('id', '=', workId).executeTakeFirstOrThrow()
    const recorded = await currentRows(db, workId)
    for (const rule of [1, 2]) {
      const hash = await db.transaction().execute((tx) => contentHashOf(tx, { ...work, contentRule: rule }))
      const sealedAs = (changes: object) => {
        const row = { ...recorded['ticket']?.[workId], contentHash: hash, contentRule: rule, ...changes }
        const said = { event: 'submit', diff: { _rows: { ...recorded, ticket: { [workId]: row } } } }
        const found: string[] = []
        const count = checkContent(
          { rows: [{ seq: 1, row: JSON.stringify(said) }] },
          (name) => found.push(name),
          () => undefined,
        )
        return { count, found }
      }
      expect(sealedAs({})).toEqual({ count: 1, found: [] })
      expect(sealedAs({ place: '别处' })).toEqual({ count: 1, found: ['CT01'] })
    }
  })

  it('a seal without a rule, or by one of a later version, is nothing anybody can sign', async () => {
    for (const rule of ['null', '3']) {
      const workId = await carryOut(plant, 'submitted')
      await query(`update lo_work set content_rule = ${rule} where id = $1`, [workId])
      expect(await plant.review(workId)).toMatchObject({ code: 4214 })
      await plant.take('u1', tickets.void, { workId, reason: '重新开票' })
    }
  })
})
