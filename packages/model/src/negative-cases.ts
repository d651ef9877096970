import { holdState, stopCause } from '@suoan/domain/dictionaries'
import { hour, minute } from '@suoan/domain/verdict'
import { emergencyType } from '@suoan/domain/work-ticket'
import { colleague } from './flow.ts'
import { nameOf, type PersonId } from './people.ts'
import type { Asked } from './asked.ts'
import { proofAt } from './facts.ts'
import { causeIdOf, onlySafety } from './running-facts.ts'
import { momentOf, type TicketWorld, type World } from './world.ts'

/** A request that must be refused whatever the state. */
export interface NegativeCase extends Asked {
  /** Chinese: what would have been accepted. */
  text: string
}

/** Requests that are wrong in themselves: another's lock, a proof that proves nothing, a reason left out. */
export function negativeCasesOf(world: World, index: number): NegativeCase[] {
  const each = world.tickets[index]
  if (each === undefined) return []
  const now = momentOf[world.clock]
  return [
    ...atPoints(each, now),
    ...liftedByOthers(world, each),
    ...withPeople(world, each),
    ...inExecution(world, each, now),
    ...onPaper(each),
  ]
}

function atPoints({ items }: TicketWorld, now: number): NegativeCase[] {
  const good = proofAt(now, false)
  const bad = [
    ['由隔离人自己验证', { ...good, verifierId: 'iso' }],
    ['由作业人验证', { ...good, verifierId: 'w1' }],
    ['验证结论不合格', { ...good, result: false }],
    ['验证方式不适用', { ...good, method: '9' }],
    ['验证早于最近一次关锁', proofAt(now, true)],
  ] as const
  return items.flatMap(({ pointId, kind, plannedLockId, state, predecessors, group }): NegativeCase[] => {
    const waiting = items.some((item) => predecessors.includes(item.pointId) && item.state === 0)
    const later = items.some(
      (item) =>
        item.kind === 'isolate' &&
        kind === 'isolate' &&
        item.group === group &&
        item.order > (items.find((one) => one.pointId === pointId)?.order ?? 0) &&
        ![0, 8].includes(item.state),
    )
    const operate = { type: 'pointOperate' as const, pointId, presenceProof: true, residualDone: true }
    return [
      // A drain has no lock, so nothing was closed that a proof could be older than.
      ...bad
        .filter(([text]) => kind === 'isolate' || !text.startsWith('验证早于'))
        .map(([text, proof]): NegativeCase => ({
          actor: 'ver',
          event: { type: 'pointVerify', pointId, proof },
          text,
        })),
      ...(kind === 'isolate'
        ? [
            {
              actor: 'ver' as const,
              event: { type: 'pointVerify' as const, pointId, proof: { ...good, value: 0.3 } },
              text: '验证值超出判据',
            },
            {
              actor: 'iso' as const,
              event: { type: 'pointLock' as const, pointId, lockId: 'AC', substituteReason: '' },
              text: '未说明原因换用别的锁',
            },
            {
              actor: 'iso' as const,
              event: { type: 'pointLock' as const, pointId, lockId: 'ZZ', substituteReason: '代用' },
              text: '使用票外的锁',
            },
          ]
        : [
            {
              actor: 'iso' as const,
              event: { ...operate, residualDone: false },
              text: '残余能量未释放即操作完成',
            },
            {
              actor: 'iso' as const,
              event: { type: 'pointLock' as const, pointId, lockId: 'AC', substituteReason: '代用' },
              text: '排放点上锁',
            },
          ]),
      { actor: 'iso', event: { ...operate, presenceProof: false }, text: '没有到场证明即操作隔离点' },
      ...(waiting ? [{ actor: 'iso' as const, event: operate, text: '前置隔离点未操作' }] : []),
      ...([0, 7, 9].includes(state)
        ? []
        : [{ actor: 'iso' as const, event: operate, text: '重复操作已操作的隔离点' }]),
      ...(state === 1 || plannedLockId === null
        ? []
        : [
            {
              actor: 'iso' as const,
              event: { type: 'pointLock' as const, pointId, lockId: plannedLockId, substituteReason: '' },
              text: '未到安全位即上锁',
            },
          ]),
      ...(state === 2
        ? []
        : [{ actor: 'iso' as const, event: { type: 'pointTag' as const, pointId }, text: '未上锁即挂牌' }]),
      ...([3, 4, 5].includes(state)
        ? []
        : [
            {
              actor: 'ver' as const,
              event: { type: 'pointVerify' as const, pointId, proof: good },
              text: '未上锁挂牌即验证',
            },
          ]),
      ...(later
        ? [
            {
              actor: 'iso' as const,
              event: { type: 'pointRestore' as const, pointId },
              text: '不按逆序恢复隔离点',
            },
          ]
        : []),
      ...([0, 8].includes(state)
        ? [
            {
              actor: 'iso' as const,
              event: { type: 'pointRestore' as const, pointId },
              text: '恢复没有隔离的隔离点',
            },
          ]
        : []),
    ]
  })
}

