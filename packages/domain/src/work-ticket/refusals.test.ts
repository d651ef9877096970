import { describe, expect, test } from 'vitest'
import { failing, refused } from '../testing/advanced.ts'
import {
  at,
  closure,
  examiners,
  facts,
  hold,
  lock,
  person,
  point,
  points,
  policy,
  proof,
  signers,
  stepRow,
  ticket,
} from '../testing/plant.ts'
import { stopCause, type StopCause } from '../dictionaries/index.ts'
import type { Refusal } from '../verdict/index.ts'
import { advance } from './advance.ts'
import type { TicketEvent } from './events.ts'
import type { StopCauseFact } from './execution-facts.ts'
import type { PointFact, TicketFacts } from './facts.ts'
import { securedGap } from './guards-isolation.ts'
import { guards } from './guards.ts'
import type { Ticket } from './ticket.ts'

const text = (answer: Refusal, id: string) => answer.rules.find((rule) => rule.id === id)?.text
const submit: TicketEvent = { type: 'submit', assignees: signers }
const start: TicketEvent = { type: 'start' }

test('G11 G01: a point that asks for two locks is not secured by one, and no ticket is submitted on it', () => {
  const two = points(3).map((each, index) => (index === 0 ? { ...each, lockCount: 2 } : each))
  expect(securedGap(two[0] ?? point('PT1', 3), at('08:57'))).toContain('须挂 2 把锁')
  const answer = refused(ticket(0, 0), submit, facts('u1', '08:00', { points: two }))
  expect(text(answer, 'G01')).toContain('PT1 须挂 2 把锁')
})

test('G11: a closure confirmed a few seconds more than 10 minutes ago counts as 11', () => {
  const list = [point('PT1', 5, { closure: closure('LK1', at('08:50') - 5_000) }), point('PT4', 5)]
  const answer = refused(ticket(4, 12), start, facts('u5', '09:00', { points: list }))
  expect(text(answer, 'G11')).toContain('PT1 关锁确认超时（11>10 分钟）')
})

test('SC02: T27 is refused with LO-4203 while G12 misses PT3 and G11 finds PT2 confirmed 25 minutes ago', () => {
  const list: PointFact[] = [
    point('PT1', 5),
    point('PT2', 5, { closure: closure('LK2', at('08:35')), proof: proof(at('08:57')) }),
    point('PT3', 3),
    point('PT4', 5),
  ]
  const answer = refused(ticket(4, 11), start, facts('u5', '09:00', { points: list }))
  expect(answer.code).toBe('LO-4203')
  expect(failing(answer)).toEqual(['G11', 'G12'])
  expect(answer.message).toBe('隔离未完成：PT2 关锁确认超时（25>10 分钟）；PT3 未验证')

  const confirmed = list.map((each) => {
    if (each.pointCode === 'PT2')
      return { ...each, closure: closure('LK2', at('09:01'), { closedAt: at('08:35') }) }
    return each.pointCode === 'PT3' ? point('PT3', 5, { closure: closure('LK3', at('08:55')) }) : each
  })
  expect(advance(ticket(4, 12), start, facts('u5', '09:02', { points: confirmed })).ok).toBe(true)
})

test('SC03: T04 is refused by G05 naming the way from H-2 and suggesting PT3', () => {
  const list = points(0).filter((each) => each.pointCode !== 'PT3')
  const answer = refused(ticket(0, 0), submit, facts('u1', '08:00', { points: list }))
  expect(answer.code).toBe('LO-4204')
  expect(answer.message).toContain('H-2 → V-103 → P-101 仍可达')
  const rule = answer.rules.find((each) => each.id === 'G05')
  expect(rule?.evidence['suggestedPointIds']).toEqual(['PT3'])
})

test('SC05: G04 refuses an approver who is the applicant', () => {
  const given = facts('u3', '08:20', { steps: [stepRow('e1', 2)] })
  const event: TicketEvent = { type: 'approve', rowId: 'e1', contentHash: 'hash-1', opinion: '' }
  const answer = refused(ticket(2, 0, { applicantId: 'u3' }), event, given)
  expect([answer.code, failing(answer)]).toEqual(['LO-4207', ['G04']])
  expect(answer.message).toContain('同一人不得同时担任 签发 与 批准')
})

test('SC07: T11 is refused by G06 with the number and the window of the other ticket', () => {
  const given = facts('u3', '08:51', {
    steps: [stepRow('e1', 2)],
    conflicts: [
      {
        otherWorkId: 'C',
        otherNo: 'A01-99-20261201-0003',
        kind: 'ADJ',
        ruleCode: 'HOT_SOLVENT',
        severity: 3,
        overlapFrom: at('11:00'),
        overlapTo: at('12:00'),
        reason: '相邻区域动火与溶剂作业',
        state: 0,
      },
    ],
  })
  const answer = refused(
    ticket(2, 0),
    { type: 'approve', rowId: 'e1', contentHash: 'hash-1', opinion: '' },
    given,
  )
  expect([answer.code, answer.stage]).toEqual(['LO-4205', 'conflict'])
  expect(answer.message).toBe('与工作票 A01-99-20261201-0003 冲突：相邻区域动火与溶剂作业（11:00–12:00）')
})

const cause = (kind: StopCause): StopCauseFact => ({
  causeId: 'C',
  kind,
  reason: '有人触电',
  at: at('10:00'),
  closedAt: null,
})
const close = { type: 'causeClose', causeId: 'C', evidence: '已送医，现场已断电复测' } as const
const gasTested = (time: string, pass: boolean) => ({
  required: true,
  needed: [{ gasCode: 'O2', position: '泵坑' }],
  tests: [{ gasCode: 'O2', position: '泵坑', sampleTime: at(time), pass, calibValidTo: at('23:00') }],
})

const heardAt = (time: string) => ({
  deviceSn: 'GAS1',
  position: '泵坑',
  fault: null,
  readings: [{ gasCode: 'O2', goodAt: at(time), doubt: null }],
})
/** Gas that is measured without a break, by these detectors. */
const watchedBy = (detectors: TicketFacts['gasWatch']['detectors']) => ({
  gas: gasTested('08:59', true),
  gasWatch: { required: true, detectors, bareSince: {} },
})

