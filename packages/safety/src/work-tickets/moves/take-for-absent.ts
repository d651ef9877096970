import { takeOver, type FactName } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import { agenciesOf } from '../../agencies.ts'
import { loadSigner } from '../facts/signer.ts'
import { loadFacts } from '../load-facts.ts'
import type { Scene } from '../ticket-command.ts'
import { ticketOf } from '../ticket-row.ts'
import { refusalOf } from '../transition-answer.ts'

/** What `takeOver` reads. */
const reads: readonly FactName[] = [
  'steps',
  'persons',
  'dutyRules',
  'handovers',
  'actor',
  'acting',
  'keys',
  'now',
]

/**
 * Before a decision is judged: a step of an absent person becomes that of the agent who presses (decision 0800), so that
 * the guards see both. Writes nothing where nobody stands in; a refusal of the decision takes it back. Throws `RuleRefusal`
 * where the agent may not have this step.
 */
export async function takeForAbsent(scene: Scene, rowId: string): Promise<void> {
  const { tx, work, actor, now } = scene
  const agencies = await agenciesOf(tx, work.tenantId, actor.userId, now)
  if (agencies.length === 0) return
  const facts = await loadFacts(tx, work, actor, now, { reads })
  const row = facts.steps.find((each) => each.id === rowId)
  const to = row && (await loadSigner(tx, work, actor.userId, row.roleTag))
  if (!to) return
  const answer = takeOver(ticketOf(work), rowId, to, agencies, facts)
  if (answer.kind === 'none') return
  if (answer.kind === 'refused') {
    const { verdict } = answer
    const message = `不能代 ${row.userName} 处理：${verdict.text}`
    throw refusalOf({ ok: false, stage: 'condition', code: verdict.code, message, rules: [verdict] })
  }
  const { userId, delegateFor, delegatePath } = answer.row
  const [table, person] =
    row.stage === 1
      ? ([sql`lo_work_review`, sql`reviewer_id`] as const)
      : ([sql`lo_work_examine`, sql`approver_id`] as const)
  await sql`update ${table} set ${person} = ${userId}, delegate_for = ${delegateFor},
      delegate_path = ${JSON.stringify(delegatePath)}::jsonb, agency_id = ${answer.agency.id}
    where id = ${rowId}`.execute(tx)
}
