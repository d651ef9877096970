/** Faults of these rows, all of the same kind, for one reason. */
const each = (rows: readonly string[], faults: readonly string[], why: string): Record<string, string> =>
  Object.fromEntries(rows.flatMap((row) => faults.map((fault) => [`${row} ${fault}`, why])))

const anybody = ['+ANYONE', '+WORK', '+SYSTEM'] as const

const byRow = 'G08 已要求是该步骤的处理人本人，谁能做与“由谁”一栏无关'
const sinceT20 = 'T20 起隔离人的授权一直有效（P51 在每个状态核对），这里只是再确认一次'
const deadlineKnown = '批准时（T11、T50）已定收尾期限，撤销批准才清除（P61 在每个状态核对），这里只补没有的'
const noIsolation =
  'G11 与 G12 对没有隔离点的票都通过，对有隔离点的票在 4/0 都拒绝：缺一条，另一条给出同样的答案'
const needsNoCut = '该行只用于不隔离的票，G05 对不隔离的票总是通过'
const sameMoment = '续票开工的 I3 在同一事务里刚问过同样的事，原票在两者之间没有变化'

/**
 * Faults that change nothing anybody could reach, and why that is so. `npm run model -- --mutants` fails when one of them
 * is found after all; the invariants named here hold in every state of every world.
 */
export const equivalentMutants: Readonly<Record<string, string>> = {
  ...each(
    [
      'T06 reviewPass',
      'T07 reviewPass',
      'T08 reviewReject',
      'T10 approve',
      'T11 approve',
      'T12 approve@2/0?edits',
      'T12 approve@2/0?editsCore',
      'T13 approveReject',
      'T14 returnReview',
    ],
    anybody,
    byRow,
  ),
  ...each(['T15 delegate', 'T15 addSigner'], anybody, 'T15 已要求是该步骤的处理人本人'),
  ...each(['T55 causeClose'], anybody, 'T55 已按原因要求是可以答复它的人（whoAnswers），与“由谁”一栏无关'),
  ...each(['T31 pointAdd'], anybody, 'T31 对增补隔离点恒为否，谁来问都拒绝'),
  ...each(['T34 handoverAsk'], ['+ANYONE', '+SYSTEM'], 'T34 已要求是担任该职责的本人，且只有可交接的职责'),
  ...each(
    ['T48 removalDo'],
    anybody,
    'T48 已要求是指定的拆锁人，而批准时（T48）只能指定申请人或批准人，两者都有权限',
  ),
  'T48 removalApprove +WORK': 'G23 拒绝本票作业人批准',
  ...each(
    ['T50 emergencyApprove', 'T50 emergencyReview'],
    anybody,
    'T50 已要求是提交抢修的值班负责人本人，他以许可人身份提交',
  ),
  'T03 deleteDraft +1/0': 'T03 只删从未提交的票，1/0 的票都已封存内容',
  'T05 withdraw +2/0': 'T05 拒绝本轮已有人审核的票，2/0 的票本轮都已审核',
  'T05 withdraw −clearReview': 'openRound 已把两项结论清零',
  'T07 reviewPass −G09':
    '该行只在 completesStage 时选中，而 passRow 只有在本步已达法定人数（quorumReached）时才算完成该阶段',
  'T11 approve −G09': '同 T07 −G09',
  'T12 approve@2/0?edits −G02':
    '还有后续审批步骤；最后一步 T11 以修改后的时间与级别重新判定 G02，超时的票不会被批准',
  'T12 approve@2/0?edits −G29': '同上：最后一步 T11 以修改后的时间与级别重新判定 G29',
  'T17 expire@4/10?mustRestore −closeOpenRows': '已批准的票没有待处理的审批步骤（P17 在每一步核对）',
  'T45 handOver −closeOpenRows': '执行中的票没有待处理的审批步骤（P17 在每一步核对）',
  'T17 expire@4/10?mustRestore −setCloseDeadline': deadlineKnown,
  'T40 expire −setCloseDeadline': deadlineKnown,
  'T54 expire −setCloseDeadline': deadlineKnown,
  'T17 expire@4/10?mustRestore −isolatorGrants': sinceT20,
  'T36 testEnd −isolatorGrants': sinceT20,
  'T54 expire −isolatorGrants': `${sinceT20}；不隔离的票由 T41 生效`,
  'T17 expire@4/10?mustRestore −workGrantsOff':
    '开工（T27）之前作业人的授权只是待生效，过期的票没有一行能使它生效；收尾（T45）时一并撤销',
  'T54 expire −workGrantsOff':
    '试运行（T35）和解除隔离（T41）开始时已停用，不在作业中的票没有生效的作业人授权（P13）',
  'T18 void@0/0 −revokeGrants': '批准前的票没有授权：批准撤销（T19）时已收回（P52 在每个状态核对）',
  'T19 recall +4/12': 'T19 拒绝已有占用的票，4/12 的票都有占用',
  'T23 pointTag −T37': '上锁（T22）由原上锁人完成后占用已不是临时解除，T37 对挂牌总是通过',
  'T27 start@4/0?needsNoIsolation +40/25': 'G10 拒绝到期的票',
  'T33 resume +40/25': 'G10 拒绝到期的票',
  'T28 personIn +40/25': 'G10 拒绝到期的票',
  'T27 start@4/0?needsNoIsolation −G05': needsNoCut,
  'T27 start@4/0?renewsWithoutIsolation −G05': needsNoCut,
  'T27 start@4/0?needsNoIsolation −G11': noIsolation,
  'T27 start@4/0?needsNoIsolation −G12': noIsolation,
  'T27 start@4/0?renewsWithoutIsolation −G11': noIsolation,
  'T27 start@4/0?renewsWithoutIsolation −G12': noIsolation,
  'T27 start@4/0?renewsWithoutIsolation −I3':
    '没有占用可转移；原票不在中断、或有人在场时，同一事务里的 T45 拒绝，开工随之作废',
  'T27 start@4/0?renewsWithoutIsolation −holdsTakenOver': '不隔离的原票没有占用可转移',
  ...each(['T45 handOver'], ['−G17', '−G18', '−G19', '−G26', '−T46'], sameMoment),
  'T35 testBegin −G10': 'T35 已要求试运行在有效截止之前结束；能试运行的票已经开工，不会早于计划',
  'T37 relocked@20/23 −T37':
    '没有解除的隔离点一直是已验证的（P59 在每个状态核对），解除过的由 G12 逐点要求已验证',
  'T37 relocked@20/23?wasSuspended −T37': '只回到中断 20/21，恢复作业（T33）以 G11、G12 要求全部隔离点',
  'T37 relocked@20/23 −workResumes': '有中断时间的票选中 wasSuspended 的那一行，这一行本来就没有',
  'T39 extendApprove −G10': 'G25 已要求票未到期；延期的票已经开工，不会早于计划',
  'T39 extendApprove −G25': '申请（T39）时已判定次数与先后，同时只有一项申请；到期由 G10 拒绝',
  'T48 removalDo −G23': '只有经 G23 批准的申请才到这一步（P64），两人与时间此后不变',
}