const cases: readonly [string, Ticket, TicketEvent, TicketFacts, string, string][] = [
  [
    'G01 refuses a form without measures',
    ticket(0, 0),
    submit,
    facts('u1', '08:00', { form: { ...facts('u1', '08:00').form, measureCount: 0 } }),
    'G01',
    '安全措施未填写',
  ],
  [
    'G01 refuses an isolation point without a lock',
    ticket(0, 0),
    submit,
    facts('u1', '08:00', { points: [point('PT1', 0, { plannedLockId: null })] }),
    'G01',
    'PT1 未指定锁具',
  ],
  [
    'G01 refuses the same point twice',
    ticket(0, 0),
    submit,
    facts('u1', '08:00', { points: [...points(0), point('PT1', 0)] }),
    'G01',
    'PT1 重复',
  ],
  [
    'G02 refuses 25 hours where 24 are allowed, naming the limit',
    ticket(0, 0, { planEnd: at('09:00') + 25 * 3_600_000 }),
    submit,
    facts('u1', '08:00'),
    'G02',
    '最长 24 小时，现为 25 小时',
  ],
  [
    'G02 refuses an end before the start',
    ticket(0, 0, { planEnd: at('08:30') }),
    submit,
    facts('u1', '08:00'),
    'G02',
    '须晚于',
  ],
  [
    'G02 refuses a start that has passed at submit',
    ticket(0, 0),
    submit,
    facts('u1', '09:01'),
    'G02',
    '已过去',
  ],
  [
    'G03 refuses an expired certificate by name',
    ticket(0, 0),
    submit,
    facts('u1', '08:00', {
      persons: [
        person('u8', {
          requiredCerts: [{ certType: '01', certName: '监护人证' }],
          certs: [
            { certType: '01', certName: '监护人证', validFrom: 0, validTo: at('12:00'), revoked: false },
          ],
        }),
      ],
    }),
    'G03',
    '人员 吴监 资质缺失或过期：监护人证',
  ],
  [
    'G03 refuses a contractor without a day-pass',
    ticket(0, 0),
    submit,
    facts('u1', '08:00', { persons: [person('u13', { name: '卫承', isContractor: true })] }),
    'G03',
    '承包商入场证',
  ],
  [
    'G03 refuses a contractor whose day-pass was revoked or ends before the work does',
    ticket(0, 0),
    submit,
    facts('u1', '08:00', {
      persons: [true, false].map((revoked) =>
        person('u13', {
          name: revoked ? '卫承' : '蒋承',
          isContractor: true,
          certs: [
            {
              certType: '09',
              certName: '承包商入场证',
              validFrom: 0,
              validTo: revoked ? at('24:00') : at('12:00'),
              revoked,
            },
          ],
        }),
      ),
    }),
    'G03',
    '卫承 资质缺失或过期：承包商入场证；人员 蒋承 资质缺失或过期：承包商入场证',
  ],
  [
    'G03 asks a worker who is added in the extension for certificates until its end',
    ticket(20, 20, { validEnd: at('19:00') }),
    { type: 'crewChange', userId: 'u8', roleTag: 'WORK', replaces: null, changesScope: false },
    facts('u5', '16:00', {
      persons: [
        person('u8', {
          requiredCerts: [{ certType: '01', certName: '监护人证' }],
          certs: [
            { certType: '01', certName: '监护人证', validFrom: 0, validTo: at('18:00'), revoked: false },
          ],
        }),
      ],
    }),
    'G03',
    '人员 吴监 资质缺失或过期：监护人证',
  ],
  [
    'G04 refuses an isolator who verifies',
    ticket(0, 0),
    submit,
    facts('u1', '08:00', { persons: [person('u9', { roleTags: ['ISO', 'VERIFY'] })] }),
    'G04',
    '隔离 与 验证',
  ],
  [
    'G04 refuses a guardian on another live ticket',
    ticket(0, 0),
    submit,
    facts('u1', '08:00', { persons: [person('u8', { liveCounts: { GUARD: 1 } })] }),
    'G04',
    '吴监 已在其他 1 张',
  ],
  [
    'G05 asks for a statement where no energy graph exists',
    ticket(0, 0),
    submit,
    facts('u1', '08:00', { energy: null }),
    'G05',
    '书面说明',
  ],
  [
    'G06 asks measures for a conflict of severity 2',
    ticket(2, 0),
    { type: 'approve', rowId: 'e1', contentHash: 'hash-1', opinion: '' },
    facts('u3', '08:00', {
      steps: [stepRow('e1', 2)],
      conflicts: [
        {
          otherWorkId: 'C',
          otherNo: 'C-1',
          kind: 'ADJ',
          ruleCode: 'X',
          severity: 2,
          overlapFrom: at('11:00'),
          overlapTo: at('12:00'),
          reason: '吊装',
          state: 0,
        },
      ],
    }),
    'G06',
    '须安全管理人员附措施接受',
  ],
  [
    'G07 refuses a lock with a low battery',
    ticket(0, 0),
    submit,
    facts('u1', '08:00', { locks: [lock('LK1', { battery: 12 }), lock('LK2'), lock('LK3')] }),
    'G07',
    'LK1 电量 12% 低于 20%',
  ],
  [
    'G07 refuses an isolation lock bound to another live ticket',
    ticket(0, 0),
    submit,
    facts('u1', '08:00', { locks: [lock('LK1', { boundTo: 'B-7' }), lock('LK2'), lock('LK3')] }),
    'G07',
    '已用于工作票 B-7',
  ],
  [
    'T04 refuses a flow nobody is asked in',
    ticket(0, 0),
    { type: 'submit', assignees: [] },
    facts('u1', '08:00'),
    'T04',
    '没有符合条件的处理人',
  ],
  [
    'G08 refuses a decision over changed content',
    ticket(1, 0),
    { type: 'reviewPass', rowId: 'r1', contentHash: 'old', opinion: '', examiners },
    facts('u2', '08:10', { steps: [stepRow('r1', 1)] }),
    'G08',
    '审批内容已变化',
  ],
  [
    'G08 refuses an on-site step from elsewhere',
    ticket(1, 0),
    { type: 'reviewPass', rowId: 'r1', contentHash: 'hash-1', opinion: '', examiners },
    facts('u2', '08:10', { steps: [stepRow('r1', 1, { onSite: true })], insideFence: false }),
    'G08',
    '作业现场',
  ],
  [
    'T12 refuses an edit outside the policy list',
    ticket(2, 0),
    { type: 'approve', rowId: 'e1', contentHash: 'hash-1', opinion: '', edit: { leaderId: 'u6' } },
    facts('u3', '08:20', { steps: [stepRow('e1', 2)] }),
    'T12',
    '批准人不能修改：leaderId',
  ],
  [
    'T05 refuses to withdraw after a decision',
    ticket(1, 0),
    { type: 'withdraw' },
    facts('u1', '08:10', { steps: [stepRow('r1', 1, { status: 8 }), stepRow('r2', 1, { stepNo: 2 })] }),
    'T05',
    '李审 已审核',
  ],
  [
    'T03 refuses to delete a ticket that was submitted once',
    ticket(0, 0, { round: 2 }),
    { type: 'deleteDraft' },
    facts('u1', '08:10'),
    'T03',
    '不能删除',
  ],
  [
    'T18 refuses to void while a hold rests',
    ticket(4, 0),
    { type: 'void', reason: '取消' },
    facts('u4', '08:30', { holds: [hold('PT1')] }),
    'T18',
    '仍有 1 处隔离占用',
  ],
  [
    'T19 refuses to recall after a lock was placed',
    ticket(4, 0),
    { type: 'recall', reason: '撤回' },
    facts('u12', '08:30', { holds: [hold('PT1')] }),
    'T19',
    '已有 1 处上锁',
  ],
  [
    'G10 refuses isolation before its lead time',
    ticket(4, 0),
    { type: 'isolateStart' },
    facts('u4', '06:30'),
    'G10',
    '07:00',
  ],
  [
    'G16 refuses isolation under a level-3 alarm',
    ticket(4, 0),
    { type: 'isolateStart' },
    facts('u4', '08:30', { alarms: [{ alarmType: 'A03', level: 3, source: 'LK2' }] }),
    'G16',
    '撬动（LK2）',
  ],
  [
    'T20 refuses isolation where none is planned',
    ticket(4, 0, { needIsolation: false }),
    { type: 'isolateStart' },
    facts('u4', '08:30'),
    'T20',
    '不需要能量隔离',
  ],
  [
    'T21 keeps the order of points',
    ticket(4, 10),
    { type: 'pointOperate', pointId: 'PT2', presenceProof: true },
    facts('u9', '08:35'),
    'T21',
    'PT2 须在 PT1 之后操作',
  ],
  [
    'T21 asks for presence at the point',
    ticket(4, 10),
    { type: 'pointOperate', pointId: 'PT1', presenceProof: false },
    facts('u9', '08:35'),
    'T21',
    '现场扫码',
  ],
  [
    'T22 refuses a lock that is not the planned one without a reason',
    ticket(4, 10),
    { type: 'pointLock', pointId: 'PT1', lockId: 'LK2', substituteReason: '' },
    facts('u9', '08:35', { points: [point('PT1', 1)] }),
    'T22',
    '不是 PT1 的计划锁具',
  ],
  [
    'T22 refuses to lock a point that is not in its safe position',
    ticket(4, 10),
    { type: 'pointLock', pointId: 'PT1', lockId: 'LK1', substituteReason: '' },
    facts('u9', '08:35'),
    'T22',
    '须先操作到安全位',
  ],
  [
    'T22 refuses to take a lock that reports itself open for a lock that is on',
    ticket(4, 10),
    { type: 'pointLock', pointId: 'PT1', lockId: 'LK1', substituteReason: '' },
    facts('u9', '08:35', { points: [point('PT1', 1)], locks: [lock('LK1', { lockStatus: 2 })] }),
    'T22',
    '未锁住 PT1',
  ],
  [
    'T23 refuses a tag before the lock',
    ticket(4, 10),
    { type: 'pointTag', pointId: 'PT1' },
    facts('u9', '08:35', { points: [point('PT1', 1)] }),
    'T23',
    '须先上锁',
  ],
  [
    'T24 refuses to prove a point that is not locked',
    ticket(4, 11),
    { type: 'pointVerify', pointId: 'PT1', proof: proof(at('08:57')) },
    facts('u10', '08:57', { points: [point('PT1', 1)] }),
    'T24',
    '须先上锁挂牌',
  ],
  [
    'G12 refuses a verifier who isolated the point',
    ticket(4, 11),
    {
      type: 'pointVerify',
      pointId: 'PT1',
      proof: proof(at('08:57'), { verifierId: 'u9', verifierName: '郑隔' }),
    },
    facts('u10', '08:57', { points: points(3) }),
    'G12',
    '为同一人',
  ],
  [
    'G12 refuses a value outside the limit',
    ticket(4, 11),
    { type: 'pointVerify', pointId: 'PT2', proof: proof(at('08:57'), { value: 0.3 }) },
    facts('u10', '08:57', { points: points(3) }),
    'G12',
    '0.3 MPa超出判据',
  ],
  [
    'G12 refuses a proof older than the last closure',
    ticket(4, 12),
    start,
    facts('u5', '09:00', { points: points(5).map((each) => ({ ...each, proof: proof(at('08:50')) })) }),
    'G12',
    '验证早于最近一次关锁',
  ],
  [
    'G12 refuses when the re-verification is due',
    ticket(4, 12),
    start,
    facts('u5', '09:00', {
      points: points(5).map((each) => ({ ...each, proof: proof(at('08:57'), { reVerifyDue: at('08:59') }) })),
    }),
    'G12',
    '复验期限 08:59 已过',
  ],
  [
    'G11 refuses an unknown lock as if it were open',
    ticket(4, 12),
    start,
    facts('u5', '09:00', {
      points: points(5).map((each) => ({
        ...each,
        closure: closure('LK1', at('08:55'), { lockStatus: 0, trust: 9 }),
      })),
    }),
    'G11',
    '未知',
  ],
  [
    'G11 refuses a claimed passive lock without a second witness',
    ticket(4, 12),
    start,
    facts('u5', '09:00', {
      points: [
        point('PT1', 5, {
          closure: closure('LK5', at('08:55'), {
            reach: 'passive',
            trust: 3,
            claimPhoto: true,
            claimById: 'u9',
            witnessId: 'u9',
          }),
        }),
      ],
    }),
    'G11',
    '第二见证人',
  ],
  [
    'G11 refuses when needed isolation has no points at all',
    ticket(4, 12),
    start,
    facts('u5', '09:00', { points: [] }),
    'G11',
    '没有必须隔离的隔离点',
  ],
  [
    'G13 refuses while a worker has no personal lock',
    ticket(4, 12),
    start,
    facts('u5', '09:00', {
      points: points(5),
      persons: [person('u6', { personalLockOn: false }), person('u8')],
    }),
    'G13',
    '孙作 未上个人锁',
  ],
  [
    'G14 refuses a gas test 31 minutes old',
    ticket(4, 12),
    start,
    facts('u5', '09:00', {
      points: points(5),
      gas: {
        required: true,
        needed: [{ gasCode: 'O2', position: '泵坑' }],
        tests: [
          { gasCode: 'O2', position: '泵坑', sampleTime: at('08:29'), pass: true, calibValidTo: at('23:00') },
        ],
      },
    }),
    'G14',
    '检测已 31 分钟',
  ],
  [
    'G14 refuses a detector past its calibration',
    ticket(4, 12),
    start,
    facts('u5', '09:00', {
      points: points(5),
      gas: {
        required: true,
        needed: [{ gasCode: 'O2', position: '泵坑' }],
        tests: [
          { gasCode: 'O2', position: '泵坑', sampleTime: at('08:50'), pass: true, calibValidTo: at('08:00') },
        ],
      },
    }),
    'G14',
    '检定有效期',
  ],
  [
    'G15 refuses while the guardian is away',
    ticket(4, 12),
    start,
    facts('u5', '09:00', { points: points(5), persons: [person('u6'), person('u8', { checkedIn: false })] }),
    'G15',
    '吴监 未签到',
  ],
  [
    'G27 refuses while operations wait on a phone',
    ticket(4, 12),
    start,
    facts('u5', '09:00', { points: points(5), unsyncedOps: ['u9 手机 2 条'] }),
    'G27',
    'u9 手机 2 条',
  ],
  [
    'G28 refuses the start while a measure was not confirmed on site',
    ticket(4, 12),
    start,
    facts('u5', '09:00', {
      points: points(5),
      measures: [
        { measureId: 'M1', content: '设备已停运', confirmedBy: 'u8', confirmedAt: at('08:50') },
        { measureId: 'M2', content: '动火点 10 米内可燃物已清除', confirmedBy: null, confirmedAt: null },
      ],
    }),
    'G28',
    '动火点 10 米内可燃物已清除',
  ],
  [
    'G28 refuses the start of a ticket whose measures nobody knows',
    ticket(4, 12),
    start,
    facts('u5', '09:00', { points: points(5), measures: [] }),
    'G28',
    '没有安全措施',
  ],
  [
    'G28 refuses to resume while a measure was not confirmed on site',
    ticket(20, 21),
    { type: 'resume' },
    facts('u5', '10:30', {
      points: points(5),
      measures: [{ measureId: 'M1', content: '设备已停运', confirmedBy: null, confirmedAt: null }],
    }),
    'G28',
    '设备已停运',
  ],
  [
    'G30 refuses the start while no detector stands at a planned place',
    ticket(4, 12),
    start,
    facts('u5', '09:00', { points: points(5), ...watchedBy([]) }),
    'G30',
    '泵坑 O2 没有指派检测仪',
  ],
  [
    'G30 refuses to resume while a detector has been silent for two minutes',
    ticket(20, 21),
    { type: 'resume' },
    facts('u5', '10:30', { points: points(5), ...watchedBy([heardAt('10:28')]) }),
    'G30',
    '泵坑 O2 检测仪 GAS1 自 2026-12-01 10:28:00 起没有读数',
  ],
  [
    'G30 refuses the return from a test while the detector is out of use',
    ticket(20, 23),
    { type: 'relocked' },
    facts('u9', '10:30', { points: points(5), ...watchedBy([{ ...heardAt('10:29'), fault: '已禁用' }]) }),
    'G30',
    '泵坑 O2 检测仪 GAS1 已禁用',
  ],
  [
    'G17 refuses release while somebody is inside',
    ticket(20, 20),
    { type: 'releaseBegin' },
    facts('u5', '15:00', { persons: [person('u6', { onSite: true })] }),
    'G17',
    '仍有 1 人在现场：孙作',
  ],
  [
    'G17 trusts the higher count when list and counter disagree',
    ticket(20, 20, { onSiteCount: 2 }),
    { type: 'releaseBegin' },
    facts('u5', '15:00'),
    'G17',
    '仍有 2 人在现场',
  ],
  [
    'G20 refuses release before the site is checked',
    ticket(20, 20),
    { type: 'releaseBegin' },
    facts('u5', '15:00', { siteCheck: null }),
    'G20',
    '工具与杂物未清理',
  ],
  [
    'T42 refuses to take the lock off while its owner is inside',
    ticket(20, 24),
    { type: 'personalLockOff', holdId: 'H-PT1' },
    facts('u6', '15:00', {
      holds: [hold('PT1', { userId: 'u6', holdType: 3 })],
      persons: [person('u6', { onSite: true })],
    }),
    'T42',
    '仍在现场',
  ],
  [
    'G18 refuses to restore while a personal lock is on',
    ticket(20, 24),
    { type: 'pointRestore', pointId: 'PT3' },
    facts('u9', '15:10', {
      points: points(5),
      holds: [hold('PT1', { holdType: 3, userName: '周作', lockCode: 'PL7' })],
    }),
    'G18',
    'PL7（周作）',
  ],
  [
    'G21 refuses to restore before people were told',
    ticket(20, 24),
    { type: 'pointRestore', pointId: 'PT3' },
    facts('u9', '15:10', { points: points(5), notifiedAt: null }),
    'G21',
    '尚未通知',
  ],
  [
    'T43 refuses to restore out of reverse order',
    ticket(20, 24),
    { type: 'pointRestore', pointId: 'PT1' },
    facts('u9', '15:10', { points: points(5) }),
    'T43',
    '须先恢复 PT2、PT3、PT4',
  ],
  [
    'G19 refuses to finish with a lock that is only stale',
    ticket(20, 24),
    { type: 'finish', closeResult: '1' },
    facts('u5', '15:30', { points: points(8), locks: [lock('LK4', { purpose: 2, trust: 2 })] }),
    'G19',
    'LK4 已关锁（陈旧）',
  ],
  [
    'G26 refuses to finish with an open session',
    ticket(20, 24),
    { type: 'finish', closeResult: '1' },
    facts('u5', '15:30', { points: points(8), sessions: [{ lockCode: 'LK4', openTime: at('15:20') }] }),
    'G26',
    'LK4 已开启 10 分钟',
  ],
  [
    'T44 refuses to finish with a point not restored',
    ticket(20, 24),
    { type: 'finish', closeResult: '1' },
    facts('u5', '15:30', { points: points(5) }),
    'T44',
    'PT1 未恢复',
  ],
  [
    'T44 refuses to finish while a vent or drain still stands open',
    ticket(20, 24),
    { type: 'finish', closeResult: '1' },
    facts('u5', '15:30', {
      points: [...points(8).slice(0, 3), point('PT4', 5)],
    }),
    'T44',
    'PT4 未关闭复位',
  ],
  [
    'T28 refuses somebody who is not on the list',
    ticket(20, 20),
    { type: 'personIn', userId: 'u99' },
    facts('u5', '09:10'),
    'T28',
    '不在本票名单',
  ],
  [
    'T28 refuses when the area is full',
    ticket(20, 20),
    { type: 'personIn', userId: 'u6' },
    facts('u5', '09:10', { areaCapacity: 2, areaOnSite: 2 }),
    'T28',
    '最多容纳 2 人',
  ],
  [
    'T28 refuses whose lock was removed and not acknowledged',
    ticket(20, 20),
    { type: 'personIn', userId: 'u6' },
    facts('u5', '09:10', { persons: [person('u6', { mustAck: true })] }),
    'T28',
    '您的锁曾被他人拆除',
  ],
  [
    'T28 lets nobody in while the guardian is away from his post (G15)',
    ticket(20, 20),
    { type: 'personIn', userId: 'u6' },
    facts('u5', '09:10', { persons: [person('u6'), person('u8', { checkedIn: false })] }),
    'G15',
    '吴监 未签到',
  ],
  [
    'T28 lets nobody in while gas is not heard at its place (G30)',
    ticket(20, 20),
    { type: 'personIn', userId: 'u6' },
    facts('u5', '09:10', { persons: [person('u6'), person('u8')], ...watchedBy([heardAt('09:08')]) }),
    'G30',
    '泵坑 O2 检测仪 GAS1 自 2026-12-01 09:08:00 起没有读数',
  ],
  [
    'T31 sends a change of scope to a new ticket',
    ticket(20, 20),
    { type: 'crewChange', userId: 'u7', roleTag: 'WORK', changesScope: true },
    facts('u5', '10:00'),
    'T31',
    '须办理新票',
  ],
  [
    'T33 refuses to resume before the cause is closed',
    ticket(20, 21),
    { type: 'resume' },
    facts('u5', '10:20', { points: points(5), stopCauses: [cause('1')] }),
    'T33',
    '人身伤害（有人触电，由安全管理人员关闭）',
  ],
  [
    'T27 refuses to start work on which somebody was hurt before it began',
    ticket(4, 12),
    { type: 'start' },
    facts('u5', '09:00', { points: points(5), stopCauses: [cause('1')] }),
    'T33',
    '人身伤害（有人触电，由安全管理人员关闭）',
  ],
  [
    'T55 refuses a leader who answers for an injury',
    ticket(20, 21),
    close,
    facts('u5', '10:20', { stopCauses: [cause('1')] }),
    'T55',
    '须由安全管理人员确认消除',
  ],
  [
    'T55 refuses a gas stop without a sample taken after it',
    ticket(20, 21),
    close,
    facts('u12', '10:20', { stopCauses: [cause('2')], gas: gasTested('09:50', true) }),
    'T55',
    '停止之后还没有重新取样检测',
  ],
  [
    'T55 refuses a gas stop while the sample after it fails',
    ticket(20, 21),
    close,
    facts('u12', '10:20', { stopCauses: [cause('2')], gas: gasTested('10:10', false) }),
    'T55',
    '停止之后的检测仍不合格',
  ],
  [
    'T55 refuses to close the guardian’s absence while he is away',
    ticket(20, 21),
    close,
    facts('u4', '10:20', {
      stopCauses: [cause('5')],
      persons: [person('u8', { checkedIn: false })],
    }),
    'T55',
    '监护人仍未到位',
  ],
  [
    'T55 refuses to close a stop order that stands',
    ticket(20, 21),
    close,
    facts('u4', '10:20', { stopCauses: [cause('7')], stopOrder: '台风' }),
    'T55',
    '停工指令仍有效',
  ],
  [
    'T55 refuses to close a fault of isolation while somebody is inside without his own lock',
    ticket(20, 21),
    close,
    facts('u4', '10:20', {
      stopCauses: [cause('6')],
      persons: [person('u6', { onSite: true, personalLockOn: false }), person('u8')],
    }),
    'T55',
    '孙作 仍在现场且没有锁闭的个人锁',
  ],
  [
    'G13 refuses to resume while somebody is inside without his own lock',
    ticket(20, 21),
    { type: 'resume' },
    facts('u5', '10:18', { persons: [person('u6', { onSite: true, personalLockOn: false }), person('u8')] }),
    'G13',
    '孙作 未上个人锁',
  ],
  [
    'G13 refuses to resume over somebody inside who is no longer listed and has no lock',
    ticket(20, 21),
    { type: 'resume' },
    facts('u5', '10:18', {
      persons: [person('u6'), person('u6b', { roleTags: [], onSite: true, personalLockOn: false })],
    }),
    'G13',
    'u6b 未上个人锁',
  ],
  [
    'G13 refuses to resume while a visitor is inside whose day pass has ended',
    ticket(20, 21),
    { type: 'resume' },
    facts('u5', '10:18', {
      persons: [
        person('v1', {
          roleTags: ['VIEW'],
          onSite: true,
          external: {
            registered: true,
            blacklisted: null,
            enabled: true,
            admitFrom: at('00:00'),
            admitTo: at('23:00'),
            passes: [{ from: at('08:00'), to: at('10:00') }],
          },
        }),
      ],
    }),
    'G13',
    '当日通行证已于',
  ],
  [
    'G13 refuses a start over somebody inside who has no lock, whatever he is on the ticket',
    ticket(4, 12),
    { type: 'start' },
    facts('u5', '08:58', {
      persons: [person('u6'), person('u8', { onSite: true, personalLockOn: false })],
    }),
    'G13',
    '吴监 未上个人锁',
  ],
  [
    'T55 refuses a second answer for the same cause',
    ticket(20, 21),
    close,
    facts('u4', '10:20', { stopCauses: [{ ...cause('9'), closedAt: at('10:10') }] }),
    'T55',
    '已关闭，无须重复',
  ],
  [
    'T17 ignores a timer that fires too early',
    ticket(4, 0),
    { type: 'expire' },
    facts('system', '16:59'),
    'T17',
    '才到期',
  ],
  [
    'T26 refuses somebody else’s lock',
    ticket(4, 12),
    { type: 'personalLockOn', userId: 'u6', lockId: 'PL7', ownerId: 'u7', pointId: null, boxId: 'LB1' },
    facts('u6', '08:59'),
    'T26',
    '本人的个人锁',
  ],
  [
    'T07 refuses the last review when nobody would approve',
    ticket(1, 0),
    { type: 'reviewPass', rowId: 'r1', contentHash: 'hash-1', opinion: '', examiners: [] },
    facts('u2', '08:10', { steps: [stepRow('r1', 1)] }),
    'T07',
    '没有符合条件的处理人',
  ],
  [
    'T53 refuses while a point is still locked',
    ticket(4, 24),
    { type: 'isolationRestored' },
    facts('u4', '09:00', { points: points(3) }),
    'T53',
    'PT1 未恢复',
  ],
]

