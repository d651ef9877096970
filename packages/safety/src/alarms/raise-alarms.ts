import { alarmRule, countsUp, type AlarmRule, type AlarmType } from '@suoan/domain/alarm'
import { newId } from '@suoan/kit/id'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { askNamed } from '@suoan/platform/db/named-statements'
import type { Emit } from '@suoan/platform/db/transaction'
import { notifyMany } from '@suoan/platform/notices/notify-users'
import { audienceFor } from './audience.ts'

/** A fact that is an alarm. */
export interface Alarming {
  readonly tenantId: number
  readonly alarmType: AlarmType
  /** `lo_device_kind` or SYS, and what the alarm comes from: repetitions are counted per type and source. */
  readonly sourceKind: string
  readonly sourceSn: string
  readonly lockId: string | null
  readonly workId: string | null
  readonly areaCode: string | null
  /** Epoch ms. */
  readonly at: number
  readonly value: string | null
  readonly threshold: string | null
  /** The log row behind it: the same report never counts twice. */
  readonly logId: string | null
  /** Whom it calls beside those of its type. */
  readonly notify?: AlarmRule['notify']
}

interface Standing {
  id: string
  tenantId: number
  alarmType: AlarmType
  sourceKind: string
  sourceSn: string
  workId: string | null
  lastTime: Date
  logId: string | null
}

interface Fresh {
  readonly fact: Alarming
  readonly id: string
}

/** An alarm that stands and was reported `by` times more. */
interface Repeated {
  readonly id: string
  readonly by: number
  readonly lastTime: Date
  readonly logId: string | null
}

/**
 * Raises alarms (A01–A19): a repetition counts up the one that stands (`countsUp`), anything else is a new row whose
 * people are told. One writer per tenant at a time, so that two servers make one alarm of one fact. Returns the new ids.
 */
export async function raiseAlarms(
  tx: Tx,
  emit: Emit,
  facts: readonly Alarming[],
  now: number,
): Promise<string[]> {
  if (facts.length === 0) return []
  const tenants = [...new Set(facts.map(({ tenantId }) => tenantId))]
  await lockAlarms(tx, tenants)
  const standing = await loadStanding(tx, facts)
  const fresh: Fresh[] = []
  const repeated = new Map<string, Repeated>()
  for (const fact of facts) {
    const key = keyOf(fact)
    const known = standing.get(key)
    if (fact.logId !== null && known?.logId === fact.logId) continue
    if (known && countsUp(fact.alarmType, { lastTime: known.lastTime.getTime() }, fact.at)) {
      const lastTime = new Date(Math.max(fact.at, known.lastTime.getTime()))
      const by = (repeated.get(known.id)?.by ?? 0) + 1
      repeated.set(known.id, { id: known.id, by, lastTime, logId: fact.logId })
      standing.set(key, { ...known, lastTime, logId: fact.logId })
      continue
    }
    const id = newId()
    fresh.push({ fact, id })
    standing.set(key, { ...fact, id, lastTime: new Date(fact.at) })
  }
  await insertAlarms(tx, fresh)
  await countUp(tx, [...repeated.values()])
  await notify(tx, emit, fresh, now)
  for (const tenantId of tenants)
    emit('resource.changed', { resource: 'alarm', tenantId, ids: fresh.map(({ id }) => id) })
  return fresh.map(({ id }) => id)
}

/** One writer of alarms per tenant until the transaction ends; taken before any alarm's row, so that nobody waits in a ring. */
export async function lockAlarms(tx: Tx, tenantIds: readonly number[]): Promise<void> {
  for (const tenantId of [...tenantIds].toSorted((a, b) => a - b))
    await sql`select pg_advisory_xact_lock(hashtext('alarms'), ${tenantId})`.execute(tx)
}

/**
 * What raised the alarms of a ticket, or with `workId` null of a device alone, is over: all of one type, or those of one
 * source. They stay in the list as recovered.
 */
export async function recoverAlarmsOf(
  tx: Tx,
  emit: Emit,
  of: {
    readonly tenantId: number
    readonly workId: string | null
    readonly alarmType: string
    readonly sourceSn?: string
  },
  now: number,
): Promise<void> {
  await lockAlarms(tx, [of.tenantId])
  const recovering = sql<{ id: string }>`update lo_alarm set status = 2, recover_time = ${new Date(now)}
    where tenant_id = ${of.tenantId} and work_id is not distinct from ${of.workId}::text and alarm_type = ${of.alarmType} and status in (0, 1)
      ${of.sourceSn === undefined ? sql`` : sql`and source_sn = ${of.sourceSn}`} returning id`
  const rows = await askNamed(tx, recovering)
  if (rows.length > 0)
    emit('resource.changed', { resource: 'alarm', tenantId: of.tenantId, ids: rows.map(({ id }) => id) })
}

