import { changeRows } from './rows/changes.ts'
import { decisionRows } from './rows/decision.ts'
import { draftRows } from './rows/draft.ts'
import { emergencyRows } from './rows/emergency.ts'
import { expiryRows } from './rows/expiry.ts'
import { handoverRows } from './rows/handover.ts'
import { isolationRows } from './rows/isolation.ts'
import { releaseRows } from './rows/release.ts'
import { renewalRows } from './rows/renewal.ts'
import { testRunRows } from './rows/test-run.ts'
import { workRows } from './rows/work.ts'
import type { TransitionRow } from './transition-row.ts'

/** The table of `3-domain.md §4.4`. The order matters only between rows of one event: the first match wins. */
export const transitions: readonly TransitionRow[] = [
  ...draftRows,
  ...decisionRows,
  ...isolationRows,
  ...workRows,
  ...handoverRows,
  ...testRunRows,
  ...changeRows,
  ...releaseRows,
  ...expiryRows,
  ...renewalRows,
  ...emergencyRows,
]