test('T33 G13: whoever is outside is asked when he enters, not when work goes on', () => {
  const persons = [person('u6', { personalLockOn: false, briefed: false }), person('u8')]
  const fresh = points(5).map((each) => ({
    ...each,
    closure: each.closure && { ...each.closure, confirmedAt: at('10:15') },
  }))
  const answer = advance(ticket(20, 21), { type: 'resume' }, facts('u5', '10:18', { points: fresh, persons }))
  expect(answer.ok).toBe(true)
})

test('T55: each kind is closed by whoever answers for it, once the plant agrees', () => {
  const given = (who: string, kind: StopCause) =>
    facts(who, '10:20', { stopCauses: [cause(kind)], gas: gasTested('10:10', true) })
  for (const kind of Object.values(stopCause)) {
    const answer = advance(ticket(20, 21), { ...close, hasFile: true }, given('u12', kind))
    expect(answer).toMatchObject({ ok: true, effects: [{ do: 'cause.close', causeId: 'C' }, {}] })
  }
  expect(advance(ticket(20, 21), close, given('u5', '3')).ok).toBe(true)
  for (const kind of ['0', '1', '2', '9'] as const)
    for (const who of ['u4', 'u5'])
      expect(advance(ticket(20, 21), { ...close, hasFile: true }, given(who, kind)).ok).toBe(false)
  expect(advance(ticket(20, 21), close, given('u12', '1')).ok).toBe(false)
  for (const evidence of [' ', '。', ' 已查。 '])
    expect(advance(ticket(20, 21), { ...close, evidence }, given('u12', '9'))).toMatchObject({
      ok: false,
      code: 'LO-4000',
    })
})

