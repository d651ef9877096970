import {
  area,
  departArea,
  department,
  device,
  dutyRule,
  equip,
  flow,
  flowStep,
  gasStd,
  lock,
  lockType,
  permissionOf,
  personCert,
  point,
  role,
  user,
  work,
  workType,
  type Resource,
  type SetupStep,
} from '@suoan/contract'
import { custody, deviceStatus, lockPurpose, roleTags, workStatus } from '@suoan/domain/dictionaries'
import { everything } from '@suoan/kit/filter'
import { shanghaiTime } from '@suoan/kit/shanghai'
import type { Actor, Context } from '@suoan/platform/context'
import { runSql } from '@suoan/platform/db/run-sql'
import { compile } from '@suoan/platform/resource'
import { dataScope } from '@suoan/platform/resource/scope'
import { whereOf } from '@suoan/platform/resource/where'
import { requiredCerts } from '../cert-rules.ts'
import { judgeSetup, type SetupFacts } from './judge-setup.ts'

/** Every step with what there is of it, counted from the rows the caller may see: few small statements, no log is read. */
export async function setupSteps(ctx: Context, actor: Actor): Promise<SetupStep[]> {
  const rows = reader(ctx, actor)
  const today = shanghaiTime(ctx.clock.now()).slice(0, 10)
  const [places, people, certs, devices, locks, points, policy, flows, tickets] = await Promise.all([
    countPlaces(rows),
    countPeople(rows),
    countCerts(rows, today),
    countDevices(rows),
    countLocks(rows),
    countPoints(rows),
    countPolicy(rows),
    countFlows(rows),
    countTickets(rows),
  ])
  return judgeSetup({ places, people, certs, devices, locks, points, policy, flows, tickets })
}

interface Reader {
  may(...resources: readonly Resource[]): boolean
  /** One row of figures over the rows of a resource (`t`) in the caller's scope. */
  count<K extends string>(
    resource: Resource,
    figures: Readonly<Record<K, string>>,
  ): Promise<Record<K, number>>
  /** Rows of `select … from (rows of the resource in scope) t …`. */
  select<T extends Record<string, unknown>>(resource: Resource, what: string, more: string): Promise<T[]>
}

function reader(ctx: Context, actor: Actor): Reader {
  const select = async <T extends Record<string, unknown>>(
    resource: Resource,
    what: string,
    more: string,
  ) => {
    const where = whereOf(compile(resource), await dataScope(ctx, actor, resource), everything)
    return await runSql<T>(
      ctx.pool,
      `select ${what} from (select t.* from ${resource.table} t where ${where.text}) t ${more}`,
      where.values,
    )
  }
  return {
    may: (...resources) => resources.every((each) => actor.permissions.has(permissionOf(each, 'list'))),
    select,
    async count<K extends string>(resource: Resource, figures: Readonly<Record<K, string>>) {
      const names = Object.keys(figures) as K[]
      const what = names.map((name) => `count(*) filter (where ${figures[name]})::int as "${name}"`)
      const [row] = await select<Record<string, number>>(resource, what.join(', '), '')
      return Object.fromEntries(names.map((name) => [name, row?.[name] ?? 0])) as Record<K, number>
    },
  }
}

async function countPlaces(rows: Reader): Promise<SetupFacts['places']> {
  if (!rows.may(department, area, departArea)) return null
  const [departs, areas, owned] = await Promise.all([
    rows.count(department, { all: 'true' }),
    rows.count(area, { all: 't.status = 1' }),
    rows.count(departArea, { all: 't.rel_type = 1' }),
  ])
  return { departs: departs.all, areas: areas.all, owned: owned.all }
}

/** Posts are roles whose code is a tag of the ticket (3-domain.md §2). */
const postsOfPeople = `join sys_user_role ur on ur.user_id = t.id
  join sys_role r on r.id = ur.role_id and r.tenant_id = t.tenant_id and r.role_code in (${roleTags.map((tag) => `'${tag}'`).join(', ')})`

async function countPeople(rows: Reader): Promise<SetupFacts['people']> {
  if (!rows.may(user, role)) return null
  const [found, names] = await Promise.all([
    rows.select<{ post: string }>(
      user,
      'distinct r.role_code as post',
      `${postsOfPeople} where t.status = 1`,
    ),
    rows.select<{ post: string; name: string }>(role, 't.role_code as post, t.role_name as name', ''),
  ])
  return {
    held: new Set(found.map(({ post }) => post)),
    names: new Map(names.map(({ post, name }) => [post, name])),
  }
}

