import { itemState } from '../dictionaries/index.ts'
import { liveSources } from '../isolation/index.ts'
import { minute } from '../verdict/index.ts'
import { closureGap, insideLimit } from '../work-ticket/index.ts'
import type { PointEvidence, ZeroEnergyBody, ZeroEnergyGap } from './body.ts'

/**
 * The rules of a zero-energy certificate (M1), ZE01 … ZE13; an empty list means that it holds. The independent checker
 * (`apps/verify`) says the same rules once more in its own words: two programs that must agree, on purpose.
 */
export function zeroEnergyGaps(body: ZeroEnergyBody): ZeroEnergyGap[] {
  const mandatory = body.points.filter((point) => point.mandatory)
  return [
    ...somethingProven(body, mandatory),
    ...mandatory.flatMap((point) => pointGaps(point, body)),
    ...cutGaps(body, mandatory),
    ...gasGaps(body),
    ...peopleGaps(body),
    ...body.guards
      .filter(({ pass }) => !pass)
      .map(({ id }) => ({ rule: 'ZE12', text: `开始作业时条件 ${id} 未通过` })),
  ]
}

const gap = (rule: string, wrong: boolean, text: string): ZeroEnergyGap[] => (wrong ? [{ rule, text }] : [])

function somethingProven(body: ZeroEnergyBody, mandatory: readonly PointEvidence[]): ZeroEnergyGap[] {
  if (mandatory.length > 0) return []
  if (body.needIsolation) return [{ rule: 'ZE01', text: '需要隔离的工作票没有任何必须隔离的隔离点' }]
  return gap('ZE01', body.noIsoReason.trim() === '', '不隔离但没有写明理由')
}

function pointGaps(point: PointEvidence, body: ZeroEnergyBody): ZeroEnergyGap[] {
  const { closure, proof, pointCode: code } = point
  const closedAt = closure?.event?.at ?? closure?.closedAt ?? null
  const isLocked = point.kind === 'isolate'
  const tags = body.people
    .filter(({ userId }) => userId === proof?.verifierId)
    .flatMap(({ roleTags }) => roleTags)
  const closed = isLocked ? closureGap(closure, body.at) : null
  return [
    ...gap('ZE02', !inOrder(point), `${code} 操作、上锁、挂牌、验证的顺序或记录不完整`),
    ...gap(
      'ZE03',
      isLocked && closure?.event === null && closure.reach !== 'passive',
      `${code} 没有设备上报的关锁事件`,
    ),
    ...(closed === null ? [] : [{ rule: 'ZE04', text: `${code} ${closed}` }]),
    ...gap('ZE05', isLocked && !point.tagHung, `${code} 未挂牌`),
    ...gap(
      'ZE06',
      point.kind === 'residual' ? point.residualDone !== 1 : point.residualDone === 0,
      `${code} 残余能量未释放`,
    ),
    ...gap(
      'ZE07',
      proof === null ||
        proof.verifierId === point.isolatorId ||
        tags.includes('WORK') ||
        tags.includes('CONTR'),
      `${code} 未由隔离人和作业人以外的人验证`,
    ),
    ...gap(
      'ZE08',
      proof !== null &&
        ((closedAt !== null && proof.at <= closedAt) ||
          proof.at > body.at ||
          (proof.reVerifyDue !== null && proof.reVerifyDue <= body.at)),
      `${code} 验证早于关锁、晚于开工或已过复验期限`,
    ),
    ...gap(
      'ZE09',
      proof === null ||
        point.state !== itemState.verified ||
        !proof.result ||
        !point.verifyMethods.includes(proof.method) ||
        !insideLimit(point.verifyLimit, proof),
      `${code} 验证方式、数值或结论不合格`,
    ),
  ]
}

/** T21, T22, T23, T24 in this order in the chain; a residual point is operated and verified only. */
function inOrder({ kind, steps }: PointEvidence): boolean {
  const wanted = kind === 'residual' ? ['T21', 'T24'] : ['T21', 'T22', 'T23', 'T24']
  const numbers = wanted.map((transId) => steps.find((step) => step.transId === transId)?.seq)
  return numbers.every((seq, index) => seq !== undefined && (index === 0 || seq > (numbers[index - 1] ?? 0)))
}

function cutGaps(body: ZeroEnergyBody, mandatory: readonly PointEvidence[]): ZeroEnergyGap[] {
  if (!body.needIsolation) return []
  if (body.energy === null || body.zoneIds.length === 0)
    return gap('ZE10', body.isolationStatement.trim() === '', '未建立能量图，也没有隔离方案的书面说明')
  const closed = mandatory.filter(
    ({ kind, pointType, state }) =>
      kind === 'isolate' && pointType !== 'SOFT' && state === itemState.verified,
  )
  return liveSources(
    body.energy,
    body.zoneIds,
    closed.map(({ pointId }) => pointId),
  ).map(({ path }) => ({
    rule: 'ZE10',
    text: `能量仍可到达作业区：${path}`,
  }))
}

function gasGaps({ gas, at }: ZeroEnergyBody): ZeroEnergyGap[] {
  if (!gas.required) return []
  const wrong = gas.needed.filter(({ gasCode, position }) => {
    const newest = gas.tests
      .filter(
        (test) => test.gasCode === gasCode && test.position === position && test.sampleTime <= at + minute,
      )
      .toSorted((a, b) => b.sampleTime - a.sampleTime)[0]
    return (
      !newest?.pass ||
      at - newest.sampleTime > gas.maxAgeMin * minute ||
      newest.calibValidTo < newest.sampleTime
    )
  })
  return wrong.map(({ gasCode, position }) => ({
    rule: 'ZE11',
    text: `${position} ${gasCode} 没有有效且合格的检测`,
  }))
}

function peopleGaps(body: ZeroEnergyBody): ZeroEnergyGap[] {
  const enters = body.people.filter(({ roleTags }) => roleTags.includes('WORK') || roleTags.includes('CONTR'))
  if (enters.length === 0) return [{ rule: 'ZE13', text: '没有作业人员' }]
  return enters.flatMap((person) => [
    ...gap('ZE13', body.briefRequired && !person.briefed, `${person.name} 未接受安全交底`),
    ...gap('ZE13', body.personalLockRequired && !person.personalLockOn, `${person.name} 未上个人锁`),
  ])
}