test('T32: a stop of work leaves its cause, also one more while it stands; the same cause again is none', () => {
  const stop: TicketEvent = { type: 'suspend', reason: '有人触电', cause: '1' }
  const opens = (phase: 20 | 21, stopCauses: readonly StopCauseFact[]) => {
    const answer = advance(ticket(20, phase), stop, facts('u6', '10:20', { stopCauses }))
    return answer.ok ? answer.effects.filter((effect) => effect.do === 'cause.open') : null
  }
  const opened = [{ do: 'cause.open', kind: '1', reason: '有人触电' }]
  expect(opens(20, [])).toEqual(opened)
  expect(opens(21, [cause('3')])).toEqual(opened)
  expect(opens(21, [cause('1')])).toEqual([])
})

test('T32 before the start: what nobody else asks about is a cause, what the start asks the plant itself is none', () => {
  const opens = (status: 4 | 20, phase: 10 | 12 | 24, kind: StopCause) => {
    const stop: TicketEvent = { type: 'suspend', reason: '停', cause: kind }
    const answer = advance(ticket(status, phase), stop, facts('u6', '08:50'))
    return answer.ok && answer.effects.some((effect) => effect.do === 'cause.open')
  }
  expect((['0', '1', '2', '3', '4', '9'] as const).map((kind) => opens(4, 10, kind))).not.toContain(false)
  expect(opens(4, 12, '1')).toBe(true)
  expect((['5', '6', '7', '8'] as const).map((kind) => opens(4, 12, kind))).not.toContain(true)
  expect(opens(4, 24, '1')).toBe(false)
})

