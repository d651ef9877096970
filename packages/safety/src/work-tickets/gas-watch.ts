import { stopCause } from '@suoan/domain/dictionaries'
import {
  gasSilentMin,
  gasToRetest,
  gasWatchStates,
  isTicketIn,
  silentFor,
  toWarnOf,
  watchProblems,
  withdrawnText,
  type WatchedSpot,
  type WithdrawnSample,
} from '@suoan/domain/work-ticket'
import { minute } from '@suoan/domain/verdict'
import { sql } from 'kysely'
import type { Context, Tx } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { ticketIn } from '../ticket-sets.ts'
import { takeBySystemIn } from './advance-ticket.ts'
import { sendNotice } from './effects/notices.ts'
import { policyJoin } from '../ticket-policy.ts'
import { loadGas } from './facts/gas.ts'
import { cutOffOf } from '../gas-samples.ts'
import { loadGasWatch } from '../gas-watch.ts'
import { gasPolicyOf, loadPolicy } from './facts/policy.ts'
import { bySystem, just, type TicketCommand } from './ticket-command.ts'
import { lockTicket, ticketOf, type WorkRow } from './ticket-row.ts'

/** How often it is looked for silent detectors, ms. */
const lookMs = 5000

/** So many tickets are looked at one after another; the next look goes on behind them. */
const mostTickets = 200

/** So many places are named in a message; the gas tab shows all of them. */
const mostNamed = 3

/**
 * A look at all running work whose gas is to be measured without a break (G30), or was found good by a detector that was cut
 * off since (decision 0623): of a gas that has not been heard good for `gasSilentMin` at its place, or not been tested again
 * that long after the cut-off, people are warned, then the work stops with a gas cause (T32).
 */
export function watchGas(ctx: Context): void {
  let nextAt = Number.NEGATIVE_INFINITY
  let after = ''
  ctx.timers.onLook(async (looking) => {
    const now = looking.clock.now()
    if (now < nextAt) return
    nextAt = now + lookMs
    after = (await noteSilentGas(looking, { after })).after
  })
}

/**
 * Warns of and stops what is not measured any more, of at most so many tickets behind `after`; returns how many were told
 * something, and where the next look goes on, '' when there is no more: what is measured well stays among them, and must not keep the rest out. Safe to repeat.
 */
export async function noteSilentGas(
  ctx: Context,
  { after = '', most = mostTickets }: { readonly after?: string; readonly most?: number } = {},
): Promise<{ readonly told: number; readonly after: string }> {
  const { rows } = await sql<{ tenantId: number; workId: string }>`
    select w.tenant_id, w.id as work_id from lo_work w ${policyJoin}
    where ${ticketIn('atWork')} and w.id > ${after} and (t.id is null or t.gas_continuous = 1
      or exists (select 1 from lo_work_gas g where g.work_id = w.id and g.pass = 1 and ${cutOffOf} is not null))
    order by w.id limit ${most}`.execute(ctx.db)
  let told = 0
  for (const { tenantId, workId } of rows) if (await look(ctx, tenantId, workId)) told += 1
  return { told, after: rows.length < most ? '' : (rows.at(-1)?.workId ?? '') }
}

async function look(ctx: Context, tenantId: number, workId: string): Promise<boolean> {
  const now = ctx.clock.now()
  const find = async (tx: Tx, lock: boolean) => {
    const work = lock ? await lockTicket(tx, tenantId, workId) : await readTicket(tx, tenantId, workId)
    return work && isTicketIn('atWork', ticketOf(work))
      ? dueOf(work, await watchedSpots(tx, work, now), await spotsToRetest(tx, work, now), now)
      : null
  }
  if ((await ctx.db.transaction().execute((tx) => find(tx, false))) === null) return false
  return inTransaction(ctx, async (tx, emit) => {
    // Under the row lock it is looked at again: a reading may have come in this moment.
    const due = await find(tx, true)
    return due !== null && (await takeBySystemIn({ ctx, tx, emit, now }, tenantId, workId, due)) !== null
  })
}

const readTicket = (tx: Tx, tenantId: number, workId: string): Promise<WorkRow | undefined> =>
  tx
    .selectFrom('loWork')
    .selectAll()
    .where('id', '=', workId)
    .where('tenantId', '=', tenantId)
    .executeTakeFirst()

/** Every needed gas and place of the ticket with how it is watched; empty where nobody asks for it. */
export async function watchedSpots(tx: Tx, work: WorkRow, now: number): Promise<WatchedSpot[]> {
  const asked = await gasPolicyOf(tx, work, await loadPolicy(tx, work))
  if (!asked.continuous) return []
  const { needed } = await loadGas(tx, work, asked)
  return gasWatchStates(needed, await loadGasWatch(tx, work, asked, needed, now), now)
}

/** What only a detector that was cut off had found good, and is to be tested again. */
async function spotsToRetest(tx: Tx, work: WorkRow, now: number): Promise<WithdrawnSample[]> {
  const asked = await gasPolicyOf(tx, work, await loadPolicy(tx, work))
  return gasToRetest(await loadGas(tx, work, asked), asked.repeatMin, now)
}

/** What the ticket has to be told; null when nothing. */
function dueOf(
  work: WorkRow,
  spots: readonly WatchedSpot[],
  retest: readonly WithdrawnSample[],
  now: number,
): TicketCommand | null {
  const lost = silentFor(spots, gasSilentMin.stop, now)
  if (lost.length > 0)
    return bySystem({ type: 'suspend', reason: `气体连续监测中断：${named(lost)}`, cause: stopCause.gas })
  const overdue = retest.filter(({ cutOffAt }) => now - cutOffAt >= gasSilentMin.stop * minute)
  if (overdue.length > 0)
    return bySystem({
      type: 'suspend',
      reason: `气体检测仪停用后未重新检测：${listed(overdue.map(withdrawnText))}`,
      cause: stopCause.gas,
    })
  const silent = toWarnOf(spots, now)
  if (silent.length === 0 && retest.length === 0) return work.gasWarnTime === null ? null : warned(null, '')
  if (work.gasWarnTime !== null) return null
  return warned(
    new Date(now),
    [
      ...(silent.length === 0
        ? []
        : [`气体连续监测中断，满 ${gasSilentMin.stop} 分钟自动停止作业：${named(silent)}`]),
      ...(retest.length === 0
        ? []
        : [
            `请在检测仪停用后 ${gasSilentMin.stop} 分钟内重新检测，否则作业自动停止：${listed(retest.map(withdrawnText))}`,
          ]),
    ].join('；'),
  )
}

const named = (spots: readonly WatchedSpot[]): string => listed(watchProblems(spots))

function listed(problems: readonly string[]): string {
  const more = problems.length > mostNamed ? `等 ${problems.length} 处` : ''
  return `${problems.slice(0, mostNamed).join('；')}${more}`
}

/** People are told that a gas is not heard (`at` now), or the ticket that it is again (null). */
const warned = (at: Date | null, text: string): TicketCommand =>
  just(null, { note: at === null ? 'gasHeard' : 'gasSilent', reason: text }, async (done) => {
    const { tx, work, after } = done
    await tx.updateTable('loWork').set({ gasWarnTime: at }).where('id', '=', work.id).execute()
    if (at === null) return
    await sendNotice(
      { ...done, ticket: after, event: 'timer', pointId: null, at: done.now },
      {
        do: 'notice.send',
        roles: ['LEAD', 'GUARD', 'GASTEST', 'PERMIT'],
        text,
        status: after.status,
        urgent: true,
      },
    )
  })
