import type { Canonical } from '@suoan/domain/evidence-chain'
import { labelOf } from '@suoan/domain/dictionaries'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '@suoan/platform/context'

/** What a ticket says, field by field, in words people compare. */
export type Snapshot = Readonly<Record<string, string | null>>

const fields = {
  workName: '作业名称',
  workType: '作业类型',
  baseTypes: '基础作业类型',
  workLevel: '作业级别',
  urgency: '紧急程度',
  area: '作业区域',
  place: '作业地点',
  equipment: '作业设备',
  leader: '工作负责人',
  content: '作业内容',
  hazards: '危害辨识',
  planStart: '计划开始',
  planEnd: '计划结束',
  isolation: '是否隔离',
  noIsoReason: '不隔离理由',
  isolationStatement: '隔离方案说明',
  emergencyContact: '应急联系人',
  sourceNo: '来源单号',
  points: '隔离方案',
  locks: '锁具',
  people: '人员',
  measures: '安全措施',
  gasPlaces: '气体检测部位',
  answer: '对驳回意见的说明',
} as const

const stored = z.record(z.string(), z.string().nullable())

/** Reads back a snapshot kept as JSON; what is none is empty. */
export const readSnapshot = (value: unknown): Snapshot => stored.catch({}).parse(value ?? {})

/** The ticket as it stands now, for the audit row, the next round's comparison and a stale save. */
export async function snapshotOf(tx: Tx, workId: string): Promise<Snapshot> {
  const { rows } = await sql<Record<Exclude<keyof typeof fields, 'answer'>, string | null>>`
    select w.work_name, w.work_type, w.base_types, w.work_level, w.urgency, a.area_name as area, w.place, w.content,
      to_char(w.plan_start, 'YYYY-MM-DD HH24:MI:SS') as plan_start,
      to_char(w.plan_end, 'YYYY-MM-DD HH24:MI:SS') as plan_end, l.realname as leader, w.hazards,
      case w.need_isolation when 0 then '否' else '是' end as isolation, w.no_iso_reason, w.isolation_statement,
      w.emergency_contact, w.source_no,
      (select string_agg(e.equip_name, '、' order by e.equip_code) from lo_equip e
        where coalesce(w.equip_ids, '[]'::jsonb) ? e.id) as equipment,
      (select string_agg(concat(p.point_code, '（', coalesce(k.lock_code, '无锁'),
          case i.mandatory when 0 then '，可选' end, '）'), '、' order by i.order_num, i.id)
        from lo_work_point i join lo_point p on p.id = i.point_id left join lo_lock k on k.id = i.planned_lock_id
        where i.work_id = w.id) as points,
      (select string_agg(concat(k.lock_code, ' ', (select string_agg(u.realname, '/' order by u.realname) from sys_user u
          where coalesce(x.user_ids, '[]'::jsonb) ? u.id)), '、' order by k.lock_code)
        from lo_work_lock x join lo_lock k on k.id = x.lock_id where x.work_id = w.id) as locks,
      (select string_agg(concat(p.role_tag, ' ', coalesce(u.realname, p.person_name)), '、'
          order by p.role_tag, coalesce(u.realname, p.person_name))
        from lo_work_person p left join sys_user u on u.id = p.user_id where p.work_id = w.id and p.state = 1) as people,
      (select string_agg(concat(m.content, case m.involve when 0 then '（不涉及）' end,
          case m.dual_control when 1 then '（双人开锁）' end), '；' order by m.order_num)
        from lo_work_measure m where m.work_id = w.id) as measures,
      (select string_agg(concat(g->>'place', g->>'level', case g->>'level' when '' then '' else '部' end), '、')
        from jsonb_array_elements(case jsonb_typeof(w.gas_places) when 'array' then w.gas_places else '[]' end) g) as gas_places
    from lo_work w left join lo_area a on a.id = w.area_id left join sys_user l on l.id = w.leader_id
    where w.id = ${workId}`.execute(tx)
  const row = rows[0]
  if (!row) return {}
  return {
    ...row,
    workType: labelOf('lo_work_type', row.workType ?? ''),
    baseTypes: row.baseTypes === null ? null : labelsOf('lo_work_type', row.baseTypes),
    workLevel: labelOf('lo_work_level', row.workLevel ?? ''),
    hazards: labelsOf('lo_hazard', row.hazards ?? ''),
  }
}

/** `动火、受限空间` of codes joined by commas. */
const labelsOf = (dict: string, codes: string): string =>
  codes
    .split(',')
    .filter((code) => code !== '')
    .map((code) => labelOf(dict, code))
    .join('、')

export interface Difference {
  readonly field: string
  readonly label: string
  readonly old: string | null
  readonly new: string | null
}

/** Fields in which two snapshots differ, in the order of the form. */
export function differenceOf(before: Snapshot, after: Snapshot): Difference[] {
  return Object.entries(fields)
    .filter(([field]) => (before[field] ?? null) !== (after[field] ?? null))
    .map(([field, label]) => ({ field, label, old: before[field] ?? null, new: after[field] ?? null }))
}

/** Differences as an audit row keeps them. */
export const differenceRow = (differences: readonly Difference[]): Canonical =>
  differences.map((each) => ({ ...each }))
