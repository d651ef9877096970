import type { Canonical } from '../evidence-chain/index.ts'
import { canonicalJson } from '../evidence-chain/index.ts'
import type { Recorded, Row } from '../replay/index.ts'

/**
 * By which rule content is sealed from now on (`lo_work.content_rule`). Rule 1 is what tickets sealed before the column
 * existed were signed by; a ticket is judged by the rule it was sealed by (decision 0646).
 */
export const contentRule = 2

/** What a table says of a ticket's content: columns that are signed, and why each of the others is not. */
interface Columns {
  readonly sealed: readonly string[]
  readonly left: Readonly<Record<string, string>>
}

const bookkeeping = 'who wrote the row and when, not what it says'
const byEvents = 'written by later events, each with its own row in the chain'
const state = 'the state of the process, not its content'
const derived = 'follows from sealed columns'

/** Columns every table has. */
const common: Readonly<Record<string, string>> = {
  id: 'the name of the row; the chain binds it',
  tenantId: 'nothing changes it; every reader filters by it',
  workId: 'rows are read by it',
  createBy: bookkeeping,
  createTime: bookkeeping,
  updateBy: bookkeeping,
  updateTime: bookkeeping,
  sysOrgCode: 'who may see the row, not what it says',
  revision: 'counts the writes',
}

/**
 * What reviewers and approvers put their name to (G08, LO-4214), by the part a replay has it in: every column that
 * somebody can write before the approval is sealed, every other one stands beside its reason.
 */
export const contentColumns = {
  ticket: {
    sealed: [
      'workName',
      'workType',
      'baseTypes',
      'workLevel',
      'urgency',
      'areaId',
      'place',
      'equipIds',
      'applyDepartId',
      'workDepartId',
      'territoryDepartId',
      'applicantId',
      'leaderId',
      'content',
      'hazards',
      'jsa',
      'otherWorkIds',
      'planStart',
      'planEnd',
      'needIsolation',
      'noIsoReason',
      'isolationStatement',
      'emergencyContact',
      'gasPlaces',
      'parentWorkId',
      'sourceSys',
      'sourceNo',
    ],
    left: {
      ...common,
      delFlag: 'a deleted ticket takes no event',
      workNo: 'given once by the counter, unique',
      areaCode: 'follows the area, which is sealed; a moved area is no other place',
      levelReason: 'why the sealed level is what it is',
      baseLevel: 'the level before the rules raised it; the sealed one counts',
      workStatus: state,
      execPhase: state,
      voidFlag: state,
      voidReason: byEvents,
      closeFlag: state,
      reviewStatus: state,
      approveStatus: state,
      round: state,
      procedureId: 'where the draft began; what it took from there stands in sealed columns',
      procedureVersion: 'where the draft began; what it took from there stands in sealed columns',
      validEnd: byEvents,
      closeDeadline: byEvents,
      realStart: byEvents,
      realEnd: byEvents,
      suspendedAt: byEvents,
      extendCount: byEvents,
      peopleCount: derived,
      onSiteCount: byEvents,
      isolationPlanState: derived,
      gasState: state,
      conflictState: 'follows from other tickets, judged anew at every step (G06)',
      emergencyFlag: byEvents,
      dutyManagerId: byEvents,
      emergencyReason: byEvents,
      afterReviewState: byEvents,
      afterReviewDue: byEvents,
      afterReviewBy: byEvents,
      afterReviewTime: byEvents,
      afterReviewOpinion: byEvents,
      closeResult: byEvents,
      acceptBy: byEvents,
      acceptTime: byEvents,
      notifiedTime: byEvents,
      siteCheck: byEvents,
      testRun: byEvents,
      stopCauses: byEvents,
      gasWarnTime: byEvents,
      leaderGap: byEvents,
      askState: byEvents,
      contentHash: 'the seal itself',
      contentRule: 'the rule of the seal, said in what it seals',
      chainHead: 'the chain, which names the seal',
    },
  },
  points: {
    sealed: [
      'pointId',
      'orderNum',
      'predecessors',
      'mandatory',
      'isoMethod',
      'plannedLockId',
      'releaseGroup',
      'remark',
      'delFlag',
    ],
    left: {
      ...common,
      actualLockId: byEvents,
      tagNo: byEvents,
      state: byEvents,
      isolatorId: byEvents,
      isolateTime: byEvents,
      isolateEventId: byEvents,
      claimPhoto: byEvents,
      witnessId: byEvents,
      visualCheckTime: byEvents,
      residualDone: byEvents,
      verifierId: byEvents,
      verifyTime: byEvents,
      verifyMethod: byEvents,
      verifyValue: byEvents,
      verifyUnit: byEvents,
      verifyResult: byEvents,
      verifyPhoto: byEvents,
      reVerifyDue: byEvents,
      restoreId: byEvents,
      restoreTime: byEvents,
      restorePos: byEvents,
      trust: byEvents,
    },
  },
  locks: {
    sealed: ['lockId', 'useType', 'pointId', 'ownerId', 'userIds', 'allowOpenMin', 'delFlag'],
    left: {
      ...common,
      issueBy: byEvents,
      issueTime: byEvents,
      returnBy: byEvents,
      returnTime: byEvents,
      openCount: byEvents,
      lastOpenTime: byEvents,
      lastCloseTime: byEvents,
      closedConfirmed: byEvents,
      state: byEvents,
    },
  },
  tags: {
    sealed: ['pointId', 'lockId', 'holderId', 'tagText', 'delFlag'],
    left: {
      ...common,
      tagNo: 'made from the id of the row',
      printTime: byEvents,
      printBy: byEvents,
      hangTime: byEvents,
      removeTime: byEvents,
      qr: byEvents,
      state: byEvents,
    },
  },
  people: {
    sealed: [
      'userId',
      'externalId',
      'personName',
      'company',
      'personSource',
      'roleTag',
      'certIds',
      'personalLockId',
      'delFlag',
    ],
    left: {
      ...common,
      personId: derived,
      phone: 'identifies somebody outside the ticket; the register has it, no chain keeps it',
      idMask: 'identifies somebody outside the ticket; the register has it, no chain keeps it',
      briefTime: byEvents,
      briefSignId: byEvents,
      onState: byEvents,
      inTime: byEvents,
      outTime: byEvents,
      checkInTime: byEvents,
      awaySince: byEvents,
      awayWhy: byEvents,
      guardSeenTime: byEvents,
      guardSession: byEvents,
      unfitWhy: byEvents,
      unfitTold: byEvents,
      mustAck: 'follows from removals of his lock elsewhere (R22)',
      state: 'only those who stand on the ticket are read',
    },
  },
  measures: {
    sealed: ['orderNum', 'tplId', 'content', 'controlRank', 'involve', 'dualControl', 'delFlag'],
    left: {
      ...common,
      result: byEvents,
      confirmBy: byEvents,
      confirmTime: byEvents,
      signId: byEvents,
      photo: byEvents,
    },
  },
} as const satisfies Readonly<Record<string, Columns>>

