import type { InputOf, workExamineEndpoints } from '@suoan/contract'
import { workStatus } from '@suoan/domain/dictionaries'
import {
  baseAfterEdit,
  decideLevel,
  raisesLevel,
  scaleOf,
  type LevelFact,
  type RaisedFlow,
  type TicketEdit,
  type TicketFacts,
} from '@suoan/domain/work-ticket'
import { shanghaiMoment } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import { claimSurroundings } from '../conflicts/claim-surroundings.ts'
import { newContentHash } from '../content-hash.ts'
import { detectConflicts } from '../detect-conflicts.ts'
import { loadAsked, loadFlow } from '../facts/flow.ts'
import { storeLevel } from '../facts/level.ts'
import { completeMeasures } from '../facts/measure-template.ts'
import { loadPolicy } from '../facts/policy.ts'
import { command, type Done, type Scene, type TicketCommand } from '../ticket-command.ts'
import { lockTicket, ticketOf } from '../ticket-row.ts'
import { differenceOf, differenceRow, snapshotOf } from '../ticket-snapshot.ts'
import { sign, stepDemand } from './sign.ts'
import { takeForAbsent } from './take-for-absent.ts'

type Decision = InputOf<(typeof workExamineEndpoints)['decide']>
/** What of a decision its consequences follow from. */
type Judgement = Pick<
  Decision,
  'id' | 'contentHash' | 'opinion' | 'reasonCode' | 'edit' | 'approveStatus' | 'onSite'
>
type Judged = Scene & { readonly facts: Pick<TicketFacts, 'level'> }

/**
 * Approving or rejecting one pending approval row (T10–T13). Approvals that could clash look for clashes one after the
 * other, so that of two that clash only the first wins (§4.5.3).
 */
export const examine = (input: Decision): TicketCommand =>
  decide(input, (done, onBehalfOf) => signApproval(done, input, onBehalfOf))

/** The same decision without its signature, for somebody who asks what would follow (`rehearse.ts`). */
export const examineUnsigned = (input: Judgement): TicketCommand => decide(input, () => Promise.resolve(null))

async function signApproval(done: Done, input: Decision, onBehalfOf: string | null): Promise<string> {
  return sign(done, {
    bizId: input.id,
    role: 'APPROVE',
    given: input,
    // A rejection makes nothing possible: it is never refused for want of a proof.
    demand: input.approveStatus === 9 ? 'SESSION' : await stepDemand(done.tx, 'loWorkExamine', input.id),
    contentHash: input.contentHash,
    onBehalfOf,
    position: input.onSite,
  })
}

function decide(
  input: Judgement,
  signed: (done: Done, onBehalfOf: string | null) => Promise<string | null>,
): TicketCommand {
  const { id: rowId, contentHash, opinion } = input
  const reasonCode = input.reasonCode ?? ''
  const edit = editOf(input.edit)
  return command({
    position: input.onSite,
    reads: ['steps', 'level'],
    prepare: async (scene) => {
      const { tx, work, now } = scene
      await takeForAbsent(scene, rowId)
      await claimSurroundings(tx, work)
      await detectConflicts(tx, work, now, edit?.planEnd)
    },
    act: async (scene) => {
      const onBehalfOf = scene.facts.steps.find((row) => row.id === rowId)?.delegateFor ?? null
      const isRejected = input.approveStatus === 9
      const edited = edit === null || isRejected ? null : await editedTicket(scene, edit)
      const changes = edited?.changes ?? []
      return {
        event: isRejected
          ? { type: 'approveReject', rowId, contentHash, opinion, reasonCode }
          : { type: 'approve', rowId, contentHash, opinion, ...edited?.approval },
        onBehalfOf,
        afterEffects: async (done) => {
          const signId = await signed(done, onBehalfOf)
          const raised = edit?.workLevel !== undefined && raises(done.work, edit.workLevel)
          if (edit?.workLevel !== undefined && !isRejected)
            await followLevel(done, scene.facts.level, edit.workLevel)
          await done.tx
            .updateTable('loWorkExamine')
            .set({
              opinion,
              reasonCode: input.reasonCode ?? null,
              signId,
              contentHash,
              editDiff: changes.length > 0 ? JSON.stringify(changes) : null,
              levelRaised: raised ? 1 : 0,
            })
            .where('id', '=', rowId)
            .execute()
        },
        // An edit that goes back to review opens a round: its words are kept so that the reviewers see what changed.
        audit: ({ tx, work, after }) =>
          after.status === workStatus.submitted
            ? snapshotOf(tx, work.id)
            : {
                rowId,
                approveStatus: input.approveStatus,
                opinion,
                reasonCode,
                onBehalfOf,
                edit: differenceRow(changes),
              },
      }
    },
  })
}

