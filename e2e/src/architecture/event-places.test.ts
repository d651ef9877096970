import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import {
  handoverActions,
  otherEvents,
  personActions,
  pointActions,
  siteActions,
  ticketActions,
} from '@suoan/contract'
import { eventNames, transitions, type TicketEventType } from '@suoan/domain/work-ticket'
import { expect, test } from 'vitest'
import { root } from '../support/root.ts'

const features = 'packages/console-safety/src/work-tickets'

/** The call by which people cause an event, and the one file of the console that makes it. */
interface Place {
  readonly call: string
  readonly file: string
  /** A second file, and why there is one. */
  readonly also?: { readonly file: string; readonly why: string }
}

const bar = (call: string): Place => ({ call, file: 'page/ticket-buttons.tsx' })
const at = (call: string, file: string): Place => ({ call, file })
const point = (call: string): Place => at(`tickets.${call}`, 'page/PointDialog.tsx')
const decision = (call: string): Place => at(call, 'decisions/DecisionForm.tsx')

/** Where in the console a person causes each event of the table; a text says who does, where no person needs to. */
const places: Readonly<Record<TicketEventType, Place | string>> = {
  create: at('tickets.saveDraft', 'editor/use-draft.ts'),
  edit: at('tickets.saveDraft', 'editor/use-draft.ts'),
  deleteDraft: {
    ...bar('tickets.remove'),
    also: { file: 'TicketRowActions.tsx', why: '列表的行内也可删除草稿' },
  },
  submit: {
    ...bar('tickets.submit'),
    also: { file: 'editor/CheckStep.tsx', why: '填写的最后一步核对方案后直接提交' },
  },
  withdraw: bar('tickets.withdraw'),
  reviewPass: decision('workReviewEndpoints.decide'),
  reviewReject: decision('workReviewEndpoints.decide'),
  approve: decision('workExamineEndpoints.decide'),
  approveReject: decision('workExamineEndpoints.decide'),
  returnReview: at('examineStepEndpoints.returnReview', 'approval/ReturnDialog.tsx'),
  delegate: at('endpoints[way]', 'approval/HandOnDialog.tsx'),
  addSigner: at('endpoints[way]', 'approval/HandOnDialog.tsx'),
  urge: at('urge: endpoint', 'approval/UrgeDialog.tsx'),
  stepOverdue: '步骤到期由计时器处理，谁都不替处理人作决定（T16）',
  recall: bar('recallEndpoints.recall'),
  void: bar('tickets.void'),
  expire: '到期由计时器处理（T17、T40、T54）',
  isolateStart: bar('tickets.isolateStart'),
  isolateCancel: bar('tickets.isolateCancel'),
  isolationRestored: '最后一个隔离点恢复后由系统立即转回（T53）',
  pointOperate: point('pointOperate'),
  pointLock: point('pointLock'),
  pointTag: point('pointTag'),
  isolationRecheck: '锁具上报、目视确认或见证关锁之后由系统复核（T23）',
  pointVerify: point('pointVerify'),
  pointFail: point('pointFail'),
  personalLockOn: {
    ...at('tickets.personalLockOn', 'page/PersonalLockDialog.tsx'),
    also: { file: 'page/PeopleTab.tsx', why: '没有账号的人员在监护人屏幕上由本人签名挂锁' },
  },
  personalLockOff: at('tickets.personalLockOff', 'page/PeopleTab.tsx'),
  start: bar('tickets.start'),
  personIn: at('tickets.personIn', 'page/PeopleTab.tsx'),
  presenceReported: '没有网络的终端恢复联网后补报（T28）',
  personOut: {
    ...at('tickets.personOut', 'page/PeopleTab.tsx'),
    also: { file: 'inside/PeopleInsidePage.tsx', why: '在场人员页上登记被遗忘在现场的人离场' },
  },
  gasRepeat: at('tickets.gasAdd', 'page/GasDialog.tsx'),
  crewChange: at('tickets.crewAdd', 'page/CrewDialog.tsx'),
  suspend: bar('tickets.suspend'),
  causeClose: at('tickets.causeClose', 'page/CauseCloseDialog.tsx'),
  resume: bar('tickets.resume'),
  releaseBegin: at('tickets.releaseBegin', 'page/ReleaseDialog.tsx'),
  pointRestore: point('pointRestore'),
  finish: at('tickets.finish', 'page/FinishDialog.tsx'),
  closeExpired: at('tickets.closeExpired', 'emergency/CloseOutDialog.tsx'),
  lockAdd: at('execution.lockAdd', 'page/LockAddDialog.tsx'),
  pointAdd: '执行中增补隔离点一律拒绝，须办新票（T31），因此没有按钮',
  handoverAsk: at('execution.handoverAsk', 'page/HandoverDialog.tsx'),
  handoverAccept: at('execution.handoverAccept', 'page/HandoverPanel.tsx'),
  handoverDone: at('execution.handoverDone', 'page/HandoverSignDialog.tsx'),
  handoverCancel: at('execution.handoverCancel', 'page/HandoverPanel.tsx'),
  testBegin: at('execution.testBegin', 'page/TestRunDialog.tsx'),
  testEnd: bar('execution.testEnd'),
  relocked: bar('execution.relocked'),
  groupRelease: at('execution.groupRelease', 'page/GroupReleaseDialog.tsx'),
  extendAsk: at('execution.extendAsk', 'page/TimeDialog.tsx'),
  extendApprove: at('execution.extendDecide', 'page/ExtendDecideDialog.tsx'),
  extendReject: at('execution.extendDecide', 'page/ExtendDecideDialog.tsx'),
  closeDeadlineMove: at('execution.closeDeadlineMove', 'page/TimeDialog.tsx'),
  reopen: '已终结的票不能重新打开，只能复制（转换表没有该行），因此没有按钮',
  renew: at('calls.renew', 'emergency/RenewDialog.tsx'),
  handOver: '续票开工时由系统为原票收尾（T45）',
  removalAsk: at('calls.ask', 'emergency/AskRemovalDialog.tsx'),
  removalApprove: at('calls.decide', 'emergency/DecideRemovalDialog.tsx'),
  removalReject: at('calls.decide', 'emergency/DecideRemovalDialog.tsx'),
  removalDo: at('calls.done', 'emergency/DoneRemovalDialog.tsx'),
  removalExpire: '十分钟后由计时器失效（T48）',
  removalAck: at('shellCalls.emergencyAck', '../../../../apps/console/src/shell/RemovedLockCard.tsx'),
  emergencySubmit: at('calls.start', 'emergency/EmergencyStartDialog.tsx'),
  emergencyReview: at('calls.start', 'emergency/EmergencyStartDialog.tsx'),
  emergencyApprove: at('calls.start', 'emergency/EmergencyStartDialog.tsx'),
  afterReview: bar('emergencies.afterReview'),
  afterReviewLate: '逾期由计时器上报（T50）',
}

