import { ofTenant } from './in-hand.ts'
import type { DeviceMessage } from '@suoan/contract/device'
import { storableText } from '../json-text.ts'
import type { CommandStatus, CommandType } from '@suoan/domain/dictionaries'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { askNamed } from '@suoan/platform/db/named-statements'
import { arrayText } from '@suoan/platform/db/rows-as-arrays'
import { belongsTo } from '@suoan/platform/db/belongs-to'

/** What stands behind an event: the command or grant that caused it, with its ticket. */
export interface Cause {
  tenantId: number
  lockId: string | null
  userId: string | null
  workId: string | null
  workNo: string | null
  validEnd: Date | null
  allowOpenMin: number | null
  decisionId: string | null
  grantId: string | null
}
export interface CommandInHand extends Cause {
  cmdId: string
  /** The device it was sent to: nobody else answers for it. */
  deviceSn: string
  cmdType: CommandType
  status: CommandStatus
  issueTime: Date
  ttlMs: number | null
  /** A lock has opened by it before. */
  opened: boolean
}

/** An offline token that an opening names; its grants are those of its holder on its ticket. */
export interface TokenInHand extends Omit<Cause, 'lockId' | 'grantId' | 'allowOpenMin'> {
  tokenId: string
  nbf: number
  exp: number
  lockIds: string[]
  revokedAt: number | null
  /** The grant it was signed on, by lock. */
  grants: Record<string, string>
  /** How long a lock may stay open on its ticket, minutes, by lock. */
  openMin: Record<string, number>
}

export interface LookUp {
  /** By `ofTenant`. */
  commands: Map<string, CommandInHand>
  /** By `ofTenant`. */
  tokens: Map<string, TokenInHand>
  grants: Map<string, Cause>
  /** Real names by `ofTenant`. */
  names: Map<string, string>
}

/**
 * The commands, grants and people that the messages of a batch name. Commands that are answered are locked, for the answer
 * settles them; whether one that an event names has opened its lock is decided under the row lock of that lock.
 */
export async function lookUp(tx: Tx, messages: readonly DeviceMessage[]): Promise<LookUp> {
  const named = namesIn(messages)
  if (named.answered.size > 0) await lockCommands(tx, [...named.answered.values()])
  const commands = named.commands.size === 0 ? [] : await loadCommands(tx, [...named.commands.values()])
  const grants = named.grants.length === 0 ? [] : await loadGrants(tx, named.grants)
  const tokens = named.tokens.size === 0 ? [] : await loadTokens(tx, [...named.tokens.values()])
  for (const { tenantId, userId } of [...commands, ...grants, ...tokens])
    if (userId !== null) named.users.set(ofTenant(tenantId, userId), { tenantId, id: userId })
  return {
    commands: new Map(commands.map((command) => [ofTenant(command.tenantId, command.cmdId), command])),
    tokens: new Map(tokens.map((token) => [ofTenant(token.tenantId, token.tokenId), token])),
    grants: new Map(grants.map((grant) => [grant.grantId ?? '', grant])),
    names: named.users.size === 0 ? new Map() : await loadNames(tx, [...named.users.values()]),
  }
}

/** An id with the tenant of the device that names it. */
interface Named {
  readonly tenantId: number
  readonly id: string
}

const tenantsOf = (named: readonly Named[]): string => arrayText(named.map(({ tenantId }) => tenantId))
const idsOf = (named: readonly Named[]): string => arrayText(named.map(({ id }) => id))

function namesIn(messages: readonly DeviceMessage[]): {
  answered: Map<string, Named>
  commands: Map<string, Named>
  tokens: Map<string, Named>
  grants: string[]
  users: Map<string, Named>
} {
  const answered = new Map<string, Named>()
  const commands = new Map<string, Named>()
  const tokens = new Map<string, Named>()
  const grants = new Set<string>()
  const users = new Map<string, Named>()
  const note = (names: Map<string, Named>, tenantId: number, name: string | null | undefined): void => {
    const id = storableText(name, 64)
    if (id) names.set(ofTenant(tenantId, id), { tenantId, id })
  }
  for (const message of messages) {
    const { tenantId } = message
    if (message.kind === 'ack' || message.kind === 'state') note(answered, tenantId, message.body.cmd)
    if (message.kind !== 'event') continue
    for (const event of message.body.events) {
      note(commands, tenantId, event.cmd)
      note(tokens, tenantId, event.tok)
      const grantId = storableText(event.gid, 64)
      if (grantId) grants.add(grantId)
      note(users, tenantId, event.uid)
      note(users, tenantId, event.co)
    }
  }
  for (const [key, command] of answered) commands.set(key, command)
  return { answered, commands, tokens, grants: [...grants], users }
}