test('T55 is answered where the work waits to start, and where it was interrupted when its time ended', () => {
  const given = facts('u12', '08:50', { stopCauses: [cause('1')] })
  for (const at of [ticket(4, 10), ticket(4, 11), ticket(4, 12), ticket(40, 25)])
    expect(advance(at, { ...close, hasFile: true }, given).ok).toBe(true)
})

test.each(cases)('%s', (_title, before, event, given, id, expected) => {
  const answer = refused(before, event, given)
  expect(failing(answer)).toContain(id)
  expect(text(answer, id)).toContain(expected)
})

test('G14 asks a new test at T33 after a long interruption, and keeps the old one after a short one', () => {
  const gas = {
    required: true,
    needed: [{ gasCode: 'O2', position: '泵坑' }],
    tests: [
      { gasCode: 'O2', position: '泵坑', sampleTime: at('09:50'), pass: true, calibValidTo: at('23:00') },
    ],
  }
  const resume: TicketEvent = { type: 'resume' }
  const fresh = points(5).map((each) => ({
    ...each,
    closure: each.closure && { ...each.closure, confirmedAt: at('10:40') },
  }))
  expect(advance(ticket(20, 21), resume, facts('u5', '10:40', { points: fresh, gas })).ok).toBe(true)
  const late = fresh.map((each) => ({
    ...each,
    closure: each.closure && { ...each.closure, confirmedAt: at('11:20') },
  }))
  const answer = refused(ticket(20, 21), resume, facts('u5', '11:20', { points: late, gas }))
  expect(text(answer, 'G14')).toContain('中断超过 60 分钟，须重新检测')
})

