import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { paperEndpoints } from '@suoan/contract'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { contentHashOf } from '../work-tickets/index.ts'

/** What stands on a paper: the content by its hash, and the state that is printed in its head. */
interface PrintedState {
  readonly workId: string
  readonly contentHash: string
  readonly workStatus: number
  readonly execPhase: number
}

/**
 * The code of the check page of a paper: the same for every copy of one content and state, so that the table grows with what
 * happens and not with how often somebody prints. 128 random bits: an address is found on a paper or not at all.
 */
async function codeOf(tx: Tx, actor: Actor, printed: PrintedState, now: number): Promise<string> {
  const { workId, contentHash, workStatus, execPhase } = printed
  const { rows } = await sql<{ code: string }>`
    insert into lo_paper (id, tenant_id, code, work_id, content_hash, work_status, exec_phase, create_by, create_time)
    values (${newId()}, ${actor.tenantId}, ${randomBytes(16).toString('base64url')}, ${workId}, ${contentHash},
      ${workStatus}, ${execPhase}, ${actor.username}, ${new Date(now)})
    on conflict (work_id, content_hash, work_status, exec_phase) do update set work_id = excluded.work_id
    returning code`.execute(tx)
  return rows[0]?.code ?? ''
}

/** The code of a paper of this ticket as it stands now, with the hash of its content. The caller may see the ticket. */
export function printedCode(
  ctx: Context,
  actor: Actor,
  workId: string,
): Promise<{ code: string; contentHash: string }> {
  return ctx.db.transaction().execute(async (tx) => {
    const row = await tx.selectFrom('loWork').selectAll().where('id', '=', workId).executeTakeFirstOrThrow()
    const contentHash = await contentHashOf(tx, row)
    const { workStatus, execPhase } = row
    const printed = { workId, contentHash, workStatus: workStatus ?? 0, execPhase: execPhase ?? 0 }
    return { code: await codeOf(tx, actor, printed, ctx.clock.now()), contentHash }
  })
}

/**
 * The whole address of the check page: under PUBLIC_URL, else under the name by which whoever prints reached us, as his
 * colleagues will too.
 */
export function checkAddress(
  { config }: Pick<Context, 'config'>,
  request: FastifyRequest,
  code: string,
): string {
  const home = config.publicUrl ?? `${request.protocol}://${request.host}`
  return `${home}${config.apiBase}${paperEndpoints.check.path.replace(':code', code)}`
}
