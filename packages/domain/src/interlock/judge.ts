import { openMethod } from '../dictionaries/index.ts'
import { codeNumber } from '../verdict/index.ts'
import { legs } from './legs.ts'
import { dualIsRequired, grantFor, rules, safeActions, type RuleFinding } from './rules.ts'
import type { Decision, Leg, RuleResult, Snapshot } from './snapshot.ts'

/** A decision before anybody asks what would change it. */
export type Judgment = Omit<Decision, 'fix' | 'changes' | 'never'>

/** Every rule of the matched leg, and the answer that follows from them (§5.8); see `decide`. */
export function judge(snapshot: Snapshot): Judgment {
  if (safeActions.includes(snapshot.action)) return allowSafe()
  const row = legs.find((each) => each.fits(snapshot))
  if (!row || snapshot.legsOff.includes(row.leg)) return noLeg(row?.leg ?? null, row?.name ?? '')

  const findings = Object.entries(rules).map(([id, rule]) => {
    const applies = row.rules.includes(id)
    return { id, applies, finding: applies ? rule(snapshot, row.leg) : other }
  })
  const list = [
    { id: 'R01', applies: false, finding: { ...other, text: '非安全方向动作，须逐条判定' } },
    ...findings,
  ]
  const failing = list
    .filter(({ applies, finding }) => applies && !finding.pass)
    .map(({ finding }) => finding)
  return {
    allow: failing.length === 0,
    leg: row.leg,
    safe: false,
    rules: list.map(result),
    grantId: row.rules.includes('R06') ? (grantFor(snapshot).grant?.grantId ?? null) : null,
    ...answer(failing),
  }
}

/**
 * Does an opening that was allowed by this leg rest on the word of the second person: of two people (R13), or of the one on
 * site of a remote opening (R12)? Then that word is used up by it.
 */
export function usesSecond(snapshot: Pick<Snapshot, 'lock' | 'ticket' | 'method'>, leg: Leg | null): boolean {
  const asked = legs.find((row) => row.leg === leg)?.rules ?? []
  const byTwo = asked.includes('R13') && dualIsRequired(snapshot)
  return byTwo || (asked.includes('R12') && snapshot.method === openMethod.remote)
}

const other: RuleFinding = { pass: true, text: '本通道不适用' }

function result({
  id,
  applies,
  finding,
}: {
  id: string
  applies: boolean
  finding: RuleFinding
}): RuleResult {
  const { pass, text, evidence = {} } = finding
  return { id, applies, pass, text, hint: pass ? '' : (finding.fix ?? ''), evidence }
}

function answer(failing: readonly RuleFinding[]): { code: number; message: string } {
  const first = failing[0]
  if (!first) return { code: 0, message: '可以开锁' }
  return { code: codeNumber(first.code ?? 'LO-4230'), message: `不能开锁：${first.text}` }
}

function allowSafe(): Judgment {
  const rule = {
    id: 'R01',
    applies: true,
    pass: true,
    text: '安全方向动作，直接允许',
    hint: '',
    evidence: {},
  }
  return {
    allow: true,
    leg: null,
    safe: true,
    rules: [rule],
    grantId: null,
    code: 0,
    message: '可以执行',
  }
}

function noLeg(leg: Leg | null, name: string): Judgment {
  const text = leg === null ? '没有适用的开锁通道' : `本单位未启用“${name}”通道`
  const rule = { id: 'R04', applies: true, pass: false, text, hint: '联系系统管理员', evidence: { leg } }
  return {
    allow: false,
    leg,
    safe: false,
    rules: [rule],
    grantId: null,
    code: 4230,
    message: `不能开锁：${text}`,
  }
}