/** A lock lifted for a test goes back by the hands that put it there (T37). */
function liftedByOthers({ holds }: World, { ticket, items }: TicketWorld): NegativeCase[] {
  return items
    .filter(({ pointId }) =>
      holds.some(
        (hold) =>
          hold.workId === ticket.id &&
          hold.pointId === pointId &&
          hold.state === holdState.lifted &&
          hold.userId !== 'iso2',
      ),
    )
    .flatMap(({ pointId, plannedLockId }) =>
      (
        [
          { type: 'pointOperate', pointId, presenceProof: true },
          { type: 'pointLock', pointId, lockId: plannedLockId ?? '', substituteReason: '' },
          { type: 'pointTag', pointId },
        ] as const
      ).map((event): NegativeCase => ({ actor: 'iso2', event, text: '临时解除的隔离点由别人恢复上锁' })),
    )
}

/** Plans, removals, terms and emergencies that are wrong in themselves. */
function inExecution(world: World, { ticket, items, running }: TicketWorld, now: number): NegativeCase[] {
  const [point] = items
  const test = {
    type: 'testBegin',
    pointIds: point === undefined ? [] : [point.pointId],
    userIds: ['iso'],
    minutes: 30,
    toolsCleared: true,
  } as const
  const badTests = [
    ['不说明解除哪些隔离点即试运行', { ...test, pointIds: [] }],
    ['试运行超过两小时', { ...test, minutes: 121 }],
    ['没有指定人员即试运行', { ...test, userIds: [] }],
    ['由作业人操作的试运行', { ...test, userIds: ['w1'] }],
    ['工具没有清理即试运行', { ...test, toolsCleared: false }],
  ] as const
  const ask = {
    type: 'removalAsk',
    holdId: 'own-w1',
    reason: '锁主下班',
    ownerAbsent: '门禁记录',
    contacts: [1, 2].map((nth) => ({ at: now - nth * minute, channel: '电话', outcome: '无人接听' })),
    areaChecked: true,
    areaPhoto: '照片',
  } as const
  const badRemovals = [
    ['没有联系锁主即申请应急拆锁', { ...ask, contacts: [] }],
    ['没有核实锁主不在即申请应急拆锁', { ...ask, ownerAbsent: '' }],
    ['没有确认现场无人即申请应急拆锁', { ...ask, areaChecked: false }],
    ['没有现场照片即申请应急拆锁', { ...ask, areaPhoto: '' }],
    ...(world.workers.w1.insideOf === ticket.id ? ([['锁主在现场即申请应急拆锁', ask]] as const) : []),
  ] as const
  const later = Math.max(now, ticket.closeDeadline ?? now) + hour
  return [
    ...badTests.flatMap(([text, event]): NegativeCase[] => [
      { actor: 'lead', event, text },
      { actor: 'per', event, text },
    ]),
    { actor: 'per', event: { type: 'testEnd', deEnergised: false }, text: '没有断开能量即结束试运行' },
    ...(world.workers.w1.lockOn === ticket.id
      ? badRemovals.map(([text, event]): NegativeCase => ({ actor: 'per', event, text }))
      : []),
    ...running.removals.flatMap(({ removalId, requestBy }): NegativeCase[] => [
      {
        actor: 'saf',
        event: { type: 'removalApprove', removalId, removerId: 'saf', witnessId: '' },
        text: '没有见证人即批准应急拆锁',
      },
      {
        actor: 'saf',
        event: { type: 'removalApprove', removalId, removerId: 'grd', witnessId: 'lead' },
        text: '指定他人拆锁',
      },
      {
        actor: 'saf',
        event: { type: 'removalDo', removalId, means: 2, photo: '' },
        text: '没有照片即登记应急拆锁',
      },
      {
        actor: requestBy as PersonId, // whoever asked is one of the world's people
        event: { type: 'removalReject', removalId, opinion: '撤回' },
        text: '申请人驳回自己的应急拆锁申请',
      },
    ]),
    {
      actor: 'lead',
      event: { type: 'lockAdd', lockId: items[0]?.plannedLockId ?? 'L9', changesScope: true },
      text: '增补锁具扩大隔离范围',
    },
    {
      actor: 'per',
      event: { type: 'closeDeadlineMove', deadline: later, reason: '' },
      text: '没有原因即延长收尾期限',
    },
    {
      actor: 'per',
      event: { type: 'closeDeadlineMove', deadline: now - hour, reason: '收尾' },
      text: '收尾期限改到过去',
    },
    ...(ticket.workType === emergencyType
      ? []
      : [
          {
            actor: 'per' as const,
            event: { type: 'emergencySubmit' as const, reason: '泄漏', tagRead: true },
            text: '不是抢修票即由值班负责人批准',
          },
        ]),
    ...(running.emergency === 'none'
      ? (['emergencyReview', 'emergencyApprove'] as const).map((type): NegativeCase => ({
          actor: 'per',
          event: { type },
          text: '没有值班负责人的提交即按抢修审批',
        }))
      : [
          {
            actor: 'per' as const,
            event: { type: 'afterReview' as const, opinion: '同意' },
            text: '批准人自己做事后审查',
          },
        ]),
    ...(['stranger', 'w1', 'lead'] as const).map((actor): NegativeCase => ({
      actor,
      event: { type: 'handOver' },
      text: '不由系统即以续票收尾',
    })),
  ]
}