/** What a ticket reports is its own: the next ticket on the same point has an alarm of its own to answer. */
const keyOf = (
  fact: Pick<Alarming, 'tenantId' | 'alarmType' | 'sourceKind' | 'sourceSn' | 'workId'>,
): string =>
  `${fact.tenantId}/${fact.alarmType}/${fact.sourceSn}/${fact.sourceKind === 'SYS' ? fact.workId : ''}`

async function loadStanding(tx: Tx, facts: readonly Alarming[]): Promise<Map<string, Standing>> {
  const { rows } = await sql<Standing>`
    select a.id, a.tenant_id, a.alarm_type, a.source_kind, a.source_sn, a.work_id, a.last_time, a.log_id
    from lo_alarm a
    where a.status in (0, 1) and a.alarm_type = any(${[...new Set(facts.map((fact) => fact.alarmType))]}::text[])
      and a.source_sn = any(${[...new Set(facts.map((fact) => fact.sourceSn))]}::text[])
    order by a.last_time`.execute(tx)
  // The newest of a source comes last and stays.
  return new Map(rows.map((row) => [keyOf(row), row]))
}

async function insertAlarms(tx: Tx, fresh: readonly Fresh[]): Promise<void> {
  if (fresh.length === 0) return
  const rows = fresh.map(({ fact, id }) => ({
    id,
    tenant_id: fact.tenantId,
    alarm_no: `A${shanghaiTime(fact.at).slice(0, 10).replaceAll('-', '')}${id.slice(-8)}`,
    alarm_type: fact.alarmType,
    alarm_level: alarmRule(fact.alarmType).level,
    source_kind: fact.sourceKind,
    source_sn: fact.sourceSn,
    lock_id: fact.lockId,
    work_id: fact.workId,
    area_code: fact.areaCode,
    at: new Date(fact.at).toISOString(),
    value: fact.value === null ? null : [...fact.value].slice(0, 50).join(''),
    threshold: fact.threshold,
    log_id: fact.logId,
  }))
  await sql`
    insert into lo_alarm (id, tenant_id, alarm_no, alarm_type, alarm_level, source_kind, source_sn, lock_id, work_id,
      area_code, first_time, last_time, count, value, threshold, log_id, status)
    select id, tenant_id, alarm_no, alarm_type, alarm_level, source_kind, source_sn, lock_id, work_id, area_code, at, at, 1,
      value, threshold, log_id, 0
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(id text, tenant_id integer, alarm_no text, alarm_type text,
      alarm_level smallint, source_kind text, source_sn text, lock_id text, work_id text, area_code text, at timestamptz,
      value text, threshold text, log_id text)`.execute(tx)
}

async function countUp(tx: Tx, repeated: readonly Repeated[]): Promise<void> {
  if (repeated.length === 0) return
  const rows = repeated.map(({ id, by, lastTime, logId }) => ({
    id,
    by,
    at: lastTime.toISOString(),
    log_id: logId,
  }))
  await sql`
    update lo_alarm a set count = coalesce(a.count, 0) + g.by, last_time = g.at, log_id = g.log_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(id text, by integer, at timestamptz, log_id text)
    where a.id = g.id`.execute(tx)
}

/** Told as what they are: a battery is no intruder. */
const batteryAlarms: ReadonlySet<string> = new Set(['A06', 'A07'])

async function notify(tx: Tx, emit: Emit, fresh: readonly Fresh[], now: number): Promise<void> {
  const calls = (fact: Alarming): readonly string[] => [
    ...alarmRule(fact.alarmType).notify,
    ...(fact.notify ?? []),
  ]
  const loud = fresh.filter(({ fact }) => calls(fact).length > 0)
  const people = await audienceFor(
    tx,
    loud.map(({ fact, id }) => ({ ...fact, id, openUserId: null })),
    now,
  )
  await notifyMany(
    tx,
    emit,
    loud.map(({ fact, id }) => {
      const rule = alarmRule(fact.alarmType)
      const wanted = calls(fact)
      const notified = (people.get(id) ?? []).filter(({ audience }) => wanted.includes(audience))
      const what = fact.value ?? fact.sourceSn
      return {
        tenantId: fact.tenantId,
        userIds: notified.map(({ userId }) => userId),
        title: `${what}：${rule.title}报警`,
        text: `${shanghaiTime(fact.at)} ${what} 发生“${rule.title}”报警，请立即查看并处理。`,
        level: rule.level,
        open: { type: 'url', page: '/isps/loAlarmList' },
        about: { type: 'alarm', id },
        event: batteryAlarms.has(fact.alarmType) ? 'battery' : rule.level === 3 ? 'alarm3' : 'alarm',
        silent: rule.silent ?? false,
        now,
      }
    }),
  )
}