const events = Object.keys(eventNames) as TicketEventType[] // keys of a closed record

/** Every file of the console that could make a call, by its path. */
const sources: ReadonlyMap<string, string> = new Map(
  [
    'apps/console/src',
    'packages/console-base/src',
    'packages/console-admin/src',
    'packages/console-safety/src',
  ]
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.posix.join(folder, file.split(path.sep).join('/')),
      ),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
)

test.each(events)('%s has one place in the console, or is nobody’s to press', (event) => {
  const place = places[event]
  if (typeof place === 'string') return expect(place).not.toBe('')
  const files = [place.file, ...(place.also ? [place.also.file] : [])].map((file) =>
    path.posix.join(features, file),
  )
  const making = [...sources].filter(([, text]) => callsIn(text, place.call)).map(([file]) => file)
  return expect(making.toSorted()).toEqual(files.toSorted())
})

/** Does a file make this call? A longer name that begins alike is another. */
const callsIn = (text: string, call: string): boolean =>
  text.split(call).some((rest, nth) => nth > 0 && !/^[A-Za-z]/.test(rest))

test('an event without a place is the system’s, or no row would ever let a person have it', () => {
  const withoutPlace = events.filter((event) => typeof places[event] === 'string')
  const people = transitions
    .filter((row) => withoutPlace.includes(row.event) && row.by.some((role) => role !== 'SYSTEM'))
    .map((row) => row.event)
  // T23 and T53 follow of themselves from what people do at the points; T31 refuses whoever asks.
  expect([...new Set(people)].toSorted()).toEqual(['isolationRecheck', 'isolationRestored', 'pointAdd'])
})

test('every action that the server offers has a place, and every other event has none of an action', () => {
  const offered = [ticketActions, siteActions, pointActions, personActions, handoverActions]
    .flatMap((actions) => Object.values<{ readonly event: TicketEventType | null }>(actions))
    .flatMap(({ event }) => event ?? [])
  expect(offered.filter((event) => typeof places[event] !== 'object')).toEqual([])
  const others = Object.entries(otherEvents).filter(([, place]) => place === 'system' || place === 'refused')
  const placed = new Map<string, Place | string>(Object.entries(places))
  expect(others.filter(([event]) => typeof placed.get(event) === 'object')).toEqual([])
})

test('L7: a rescue is asked for in one place', () => {
  const making = [...sources].filter(([, text]) => /rescue: true/.test(text)).map(([file]) => file)
  expect(making).toEqual([`${features}/emergency/RescueDialog.tsx`])
})