async function countCerts(rows: Reader, today: string): Promise<SetupFacts['certs']> {
  if (!rows.may(personCert, workType, user, role)) return null
  const isValid = `t.status = 1 and date '${today}' between t.valid_from and t.valid_to`
  const [{ valid }, holders, rules] = await Promise.all([
    rows.count(personCert, { valid: isValid }),
    rows.select<{ post: string; certType: string }>(
      personCert,
      'distinct r.role_code as post, t.cert_type as "certType"',
      `join sys_user u on u.id = t.user_id and u.del_flag = 0 and u.status = 1
       ${postsOfPeople.replace('t.id', 'u.id')} where ${isValid}`,
    ),
    rows.select<{ certRules: unknown }>(
      workType,
      'distinct t.cert_rules as "certRules"',
      'where t.status = 1 and t.cert_rules is not null',
    ),
  ])
  const asked = new Set<string>()
  const held = new Set<string>()
  for (const post of ['ISO', 'VERIFY', 'LEAD', 'WORK', 'GUARD'] as const) {
    const kinds = rules.flatMap(({ certRules }) => requiredCerts(certRules, [post]))
    if (kinds.length === 0) continue
    asked.add(post)
    if (
      kinds.some(({ certType }) => holders.some((each) => each.post === post && each.certType === certType))
    )
      held.add(post)
  }
  return { asked, held, valid }
}

async function countDevices(rows: Reader): Promise<SetupFacts['devices']> {
  if (!rows.may(device)) return null
  const { enrolled, online } = await rows.count(device, {
    enrolled: `t.status not in (${deviceStatus.disabled}, ${deviceStatus.scrapped})`,
    online: `t.status = ${deviceStatus.online}`,
  })
  return { enrolled, online }
}

async function countLocks(rows: Reader): Promise<SetupFacts['locks']> {
  if (!rows.may(lockType, lock)) return null
  const inUse = `t.status = 1 and t.custody not in (${custody.scrapped}, ${custody.lost})`
  const [types, { locks, personal }] = await Promise.all([
    rows.count(lockType, { all: 't.status = 1' }),
    rows.count(lock, {
      locks: inUse,
      personal: `${inUse} and t.lock_purpose = ${lockPurpose.personal} and t.owner_user_id is not null`,
    }),
  ])
  return { types: types.all, locks, personal }
}

async function countPoints(rows: Reader): Promise<SetupFacts['points']> {
  if (!rows.may(equip, point)) return null
  const [equips, points] = await Promise.all([
    rows.count(equip, { all: 't.status = 1' }),
    rows.count(point, { all: 't.status = 1' }),
  ])
  return { equips: equips.all, points: points.all }
}

async function countPolicy(rows: Reader): Promise<SetupFacts['policy']> {
  if (!rows.may(workType, dutyRule, gasStd)) return null
  const [kinds, duties, gases] = await Promise.all([
    rows.count(workType, { all: 't.status = 1' }),
    rows.count(dutyRule, { all: 'true' }),
    rows.count(gasStd, { all: 'true' }),
  ])
  return { kinds: kinds.all, duties: duties.all, gases: gases.all }
}

/** Flows that an enabled kind of work asks for; each needs somebody to review and somebody to approve. */
async function countFlows(rows: Reader): Promise<SetupFacts['flows']> {
  if (!rows.may(flow, flowStep, workType, user, role)) return null
  const [found, people] = await Promise.all([
    rows.select<{ name: string; stages: number[]; posts: string[] }>(
      flow,
      `t.flow_name as name, array_remove(array_agg(distinct s.stage::int), null) as stages,
       array_remove(array_agg(distinct s.role_tag), null) as posts`,
      `left join lo_flow_step s on s.flow_id = t.id and s.tenant_id = t.tenant_id and s.del_flag = 0
       where t.status = 1 and exists (select from lo_work_type k where k.flow_id = t.id and k.tenant_id = t.tenant_id
         and k.del_flag = 0 and k.status = 1)
       group by t.id, t.flow_name order by t.flow_name`,
    ),
    countPeople(rows),
  ])
  const asked = new Set(found.flatMap(({ posts }) => posts))
  return {
    flows: found.length,
    empty: found
      .filter(({ stages }) => ![1, 2].every((each) => stages.includes(each)))
      .map(({ name }) => name),
    unmanned: roleTags.filter((post) => asked.has(post) && !people?.held.has(post)),
  }
}

async function countTickets(rows: Reader): Promise<SetupFacts['tickets']> {
  if (!rows.may(work)) return null
  const { written, submitted } = await rows.count(work, {
    written: 'true',
    submitted: `t.work_status <> ${workStatus.draft} and t.void_flag = 0`,
  })
  return { written, submitted }
}
