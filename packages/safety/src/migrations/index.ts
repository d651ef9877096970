import type { NamedMigration } from '@suoan/platform/db/migrate'
import { lockDomainTables } from './0003-lock-domain.ts'
import { workTicketTables } from './0004-work-ticket.ts'
import { ticketNumbers } from './0005-ticket-numbers.ts'
import { holdsOnBoxes } from './0006-holds-on-boxes.ts'
import { logCounts } from './0007-log-counts.ts'
import { hotLockRows } from './0009-hot-lock-rows.ts'
import { approvalLife } from './0011-approval-life.ts'
import { execution } from './0012-execution.ts'
import { emergency } from './0013-emergency.ts'
import { warnings } from './0014-warnings.ts'
import { evidence } from './0015-evidence.ts'
import { explain } from './0016-explain.ts'
import { hazardPairs } from './0017-hazard-pairs.ts'
import { offline } from './0018-offline.ts'
import { holdIndexes } from './0020-hold-indexes.ts'
import { interlockSettings } from './0021-interlock-settings.ts'
import { presence } from './0022-presence.ts'
import { liveWarnings } from './0049-live-warnings.ts'
import { ticketRows } from './0053-ticket-rows.ts'
import { listSearch } from './0059-list-search.ts'
import { lastOfLocks } from './0066-last-of-locks.ts'
import { persons } from './0071-persons.ts'
import { idNumber } from './0072-id-number.ts'
import { dueTickets } from './0076-due-tickets.ts'
import { stopCauses } from './0077-stop-causes.ts'
import { guardianAtHisPost } from './0078-guardian-at-his-post.ts'
import { evidenceFiles } from './0085-evidence-files.ts'
import { signatures } from './0087-signatures.ts'
import { keptHistory } from './0088-kept-history.ts'
import { lockCustody } from './0090-lock-custody.ts'
import { deviceClock } from './0091-device-clock.ts'
import { deviceGaps } from './0092-device-gaps.ts'
import { deviceSecrets } from './0093-device-secrets.ts'
import { signDigest } from './0103-sign-digest.ts'
import { evidenceOnce } from './0105-evidence-once.ts'
import { fileHolders } from './0108-file-holders.ts'
import { gasPlaces } from './0110-gas-places.ts'
import { baseline } from './0120-baseline.ts'
import { gasReadings } from './0124-gas-readings.ts'
import { rollouts } from './0125-rollouts.ts'
import { allTicketsOfIssuers } from './0128-all-tickets-of-issuers.ts'
import { measuresOnSite } from './0130-measures-on-site.ts'
import { chosenLevel } from './0131-chosen-level.ts'
import { tokensOfAPhase } from './0133-tokens-of-a-phase.ts'
import { gasWatch } from './0140-gas-watch.ts'
import { returningWarnings } from './0145-returning-warnings.ts'
import { capsuleWords } from './0146-capsule-words.ts'
import { unfitInside } from './0147-unfit-inside.ts'
import { certsOfExternals } from './0150-certs-of-externals.ts'
import { logChains } from './0155-log-chains.ts'
import { deviceButtons } from './0160-device-buttons.ts'
import { unreadGas } from './0170-unread-gas.ts'
import { logsOfATenant } from './0175-logs-of-a-tenant.ts'
import { pagesOfRights } from './0180-pages-of-rights.ts'
import { cardNumbers } from './0183-card-numbers.ts'
import { confirmAge } from './0186-confirm-age.ts'
import { proofsThatRunOut } from './0190-proofs-that-run-out.ts'
import { baseTypes } from './0195-base-types.ts'
import { calibrationEvidence } from './0200-calibration-evidence.ts'
import { cutOffDetectors } from './0209-cut-off-detectors.ts'
import { gasNames } from './0218-gas-names.ts'
import { contentRules } from './0228-content-rule.ts'
import { phones } from './0233-phones.ts'
import { leaderGap } from './0244-leader-gap.ts'
import { tokenEnds } from './0245-token-ends.ts'
import { planMarks } from './0274-plan-marks.ts'
import { eventRate } from './0330-event-rate.ts'
import { stepOfAnAgent } from './0351-step-of-an-agent.ts'
import { telemetryHours } from './0382-telemetry-hours.ts'
import { dutyShifts } from './0391-duty-shifts.ts'
import { demoPlant } from './0470-demo-plant.ts'
import { turnTold } from './0481-turn-told.ts'
import { papers } from './0520-papers.ts'
import { printedTags } from './0521-printed-tags.ts'
import { attachments } from './0522-attachments.ts'
import { measureLibrary } from './0523-measure-library.ts'
import { ticketTemplates } from './0524-ticket-templates.ts'
import { procedures } from './0535-procedures.ts'
import { eventFeed } from './0545-event-feed.ts'
import { questions } from './0550-questions.ts'
import { openExtends } from './0551-open-extends.ts'
import { logRemarks } from './0552-log-remarks.ts'
import { pointSpots } from './0580-point-spots.ts'
import { plannedTickets } from './0581-planned-tickets.ts'
import { turnPieces } from './0600-turn-pieces.ts'
import { untestedGas } from './0645-untested-gas.ts'

/** The steps of the schema that are of safety; apps/server puts those of all packages in one order. */
export const safetyMigrations: readonly NamedMigration[] = [
  lockDomainTables,
  workTicketTables,
  ticketNumbers,
  holdsOnBoxes,
  logCounts,
  hotLockRows,
  approvalLife,
  execution,
  emergency,
  warnings,
  evidence,
  explain,
  hazardPairs,
  offline,
  holdIndexes,
  interlockSettings,
  presence,
  liveWarnings,
  ticketRows,
  listSearch,
  lastOfLocks,
  persons,
  idNumber,
  dueTickets,
  stopCauses,
  guardianAtHisPost,
  evidenceFiles,
  signatures,
  keptHistory,
  lockCustody,
  deviceClock,
  deviceGaps,
  deviceSecrets,
  signDigest,
  evidenceOnce,
  fileHolders,
  gasPlaces,
  baseline,
  gasReadings,
  rollouts,
  allTicketsOfIssuers,
  measuresOnSite,
  chosenLevel,
  tokensOfAPhase,
  gasWatch,
  returningWarnings,
  capsuleWords,
  unfitInside,
  certsOfExternals,
  logChains,
  deviceButtons,
  unreadGas,
  logsOfATenant,
  pagesOfRights,
  cardNumbers,
  confirmAge,
  proofsThatRunOut,
  baseTypes,
  calibrationEvidence,
  cutOffDetectors,
  gasNames,
  contentRules,
  phones,
  leaderGap,
  tokenEnds,
  planMarks,
  eventRate,
  stepOfAnAgent,
  telemetryHours,
  dutyShifts,
  demoPlant,
  turnTold,
  papers,
  printedTags,
  attachments,
  measureLibrary,
  ticketTemplates,
  procedures,
  eventFeed,
  questions,
  openExtends,
  logRemarks,
  pointSpots,
  plannedTickets,
  turnPieces,
  untestedGas,
]

export { evidenceTables } from './evidence-tables.ts'
