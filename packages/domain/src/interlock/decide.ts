import { changeText } from './changes.ts'
import { judge } from './judge.ts'
import { shortestFix } from './shortest-fix.ts'
import type { Decision, Snapshot } from './snapshot.ts'

/** Stored with every decision, so that a replay knows which rules spoke. */
export const engineVersion = '6'

/**
 * May this user do this to this lock now (§5.8)? Deny by default; every rule of the matched leg runs and is listed,
 * rules of other legs stand as not applying. Safe-direction actions are allowed at once (R01). A no comes with the
 * shortest list of changes that would make it a yes, or with why nothing people can do now would (M3).
 */
export function decide(snapshot: Snapshot): Decision {
  const judgment = judge(snapshot)
  if (judgment.allow) return { ...judgment, changes: [], fix: [], never: null }
  const fix = shortestFix(snapshot)
  if (!fix.possible) return { ...judgment, changes: [], fix: [], never: fix.reason }
  return {
    ...judgment,
    changes: fix.changes,
    fix: fix.changes.map((change) => changeText(snapshot, change).text),
    never: null,
  }
}