function withPeople(world: World, { ticket, running }: TicketWorld): NegativeCase[] {
  const on = { type: 'personalLockOn' as const, pointId: null, boxId: 'BOX' }
  const owner = world.workers.w1
  const off = { type: 'personalLockOff' as const, holdId: 'own-w1' }
  const others: readonly PersonId[] = ['lead', 'per', 'iso', 'saf', 'w2', 'system']
  return [
    { actor: 'w1', event: { ...on, userId: 'w1', lockId: 'PL-w2', ownerId: 'w2' }, text: '使用别人的个人锁' },
    {
      actor: 'w1',
      event: { ...on, userId: 'w1', lockId: 'PL-w1', ownerId: 'w1', boxId: null },
      text: '个人锁不在隔离点也不在锁箱',
    },
    {
      actor: 'stranger',
      event: { ...on, userId: 'stranger', lockId: 'PL-x', ownerId: 'stranger' },
      text: '名单外的人上个人锁',
    },
    { actor: 'lead', event: { ...on, userId: 'w1', lockId: 'PL-w1', ownerId: 'w1' }, text: '替别人上个人锁' },
    { actor: 'stranger', event: { type: 'personIn', userId: 'stranger' }, text: '名单外的人进入' },
    { actor: 'lead', event: { type: 'personIn', userId: 'zz' }, text: '放名单外的人进入' },
    ...(owner.insideOf === null
      ? []
      : [
          {
            actor: 'lead' as const,
            event: { type: 'personIn' as const, userId: 'w1' },
            text: '已在现场的人再次进入',
          },
        ]),
    ...(owner.lockOn === ticket.id
      ? others.map((actor): NegativeCase => ({ actor, event: off, text: `${nameOf(actor)}摘除别人的个人锁` }))
      : []),
    ...(owner.lockOn === ticket.id && owner.insideOf !== null
      ? [{ actor: 'w1' as const, event: off, text: '人在现场即摘除个人锁' }]
      : []),
    {
      actor: 'lead',
      event: { type: 'crewChange', userId: 'w9', roleTag: 'WORK', changesScope: true },
      text: '执行中扩大作业范围',
    },
    ...running.stops.flatMap((kind): NegativeCase[] => {
      const close = { type: 'causeClose' as const, causeId: causeIdOf(kind), evidence: '已处理，现场确认' }
      return [
        { actor: 'lead', event: { type: 'resume' }, text: '中断原因未关闭即恢复' },
        { actor: 'w1', event: close, text: '作业人关闭中断原因' },
        { actor: 'saf', event: { ...close, evidence: ' ' }, text: '没有依据即关闭中断原因' },
        ...(onlySafety.includes(kind)
          ? [{ actor: 'per' as const, event: close, text: '许可人关闭须由安全员确认的中断原因' }]
          : []),
        ...(kind === stopCause.injury
          ? [{ actor: 'saf' as const, event: close, text: '没有照片即关闭人身伤害' }]
          : []),
      ]
    }),
    {
      actor: 'w2',
      event: { ...on, userId: 'w1', lockId: 'PL-w1', ownerId: 'w1' },
      text: '作业人替别人上个人锁',
    },
    { actor: 'w2', event: { type: 'personIn', userId: 'w1' }, text: '作业人替别人登记进入' },
  ]
}