const raises = (work: Scene['work'], level: string): boolean =>
  raisesLevel(scaleOf(ticketOf(work)), work.workLevel ?? '9', level)

/** The approvals of the higher level's flow, when the edit raises the level (T12). */
async function raisedFlow(
  { tx, work }: Scene,
  { workLevel, planEnd }: TicketEdit,
): Promise<RaisedFlow | null> {
  if (workLevel === undefined || !raises(work, workLevel)) return null
  const edited = { ...work, workLevel, ...(planEnd === undefined ? {} : { planEnd: new Date(planEnd) }) }
  const policy = await loadPolicy(tx, edited)
  const flow = policy ? await loadFlow(tx, edited, policy.flowId) : []
  return { flow, assignees: await loadAsked(tx, edited, 2) }
}

function editOf(edit: Decision['edit']): TicketEdit | null {
  if (!edit) return null
  const { planEnd, workLevel, content } = edit
  const changed: TicketEdit = {
    ...(planEnd === undefined ? {} : { planEnd: shanghaiMoment(planEnd) }),
    ...(workLevel === undefined ? {} : { workLevel }),
    ...(content === undefined ? {} : { content }),
  }
  return Object.keys(changed).length > 0 ? changed : null
}

/** What comes with another level: why it stands there, and the measures that a higher one demands (decision 0622). */
async function followLevel(
  done: Pick<Done, 'tx' | 'work' | 'after' | 'now'>,
  fact: LevelFact,
  workLevel: string,
): Promise<void> {
  await keepEditedLevel(done, fact, workLevel)
  if (raises(done.work, workLevel)) await completeRaised(done)
}

async function completeRaised({ tx, work, now }: Pick<Done, 'tx' | 'work' | 'now'>): Promise<void> {
  const raisedWork = await lockTicket(tx, work.tenantId, work.id)
  if (raisedWork) await completeMeasures(tx, raisedWork, now)
}

/** A level that an approver sets is the rules' where they ask for just that one, else his own choice (G29). */
async function keepEditedLevel(
  { tx, work, after }: Pick<Done, 'tx' | 'work' | 'after'>,
  fact: LevelFact,
  workLevel: string,
): Promise<void> {
  const decided = decideLevel(after, { ...fact, base: baseAfterEdit(after, fact.base, workLevel) })
  const isByRules = decided.level === workLevel && decided.reasons.length > 0
  await storeLevel(
    tx,
    work.id,
    isByRules ? baseAfterEdit(after, fact.base, workLevel) : workLevel,
    isByRules ? decided : { level: workLevel, reasons: [] },
  )
}

/** What the approval of an edit says of it, and what differs; the edit itself is the domain's to make. */
async function editedTicket(scene: Judged, edit: TicketEdit) {
  const { tx, work } = scene
  const asWas = await snapshotOf(tx, work.id)
  await sql`savepoint edited`.execute(tx)
  await applyEdit(scene, edit)
  const editedHash = await newContentHash(tx, work.id)
  const changes = differenceOf(asWas, await snapshotOf(tx, work.id))
  await sql`rollback to savepoint edited`.execute(tx)
  const assignees = await loadAsked(tx, work, 1)
  const raised = await raisedFlow(scene, edit)
  return { changes, approval: { edit, editedHash, assignees, ...(raised === null ? {} : { raised }) } }
}

/** The edited ticket with all that comes with it, as the next one to decide finds it. */
async function applyEdit({ tx, work, now, facts }: Judged, edit: TicketEdit): Promise<void> {
  const edited = await tx
    .updateTable('loWork')
    .set({
      ...(edit.planEnd === undefined ? {} : { planEnd: new Date(edit.planEnd) }),
      ...(edit.workLevel === undefined ? {} : { workLevel: edit.workLevel }),
      ...(edit.content === undefined ? {} : { content: edit.content }),
    })
    .where('id', '=', work.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (edit.workLevel !== undefined)
    await followLevel({ tx, work, after: ticketOf(edited), now }, facts.level, edit.workLevel)
}