/** Names of those who belong to the tenant; whoever else a device names stays without. */
async function loadNames(tx: Tx, named: readonly Named[]): Promise<Map<string, string>> {
  const rows = await askNamed(
    tx,
    sql<{ tenantId: number; id: string; realname: string }>`
    select g.tenant_id, u.id, u.realname
    from unnest(${tenantsOf(named)}::integer[], ${idsOf(named)}::text[]) as g(tenant_id, id)
    join sys_user u on u.id = g.id and ${belongsTo('u', sql.ref('g.tenant_id'))}`,
  )
  return new Map(rows.map(({ tenantId, id, realname }) => [ofTenant(tenantId, id), realname]))
}

/** In one order, so that two batches never wait for each other. */
async function lockCommands(tx: Tx, named: readonly Named[]): Promise<void> {
  await askNamed(
    tx,
    sql`
    select 1 from lo_cmd c
    join unnest(${tenantsOf(named)}::integer[], ${idsOf(named)}::text[]) as g(tenant_id, cmd_id)
      on c.tenant_id = g.tenant_id and c.cmd_id = g.cmd_id
    order by c.cmd_id for update of c`,
  )
}

async function loadCommands(tx: Tx, named: readonly Named[]): Promise<CommandInHand[]> {
  return await askNamed(
    tx,
    sql<CommandInHand>`
    select c.cmd_id, c.device_sn, c.cmd_type, c.status, c.issue_time, c.ttl_ms,
      exists (select 1 from lo_lock_log e where e.lock_id = c.lock_id and e.decision_id = c.decision_id
        and e.event_type = 'OPEN' and e.op_result = 1 and e.occur_time >= c.issue_time - interval '1 hour') as opened,
      c.tenant_id, c.lock_id, c.issue_by as user_id, c.work_id, c.decision_id,
      c.params->>'grantId' as grant_id, w.work_no, w.valid_end, i.allow_open_min
    from unnest(${tenantsOf(named)}::integer[], ${idsOf(named)}::text[]) as g(tenant_id, cmd_id)
    join lo_cmd c on c.tenant_id = g.tenant_id and c.cmd_id = g.cmd_id
    left join lo_work w on w.id = c.work_id
    left join lo_work_lock i on i.work_id = c.work_id and i.lock_id = c.lock_id and i.state < 3 and i.del_flag = 0`,
  )
}

async function loadGrants(tx: Tx, ids: readonly string[]): Promise<Cause[]> {
  return await askNamed(
    tx,
    sql<Cause>`
    select g.id as grant_id, g.tenant_id, g.lock_id, g.user_id, g.work_id, w.work_no, w.valid_end, i.allow_open_min,
      null as decision_id
    from lo_lock_user g
    left join lo_work w on w.id = g.work_id
    left join lo_work_lock i on i.work_id = g.work_id and i.lock_id = g.lock_id and i.state < 3 and i.del_flag = 0
    where g.id = any(${arrayText(ids)}::text[])`,
  )
}

async function loadTokens(tx: Tx, named: readonly Named[]): Promise<TokenInHand[]> {
  return await askNamed(
    tx,
    sql<TokenInHand>`
    select t.token_id, t.tenant_id, t.user_id, t.work_id, w.work_no, w.valid_end, null as decision_id, t.nbf::float8 as nbf,
      t.exp::float8 as exp, t.lock_ids, extract(epoch from t.revoked_time)::float8 * 1000 as revoked_at,
      coalesce((select jsonb_object_agg(u.lock_id, u.id) from lo_lock_user u
        where u.tenant_id = t.tenant_id and u.lock_id is not null and t.grant_ids ? u.id), '{}'::jsonb) as grants,
      coalesce((select jsonb_object_agg(i.lock_id, i.allow_open_min) from lo_work_lock i where i.work_id = t.work_id
        and i.state < 3 and i.del_flag = 0 and i.allow_open_min is not null), '{}'::jsonb) as open_min
    from unnest(${tenantsOf(named)}::integer[], ${idsOf(named)}::text[]) as g(tenant_id, token_id)
    join lo_grant_token t on t.tenant_id = g.tenant_id and t.token_id = g.token_id
    left join lo_work w on w.id = t.work_id`,
  )
}