/** Where requests and confirmations come apart (箱柜锁与逐个签认) all walk, but no fault is tested there: it is too large. */
const askedBefore = (test: string) => ({
  why: '快走的小世界里申请与确认一次签完，其间没有别的事；逐个签认的世界由 npm run model 走，P81 在那里核对',
  file: '../domain/src/work-ticket/refusals.test.ts',
  test,
})

/** In the worlds whoever has lost his lock can sign in himself. */
const forWhoCannotSignIn = {
  why: '小世界里被拆锁的人都有账号，T48 已要求本人确认；没有账号的人由他人陪同确认',
  file: '../domain/src/work-ticket/emergency.test.ts',
  test: 'T49 for an owner without an account only whoever attends him, by his badge and his hand, says that he knows',
}

/** Faults no world shows, because none has what they need; the test that would fail stands beside the reason. */
export const drivenElsewhere: Readonly<Record<string, { why: string; file: string; test: string }>> = {
  'T12 approve@2/0?edits −askRaised': {
    why: '小世界的审批流程不随级别变化，提高级别不会多出审批步骤',
    file: '../domain/src/work-ticket/paths.test.ts',
    test: 'T12 T11 a raised level brings the approvals of its own flow: nobody is left unasked',
  },
  'T11 approve −G03': {
    why: '小世界的人员没有资质到期',
    file: '../safety/src/work-tickets/approval.int.test.ts',
    test: 'T11 G03: whose certificate ends within the window as the approver set it keeps the ticket from being approved',
  },
  'T49 removalAck +ANYONE': forWhoCannotSignIn,
  'T49 removalAck +WORK': forWhoCannotSignIn,
  'T49 removalAck +SYSTEM': forWhoCannotSignIn,
  'T25 pointFail@4/10 −requestsLapse': askedBefore('T25 before the start'),
  'T25 pointFail@20/20 −requestsLapse': askedBefore('T25 at work'),
  'T28 presenceReported@4/10 −requestsLapse': askedBefore('T28 with somebody found inside'),
  'T28 presenceReported@20/20 −requestsLapse': askedBefore('T28 with somebody found inside at work'),
  'T30 gasRepeat@20/20?gasFailed −requestsLapse': askedBefore('T30 with gas that fails'),
  'T30 gasRepeat@20/21?gasFailed −requestsLapse': askedBefore(
    'T30 with gas that fails while work stands still',
  ),
  'T32 suspend@4/10 −requestsLapse': askedBefore('T32 while work stands still'),
  'T32 suspend@20/20 −requestsLapse': askedBefore('T32 while work goes on'),
  'T52 isolateCancel −requestsLapse': askedBefore('T52 a request to start does not outlive the isolation'),
}
