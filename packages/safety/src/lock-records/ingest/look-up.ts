import type { DeviceMessage } from '@suoan/contract/device'
import { storableText } from '../json-text.ts'
import type { CommandStatus } from '@suoan/domain/dictionaries'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'

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
  cmdType: string
  status: CommandStatus
}

export interface LookUp {
  commands: Map<string, CommandInHand>
  grants: Map<string, Cause>
  /** Real names by user id. */
  names: Map<string, string>
}

/** The commands, grants and people that the messages of a batch name. Commands are locked: an answer settles them. */
export async function lookUp(tx: Tx, messages: readonly DeviceMessage[]): Promise<LookUp> {
  const named = namesIn(messages)
  const commands = named.commands.size === 0 ? [] : await loadCommands(tx, named.commands)
  const grants = named.grants.length === 0 ? [] : await loadGrants(tx, named.grants)
  const userIds = new Set([
    ...named.users,
    ...[...commands, ...grants].flatMap(({ userId }) => (userId === null ? [] : [userId])),
  ])
  const names = new Map<string, string>()
  if (userIds.size > 0) {
    const { rows } = await sql<{ id: string; realname: string }>`
      select id, realname from sys_user where id = any(${[...userIds]}::text[])`.execute(tx)
    for (const { id, realname } of rows) names.set(id, realname)
  }
  return {
    commands: new Map(commands.map((command) => [command.cmdId, command])),
    grants: new Map(grants.map((grant) => [grant.grantId ?? '', grant])),
    names,
  }
}

function namesIn(messages: readonly DeviceMessage[]): {
  /** Command ids with the tenant of the device that names them. */
  commands: Map<string, number>
  grants: string[]
  users: string[]
} {
  const commands = new Map<string, number>()
  const grants = new Set<string>()
  const users = new Set<string>()
  const note = (names: Set<string>, name: string | null | undefined): void => {
    const text = storableText(name, 64)
    if (text) names.add(text)
  }
  const noteCommand = (tenantId: number, name: string | null | undefined): void => {
    const text = storableText(name, 64)
    if (text) commands.set(text, tenantId)
  }
  for (const message of messages) {
    if (message.kind === 'ack' || message.kind === 'state') noteCommand(message.tenantId, message.body.cmd)
    if (message.kind !== 'event') continue
    for (const event of message.body.events) {
      noteCommand(message.tenantId, event.cmd)
      note(grants, event.gid)
      note(users, event.uid)
      note(users, event.co)
    }
  }
  return { commands, grants: [...grants], users: [...users] }
}

async function loadCommands(tx: Tx, named: ReadonlyMap<string, number>): Promise<CommandInHand[]> {
  const { rows } = await sql<CommandInHand>`
    select c.cmd_id, c.cmd_type, c.status, c.tenant_id, c.lock_id, c.issue_by as user_id, c.work_id, c.decision_id,
      c.params->>'grantId' as grant_id, w.work_no, w.valid_end, i.allow_open_min
    from unnest(${[...named.values()]}::integer[], ${[...named.keys()]}::text[]) as g(tenant_id, cmd_id)
    join lo_cmd c on c.tenant_id = g.tenant_id and c.cmd_id = g.cmd_id
    left join lo_work w on w.id = c.work_id
    left join lo_work_lock i on i.work_id = c.work_id and i.lock_id = c.lock_id and i.state < 3 and i.del_flag = 0
    order by c.cmd_id for update of c`.execute(tx)
  return rows
}

async function loadGrants(tx: Tx, ids: readonly string[]): Promise<Cause[]> {
  const { rows } = await sql<Cause>`
    select g.id as grant_id, g.tenant_id, g.lock_id, g.user_id, g.work_id, w.work_no, w.valid_end, i.allow_open_min,
      null as decision_id
    from lo_lock_user g
    left join lo_work w on w.id = g.work_id
    left join lo_work_lock i on i.work_id = g.work_id and i.lock_id = g.lock_id and i.state < 3 and i.del_flag = 0
    where g.id = any(${ids}::text[])`.execute(tx)
  return rows
}
