import { workTicketEndpoints, type InputOf, type TemplateRow } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { newId } from '@suoan/kit/id'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { fail, failUnseen } from '@suoan/platform/fail'
import { mustSee } from '../visible.ts'
import { draftFrom } from './copy-ticket.ts'
import type { Draft } from './draft-fields.ts'
import { saveDraft } from './save-draft.ts'

const hourMs = 3_600_000
const kept = workTicketEndpoints.saveDraft.input.omit({ clientOpId: true })

/**
 * Keeps what a ticket says as a template. Left out is what is another one each time: the window, the crew, and the locks, which
 * are in use elsewhere by then.
 */
export async function saveTemplate(
  ctx: Context,
  actor: Actor,
  { workId, templateName, remark }: InputOf<typeof workTicketEndpoints.templateSave>,
): Promise<{ id: string }> {
  await mustSee(ctx, actor, workId)
  const now = ctx.clock.now()
  const { db } = ctx
  const work = await db
    .selectFrom('loWork')
    .selectAll()
    .where('id', '=', workId)
    .where('tenantId', '=', actor.tenantId)
    .where('delFlag', '=', 0)
    .executeTakeFirst()
  if (!work) throw failUnseen('lo_work', [workId])
  const moment = shanghaiTime(now)
  const draft = await draftFrom(db, work, { planStart: moment, planEnd: moment })
  const body: Draft = {
    ...draft,
    leaderId: null,
    people: [],
    locks: [],
    points: draft.points.map((point) => ({ ...point, plannedLockId: null })),
  }
  const id = newId()
  const { rows } = await sql<{ id: string }>`
    insert into lo_work_template (id, tenant_id, sys_org_code, template_name, work_type, work_level, area_id, remark, body,
      create_by, create_time)
    values (${id}, ${actor.tenantId}, ${actor.orgCode || null}, ${templateName}, ${body.workType}, ${body.workLevel},
      ${body.areaId}, ${remark || null}, ${JSON.stringify(body)}, ${actor.username}, ${new Date(now)})
    on conflict (tenant_id, template_name) where del_flag = 0 do nothing returning id`.execute(db)
  if (rows.length === 0) throw fail('REFUSED', { detail: `已有名为“${templateName}”的模板，请换一个名称` })
  return { id }
}

/** Templates of the caller's plant, by name. */
export async function listTemplates({ db }: Context, { tenantId }: Actor): Promise<TemplateRow[]> {
  const { rows } = await sql<Omit<TemplateRow, 'workType_dictText'>>`
    select t.id, t.template_name, t.work_type, a.area_name, t.remark
    from lo_work_template t left join lo_area a on a.id = t.area_id
    where t.tenant_id = ${tenantId} and t.del_flag = 0 order by t.template_name limit 200`.execute(db)
  return rows.map((row) => ({ ...row, workType_dictText: labelOf('lo_work_type', row.workType) }))
}

/**
 * A new draft that begins with a template, planned from the next full hour for as long as a shift; its id. Points and equipment
 * that the plant has no more are left out: the plan is checked before it is submitted (G05).
 */
export async function draftFromTemplate(
  ctx: Context,
  actor: Actor,
  { templateId, clientOpId }: InputOf<typeof workTicketEndpoints.fromTemplate>,
): Promise<string> {
  const { rows } = await sql<{ body: unknown }>`select body from lo_work_template
    where id = ${templateId} and tenant_id = ${actor.tenantId} and del_flag = 0`.execute(ctx.db)
  const [found] = rows
  if (!found) throw failUnseen('lo_work_template', [templateId])
  const start = Math.ceil(ctx.clock.now() / hourMs) * hourMs
  const stored = kept.safeParse({
    ...(typeof found.body === 'object' ? found.body : {}),
    planStart: shanghaiTime(start),
    planEnd: shanghaiTime(start + 8 * hourMs),
  })
  if (!stored.success) throw fail('REFUSED', { detail: '这个模板的内容已不适用，请从一张作业票重新存一次' })
  const draft = stored.data
  const points = await standing(
    ctx,
    actor,
    'lo_point',
    draft.points.map(({ pointId }) => pointId),
  )
  const equips = await standing(ctx, actor, 'lo_equip', draft.equipIds)
  return saveDraft(
    ctx,
    actor,
    {
      ...draft,
      points: draft.points.filter(({ pointId }) => points.has(pointId)),
      equipIds: draft.equipIds.filter((id) => equips.has(id)),
    },
    clientOpId,
    { templateId },
  )
}

async function standing(
  { db }: Context,
  { tenantId }: Actor,
  table: 'lo_point' | 'lo_equip',
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}
    where id = any(${[...ids]}::text[]) and tenant_id = ${tenantId} and del_flag = 0`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
