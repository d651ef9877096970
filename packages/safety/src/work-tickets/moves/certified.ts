import type { RoleTag } from '@suoan/domain/dictionaries'
import { actingFix, actingGap } from '@suoan/domain/work-ticket'
import { fail } from '@suoan/platform/fail'
import { loadActing } from '../facts/acting.ts'
import { loadPolicy } from '../facts/policy.ts'
import { saidAt, type Scene } from '../ticket-command.ts'

/**
 * Refuses whoever does not hold, when he does it, the certificates of the tags by which he vouches for something on this
 * ticket (G03). For calls that are notes: those that are events are asked by the table.
 */
export async function mustBeCertified(scene: Scene, tags: readonly RoleTag[]): Promise<void> {
  const { tx, work, actor } = scene
  const rules = async () => (await loadPolicy(tx, work))?.certRules
  const gap = actingGap(actor, await loadActing(tx, work, actor, rules, saidAt(scene)), tags)
  if (gap !== null) throw fail('REFUSED', { detail: `${gap}。${actingFix}` })
}