function onPaper({ ticket, steps }: TicketWorld): NegativeCase[] {
  const pending = steps.filter((row) => row.status === 1)
  const signed = { contentHash: ticket.contentHash ?? '', opinion: '同意' }
  const decided = steps.some((row) => row.round === ticket.round && row.status === 8)
  return [
    { actor: 'app', event: { type: 'void', reason: '' }, text: '没有原因即作废' },
    { actor: 'per', event: { type: 'void', reason: '' }, text: '没有原因即作废' },
    { actor: 'saf', event: { type: 'recall', reason: '' }, text: '没有原因即撤销批准' },
    { actor: 'app', event: { type: 'submit', assignees: [] }, text: '没有审核人即提交' },
    // Under way there is something to lose: a draft that never was is deleted, anything else is voided.
    ...(ticket.status === 0
      ? []
      : [{ actor: 'app' as const, event: { type: 'deleteDraft' as const }, text: '删除不是草稿的票' }]),
    ...(decided
      ? [{ actor: 'app' as const, event: { type: 'withdraw' as const }, text: '已有人审核仍撤回' }]
      : []),
    ...(ticket.contentHash === null && ticket.round === 1
      ? []
      : [{ actor: 'app' as const, event: { type: 'deleteDraft' as const }, text: '删除已提交过的票' }]),
    ...pending.flatMap((row): NegativeCase[] => {
      const pass = { type: 'reviewPass' as const, rowId: row.id, ...signed, examiners: [] }
      const approve = { type: 'approve' as const, rowId: row.id, ...signed }
      const other = row.stage === 1 ? 'rev2' : 'apr2'
      const own = row.userId as PersonId // deciders are people of the world
      const no = { rowId: row.id, opinion: '不同意', reasonCode: '01' }
      const reject = row.stage === 1 ? ('reviewReject' as const) : ('approveReject' as const)
      return [
        ...(row.userId === other
          ? []
          : [
              { actor: other as PersonId, event: row.stage === 1 ? pass : approve, text: '由别人处理该步骤' },
            ]),
        {
          actor: own,
          event: { ...(row.stage === 1 ? pass : approve), contentHash: '旧' },
          text: '签的不是现在的内容',
        },
        { actor: own, event: { type: reject, ...no, contentHash: '旧' }, text: '驳回的不是现在的内容' },
        {
          actor: own,
          event: row.stage === 1 ? approve : pass,
          text: row.stage === 1 ? '把审核步骤当作审批' : '把审批步骤当作审核',
        },
        {
          actor: own,
          event: { type: 'delegate', rowId: row.id, to: { ...colleague, userId: own } },
          text: '把步骤委托给自己',
        },
        ...(['delegate', 'addSigner'] as const).flatMap((type): NegativeCase[] => [
          {
            actor: own,
            event: { type, rowId: row.id, to: { ...colleague, mayDecide: false } },
            text: '委托或加签没有相应岗位的人',
          },
          {
            actor: own,
            event: {
              type,
              rowId: row.id,
              to: { ...colleague, requiredCerts: [{ certType: '1', certName: '电工证' }] },
            },
            text: '委托或加签没有证书的人',
          },
        ]),
        {
          actor: own,
          event: {
            type: 'returnReview',
            rowId: row.id,
            contentHash: ticket.contentHash ?? '',
            opinion: '再审',
            stepNo: 9,
          },
          text: '退回到没有的审核步骤',
        },
        ...(row.stage === 1 &&
        row.stepNo === 2 &&
        pending.length === 1 &&
        !steps.some((each) => each.stage === 2)
          ? [{ actor: own, event: pass, text: '没有批准人即审核完成' }]
          : []),
        ...(row.stage === 2
          ? [
              {
                actor: own,
                event: { ...approve, edit: { content: '丙' }, editedHash: '丙2', assignees: [] },
                text: '批准人修改不允许修改的内容',
              },

              {
                actor: own,
                event: { ...approve, edit: { leaderId: 'zz' }, editedHash: '换人' },
                text: '批准人更换负责人',
              },
            ]
          : []),
      ]
    }),
  ]
}