/** Tables of a ticket (`lo_work_…`) that hold nothing an approver puts his name to. */
export const tablesOutsideContent: Readonly<Record<string, string>> = {
  lo_work_counter: 'numbers of tickets',
  lo_work_template: 'what tickets begin with, of no ticket',
  lo_work_type: 'settings of the kinds of work, not of one ticket; judged anew at every step',
  lo_work_review: 'the decisions themselves',
  lo_work_examine: 'the decisions themselves',
  lo_work_sign: 'the signatures themselves; nothing is changed in it',
  lo_work_conflict: 'found anew at every step (G06)',
  lo_work_trans: 'the chain',
  lo_work_presence: byEvents,
  lo_work_gas: byEvents,
  lo_work_handover: byEvents,
  lo_work_extend: byEvents,
  lo_work_site_check: byEvents,
  lo_work_detector: byEvents,
  lo_work_attach: byEvents,
  lo_work_question:
    'what was asked and answered before the decisions; the answer changes no word of the ticket',
}

/**
 * What is hashed by rule 2, from the rows as the chain records them: apps/verify makes the same from an evidence package.
 * Columns without a value are left out, so that a column that comes later leaves what was sealed before as it is.
 * Who was replaced stands on the ticket no more.
 */
export function sealedContent(recorded: Recorded): Canonical {
  const parts = Object.entries(contentColumns).map(([part, { sealed }]) => {
    const rows = Object.values(recorded[part] ?? {}).filter((row) => part !== 'people' || row['state'] === 1)
    return [part, inOrder(rows.map((row) => sealedRow(row, sealed)))] as const
  })
  return { rule: contentRule, ...Object.fromEntries(parts) }
}

/** Moments are the same however a database writes them. */
const moments: ReadonlySet<string> = new Set(['planStart', 'planEnd'])

function sealedRow(row: Row, columns: readonly string[]): Row {
  const said = columns.flatMap((column) => {
    const value = row[column] ?? null
    if (value === null) return []
    return [[column, moments.has(column) ? Date.parse(String(value)) : value] as const]
  })
  return Object.fromEntries(said)
}

/** An order that hangs neither on ids nor on a database's way to sort. */
function inOrder(rows: readonly Row[]): Row[] {
  const texts = rows.map((row) => ({ row, text: canonicalJson(row) }))
  return texts.toSorted((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0)).map(({ row }) => row)
}