test('G12 asks a new proof at T33 after a long interruption, and keeps the old one after a short one', () => {
  const resume: TicketEvent = { type: 'resume' }
  const pointsAt = (now: string, proven?: string) =>
    points(5).map((each) => ({
      ...each,
      closure: each.closure && { ...each.closure, confirmedAt: at(now) },
      proof: each.proof && (proven === undefined ? each.proof : { ...each.proof, at: at(proven) }),
    }))
  const given = (now: string, proven?: string) => facts('u5', now, { points: pointsAt(now, proven) })
  // Stopped at 10:00; the work type allows sixty minutes.
  expect(advance(ticket(20, 21), resume, given('11:00')).ok).toBe(true)
  const late = refused(ticket(20, 21), resume, given('11:01'))
  expect(failing(late)).toEqual(['G12'])
  expect(text(late, 'G12')).toContain('PT1 中断超过 60 分钟，须重新验证')
  expect(failing(refused(ticket(20, 21), resume, given('11:01', '10:00')))).toEqual(['G12'])
  expect(advance(ticket(20, 21), resume, given('11:01', '10:01')).ok).toBe(true)
})

test('G24 never refuses T43: the hold goes, our lock is handed back, the point stays for the other ticket', () => {
  const other = hold('PT3', { holdId: 'HX', workId: 'W2', workNo: 'A01-10-20261201-0002', lockId: 'LX' })
  const given = facts('u9', '15:10', { points: points(5).slice(0, 3), holds: [hold('PT3'), other] })
  const answer = advance(ticket(20, 24), { type: 'pointRestore', pointId: 'PT3' }, given)
  expect(answer.ok && answer.effects.map((effect) => effect.do)).toEqual([
    'hold.release',
    'point.set',
    'tag.remove',
    'lock.handBack',
  ])
  expect(answer.ok && answer.verdicts.find((rule) => rule.id === 'G24')?.text).toBe(
    '隔离点 PT3 仍被 1 张工作票占用，保持隔离状态，不要操作',
  )
})

