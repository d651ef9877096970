import {
  measureTemplate,
  procedureGasPlaces,
  procedureSteps,
  workTicketEndpoints,
  type InputOf,
  type TemplateRow,
} from '@suoan/contract'
import { gasLevels, labelOf } from '@suoan/domain/dictionaries'
import { pointsOfSteps, procedureStatus, whyNoTicket } from '@suoan/domain/procedure'
import { newId } from '@suoan/kit/id'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { fail, failUnseen } from '@suoan/platform/fail'
import { mustSee } from '../visible.ts'
import { draftFrom } from './copy-ticket.ts'
import type { Draft } from './draft-fields.ts'
import { saveDraft, type ProcedureOfTicket } from './save-draft.ts'

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

/** What the caller's tickets can begin with: the effective procedures of his plant, then its templates, by name. */
export async function listTemplates(ctx: Context, { tenantId }: Actor): Promise<TemplateRow[]> {
  const today = shanghaiTime(ctx.clock.now()).slice(0, 10)
  const { rows } = await sql<Stored>`
    select * from (
      select 'procedure' as kind, p.id, p.proc_name as template_name, p.work_type, a.area_name,
        coalesce(e.equip_code || ' ' || e.equip_name, '') as remark, p.version_no, p.status, p.next_inspect::text,
        p.inspect_result
      from lo_procedure p left join lo_equip e on e.id = p.equip_id left join lo_area a on a.id = e.area_id
      where p.tenant_id = ${tenantId} and p.del_flag = 0 and p.status = ${procedureStatus.effective}
      order by p.proc_name limit 500) procedures
    union all select * from (
      select 'template', t.id, t.template_name, t.work_type, a.area_name, t.remark, null::integer, null::smallint, null,
        null::smallint
      from lo_work_template t left join lo_area a on a.id = t.area_id
      where t.tenant_id = ${tenantId} and t.del_flag = 0 order by t.template_name limit 200) templates`.execute(
    ctx.db,
  )
  return rows.map(({ status, nextInspect, inspectResult, ...row }) => ({
    ...row,
    workType_dictText: labelOf('lo_work_type', row.workType),
    refusal: status === null ? null : whyNoTicket({ status, nextInspect, inspectResult }, today),
  }))
}

interface Stored extends Omit<TemplateRow, 'workType_dictText' | 'refusal'> {
  readonly status: number | null
  readonly nextInspect: string | null
  readonly inspectResult: number | null
}

/** What a draft begins with, and which procedure it was, for the ticket to remember. */
interface Beginning {
  readonly body: object
  readonly procedure?: ProcedureOfTicket
}

/**
 * A new draft that begins with a template or a procedure, planned from the next full hour for as long as a shift; its id. Points
 * and equipment that the plant has no more are left out: the plan is checked before it is submitted (G05).
 */
export async function draftFromTemplate(
  ctx: Context,
  actor: Actor,
  { kind, templateId, sourceNo, clientOpId }: InputOf<typeof workTicketEndpoints.fromTemplate>,
): Promise<string> {
  const { body, procedure } = await (kind === 'procedure' ? ofProcedure : ofTemplate)(ctx, actor, templateId)
  const start = Math.ceil(ctx.clock.now() / hourMs) * hourMs
  const stored = kept.safeParse({
    ...body,
    planStart: shanghaiTime(start),
    planEnd: shanghaiTime(start + 8 * hourMs),
  })
  if (!stored.success)
    throw fail('REFUSED', {
      detail:
        kind === 'procedure'
          ? '这个程序的内容已不适用，请先修订'
          : '这个模板的内容已不适用，请从一张工作票重新存一次',
    })
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
      sourceNo,
      points: draft.points.filter(({ pointId }) => points.has(pointId)),
      equipIds: draft.equipIds.filter((id) => equips.has(id)),
    },
    clientOpId,
    { body: { kind, templateId, sourceNo }, ...(procedure ? { procedure } : {}) },
  )
}

async function ofTemplate({ db }: Context, actor: Actor, id: string): Promise<Beginning> {
  const { rows } = await sql<{ body: unknown }>`select body from lo_work_template
    where id = ${id} and tenant_id = ${actor.tenantId} and del_flag = 0`.execute(db)
  const [found] = rows
  if (!found) throw failUnseen('lo_work_template', [id])
  return { body: typeof found.body === 'object' && found.body !== null ? found.body : {} }
}

/** Kind, content, measures, air and points of a procedure, as the ticket says them. Refused where none may begin with it now. */
async function ofProcedure(ctx: Context, actor: Actor, id: string): Promise<Beginning> {
  const found = await ctx.db
    .selectFrom('loProcedure')
    .selectAll()
    .select(sql<string | null>`next_inspect::text`.as('due'))
    .where('id', '=', id)
    .where('tenantId', '=', actor.tenantId)
    .where('delFlag', '=', 0)
    .executeTakeFirst()
  if (!found) throw failUnseen('lo_procedure', [id])
  const refusal = whyNoTicket(
    { status: found.status ?? 0, nextInspect: found.due, inspectResult: found.inspectResult },
    shanghaiTime(ctx.clock.now()).slice(0, 10),
  )
  if (refusal !== null) throw fail('REFUSED', { detail: `不能从“${found.procName}”新建工作票：${refusal}` })
  const { rows } = await sql<{
    areaId: string
    areaName: string
  }>`select a.id as area_id, a.area_name from lo_equip e
    join lo_area a on a.id = e.area_id where e.id = ${found.equipId} and e.tenant_id = ${actor.tenantId}`.execute(
    ctx.db,
  )
  const pointIds = pointsOfSteps(procedureSteps.catch([]).parse(found.steps ?? []))
  const { rows: methods } = await sql<{
    id: string
    isoMethod: string | null
  }>`select id, iso_method from lo_point
    where id = any(${[...pointIds]}::text[]) and tenant_id = ${actor.tenantId}`.execute(ctx.db)
  const methodOf = new Map(methods.map((point) => [point.id, point.isoMethod]))
  const gasPlaces = procedureGasPlaces.catch([]).parse(found.gasPlaces ?? [])
  return {
    procedure: { procedureId: found.id, procedureVersion: found.versionNo ?? 1 },
    body: {
      workName: found.procName,
      workType: found.workType,
      workLevel: found.workLevel,
      areaId: rows[0]?.areaId ?? '',
      place: found.place || rows[0]?.areaName || '',
      equipIds: [found.equipId],
      content: found.content,
      hazards: (found.hazards ?? '').split(',').filter(Boolean),
      needIsolation: pointIds.length > 0 ? 1 : 0,
      emergencyContact: found.emergencyContact,
      gasPlaces: gasPlaces.flatMap(({ place, layered }) =>
        gasLevels.filter((level) => (level !== '') === (layered === 1)).map((level) => ({ place, level })),
      ),
      points: pointIds.map((pointId, index) => ({
        pointId,
        orderNum: index + 1,
        isoMethod: methodOf.get(pointId) ?? null,
      })),
      measures: measureTemplate
        .catch([])
        .parse(found.measures ?? [])
        .map(({ content, controlRank }) => ({ content, controlRank })),
    },
  }
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