test('G09 lets a step pass only with its quorum', () => {
  const rows = [stepRow('a', 1, { quorum: 'N:2' }), stepRow('b', 1, { quorum: 'N:2', userId: 'u22' })]
  const event: TicketEvent = { type: 'reviewPass', rowId: 'a', contentHash: 'hash-1', opinion: '', examiners }
  const first = advance(ticket(1, 0), event, facts('u2', '08:10', { steps: rows }))
  expect(first.ok && [first.transId, first.ticket.status]).toEqual(['T06', 1])
  const second = [
    stepRow('a', 1, { quorum: 'N:2' }),
    stepRow('b', 1, { quorum: 'N:2', userId: 'u22', status: 8 }),
  ]
  const done = advance(ticket(1, 0), event, facts('u2', '08:11', { steps: second }))
  expect(done.ok && [done.transId, done.ticket.status]).toEqual(['T07', 2])
})

test('refusals come in the order input, missing, permission, state, condition', () => {
  const reject: TicketEvent = {
    type: 'reviewReject',
    rowId: 'none',
    contentHash: 'x',
    opinion: '',
    reasonCode: '',
  }
  expect(refused(ticket(30, 30), reject, facts('u6', '08:00')).stage).toBe('input')
  const named: TicketEvent = { ...reject, opinion: '措施不全', reasonCode: '01' }
  expect(refused(ticket(30, 30), named, facts('u6', '08:00')).stage).toBe('missing')
  expect(refused(ticket(30, 30), { type: 'isolateStart' }, facts('u6', '08:00')).stage).toBe('permission')
  expect(refused(ticket(30, 30), { type: 'isolateStart' }, facts('u4', '08:00')).stage).toBe('state')
  expect(refused(ticket(4, 0), { type: 'isolateStart' }, facts('u4', '06:00')).stage).toBe('condition')
  expect(refused(null, { type: 'isolateStart' }, facts('u4', '06:00')).code).toBe('LO-4040')
})

test('T51 nothing leads out of a finished, closed or void ticket', () => {
  expect(refused(ticket(30, 30), { type: 'reopen' }, facts('u1', '18:00')).message).toContain('复制为新票')
  const voided = ticket(0, 0, { voidFlag: true })
  expect(refused(voided, { type: 'edit', edit: { content: 'x' } }, facts('u1', '08:00')).message).toContain(
    '已作废',
  )
  const closed = ticket(40, 24, { closeFlag: true })
  expect(refused(closed, { type: 'personOut', userId: 'u6' }, facts('u1', '18:00')).stage).toBe('state')
})

test('T27 the same person cannot ask and confirm, and a stale request must be repeated', () => {
  const both = { ...facts('u4', '09:01', { points: points(5) }) }
  const leadAndPermit = { ...both, actor: { ...both.actor, roleTags: ['LEAD', 'PERMIT'] as const } }
  const own = [{ event: 'start', index: 0, userId: 'u4', userName: '赵值', at: at('09:00') }]
  expect(refused(ticket(4, 12), start, { ...leadAndPermit, keys: own }).message).toContain('不同人员')
  const old = [{ event: 'start', index: 0, userId: 'u5', userName: '钱工', at: at('07:30') }]
  expect(refused(ticket(4, 12), start, { ...both, keys: old }).message).toContain('提出申请')
})

test('T27 starts without points only where no isolation is needed', () => {
  const open = facts('u5', '09:00', { points: [], policy: { ...policy, isolationRequired: 0 } })
  expect(advance(ticket(4, 0, { needIsolation: false }), start, open).ok).toBe(true)
  expect(refused(ticket(4, 0), start, open).stage).toBe('state')
})

describe('G06 decisions on conflicts', () => {
  const clash = (severity: 1 | 2 | 3, state: 0 | 1 | 2 | 3) => ({
    otherWorkId: 'C',
    otherNo: 'C-1',
    kind: 'ADJ' as const,
    ruleCode: 'X',
    severity,
    overlapFrom: at('11:00'),
    overlapTo: at('12:00'),
    reason: '吊装',
    state,
  })
  const passes = (event: TicketEvent, severity: 1 | 2 | 3, state: 0 | 1 | 2 | 3) =>
    guards.G06.check(ticket(2, 0), event, facts('u3', '08:00', { conflicts: [clash(severity, state)] })).pass
  const approve: TicketEvent = { type: 'approve', rowId: 'e1', contentHash: 'hash-1', opinion: '' }

  test('G06 severity 3 blocks whatever anybody wrote beside it, until it is gone', () => {
    expect(([0, 1, 2, 3] as const).map((state) => passes(approve, 3, state))).toEqual([
      false,
      false,
      true,
      false,
    ])
  })

  test('G06 severity 2 passes once accepted or misjudged, severity 1 always', () => {
    expect(([0, 1, 2, 3] as const).map((state) => passes(approve, 2, state))).toEqual([
      false,
      true,
      true,
      true,
    ])
    expect(passes(approve, 1, 0)).toBe(true)
  })

  test('G06 is advisory for severity 2 at submission and review, and strict again at isolation (§4.5.3)', () => {
    expect(passes({ type: 'submit', assignees: [] }, 2, 0)).toBe(true)
    expect(passes({ type: 'submit', assignees: [] }, 3, 0)).toBe(false)
    expect(passes({ type: 'isolateStart' }, 2, 0)).toBe(false)
  })
})

describe('a request made before a stop', () => {
  const asked = (event: string) => [{ event, index: 0, userId: 'u5', userName: '钱工', at: at('10:55') }]

  test.each<[string, Ticket, TicketEvent, string]>([
    ['T32 while work stands still', ticket(20, 21), { type: 'suspend', reason: '闻到气味' }, 'resume'],
    ['T32 while work goes on', ticket(20, 20), { type: 'suspend', reason: '闻到气味' }, 'testBegin'],
    ['T32 in the release', ticket(20, 24), { type: 'suspend', reason: '有人返回' }, 'finish'],
    ['T25 before the start', ticket(4, 12), { type: 'pointFail', pointId: 'PT1', reason: '锁开' }, 'start'],
    ['T25 at work', ticket(20, 20), { type: 'pointFail', pointId: 'PT1', reason: '锁开' }, 'testBegin'],
    [
      'T30 with gas that fails',
      ticket(20, 20),
      { type: 'gasRepeat', pass: false, sampleTime: at('11:00') },
      'testBegin',
    ],
    [
      'T30 with gas that fails while work stands still',
      ticket(20, 21),
      { type: 'gasRepeat', pass: false, sampleTime: at('11:00') },
      'resume',
    ],
    [
      'T28 with somebody found inside at work',
      ticket(20, 20),
      { type: 'presenceReported', userId: 'u6' },
      'testBegin',
    ],
    ['T28 with somebody found inside', ticket(4, 12), { type: 'presenceReported', userId: 'u6' }, 'start'],
  ])('%s is not confirmed after it', (_name, before, event, request) => {
    const given = facts('system', '11:00', { points: points(5), keys: asked(request) })
    const answer = advance(before, event, given)
    expect(answer.ok && answer.effects.map((effect) => effect.do)).toContain('keys.clear')
  })

  test('T52 a request to start does not outlive the isolation it was made on', () => {
    const given = facts('u4', '11:00', { points: points(5), keys: asked('start') })
    const answer = advance(ticket(4, 12), { type: 'isolateCancel' }, given)
    expect(answer.ok && answer.effects.map((effect) => effect.do)).toContain('keys.clear')
  })
})

describe('somebody is found inside after the release began (T28)', () => {
  const inside = { persons: [person('u6', { onSite: true }), person('u9')] }

  test('G17 refuses to give the point back to energy (T43)', () => {
    const given = facts('u9', '11:00', {
      ...inside,
      points: [point('PT3', 5, { closure: closure('LK3', at('10:59'), { lockStatus: 2 }) })],
      holds: [hold('PT3')],
    })
    const answer = refused(ticket(20, 24), { type: 'pointRestore', pointId: 'PT3' }, given)
    expect(failing(answer)).toEqual(['G17'])
    expect(answer.message).toContain('孙作')
  })

  test('G17 keeps the ticket from counting as not begun (T53), where nobody could register him out', () => {
    const given = facts('u4', '11:00', { ...inside, points: points(0), locks: [] })
    expect(failing(refused(ticket(4, 24), { type: 'isolationRestored' }, given))).toEqual(['G17'])
  })
})

describe('G11 what a closure is worth', () => {
  const gapOf = (change: Partial<PointFact['closure'] & object>) => {
    const list = [point('PT1', 5, { closure: closure('LK1', at('08:55'), change) })]
    return guards.G11.check(ticket(4, 12), start, facts('u5', '09:00', { points: list })).text
  }

  test('G11 a witnessed claim of a passive lock ends with the shift (§5.1): unknown is not closed', () => {
    const witnessed = { reach: 'passive', claimPhoto: true, claimById: 'u9', witnessId: 'u10' } as const
    expect(gapOf({ ...witnessed, trust: 3 })).toContain('已上锁挂牌')
    expect(gapOf({ ...witnessed, trust: 9 })).toBe('PT1 关锁状态未知')
  })

  test('G11 a low-power lock is believed for one heartbeat and not a second longer', () => {
    const low = { reach: 'lowPower', heartbeatSec: 600, visualCheckAt: at('08:50') } as const
    expect(gapOf({ ...low, confirmedAt: at('08:50') })).toContain('已上锁挂牌')
    expect(gapOf({ ...low, confirmedAt: at('08:50') - 1_000 })).toBe('PT1 关锁确认超时（11>10 分钟）')
  })
})
