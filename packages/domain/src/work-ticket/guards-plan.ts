import { custody, labelOf, lockPurpose, type RoleTag } from '../dictionaries/index.ts'
import { isOpenConflict, liveSources, suggestPoints, type EnergyGraph } from '../isolation/index.ts'
import { clockText, dateTimeText, hour, minute, refusalText } from '../verdict/index.ts'
import { cuttingPoints } from './cutting-points.ts'
import { pointsAsked } from './guards-execution.ts'
import { baseTypeCodes, emergencyType, scaleOf, type KindOfWork } from './base-types.ts'
import { raisesLevel } from './core-fields.ts'
import { baseAfterEdit, decideLevel, leftBehind } from './level-rules.ts'
import type { PointFact } from './facts.ts'
import { locksGap } from './guards-isolation.ts'
import { findings, guard, no, ok } from './guard.ts'

/** What is wrong with the kinds that an emergency repair says it is underneath (§3.4 “as base”); empty when nothing. */
function baseTypesGap({ workType, baseTypes }: KindOfWork): string {
  if (workType !== emergencyType) return ''
  if (baseTypes.length === 0)
    return '抢修未选择基础作业类型，请选择抢修中实际进行的作业（如动火、受限空间），可多选'
  const foreign = baseTypes.filter((code) => !baseTypeCodes.includes(code))
  return foreign.length === 0
    ? ''
    : `基础作业类型“${foreign.map((code) => labelOf('lo_work_type', code)).join('、')}”不能选，请重新选择`
}

/** G01: the form is complete for its type. */
export const formComplete = guard({
  id: 'G01',
  code: 'LO-4216',
  reads: ['form', 'persons', 'points', 'policy', 'gas'],
  check({ form, persons, points, policy, gas }, ticket, event) {
    const name = form.workName.trim()
    const hasTag = (tag: RoleTag) => persons.some((person) => person.roleTags.includes(tag))
    const seen = new Set<string>()
    const repeated = points.filter((point) => seen.size === seen.add(point.pointId).size)
    const missing = [
      name.length < 2 || name.length > 200 ? '作业名称须为 2 至 200 字' : '',
      baseTypesGap(ticket),
      ticket.content.trim() === '' ? '作业内容未填写' : '',
      ticket.place.trim() === '' ? '作业地点未填写' : '',
      form.hazards.length === 0 ? '危害辨识未选择' : '',
      form.measureCount === 0 ? '安全措施未填写' : '',
      form.emptyMeasures > 0 ? `有 ${form.emptyMeasures} 条安全措施没有内容` : '',
      // An emergency repair is not held up by a form.
      ...(event.type === 'emergencySubmit'
        ? []
        : form.missingMeasures.map((content) => `缺少该作业必须的安全措施“${content}”`)),
      form.emergencyContact.trim() === '' ? '应急联系人未填写' : '',
      hasTag('LEAD') ? '' : '未指定工作负责人',
      hasTag('WORK') || hasTag('CONTR') ? '' : '未指定作业人员',
      // An emergency repair is permitted by the very person who declares it.
      event.type === 'emergencySubmit' || form.permitters.length > 0
        ? ''
        : '没有许可人：票面未指定，也没有人担任许可人岗位，请指定许可人或由管理员分配该角色',
      policy.guardRequired > 0 && !hasTag('GUARD') ? '未指定监护人' : '',
      ...(ticket.needIsolation
        ? isolationGaps(points, hasTag)
        : noIsolationGaps(form.noIsoReason, policy.isolationRequired)),
      ...repeated.map((point) => `隔离点 ${point.pointCode} 重复`),
      ...points.filter((point) => !point.enabled).map((point) => `隔离点 ${point.pointCode} 已停用`),
      ...points.flatMap((point) => {
        const gap = locksGap(point)
        return gap === null ? [] : [`隔离点 ${point.pointCode} ${gap}`]
      }),
      ...policy.unset,
      // An emergency is where it is; whoever decides about it sees the place.
      ...(event.type === 'emergencySubmit' ? [] : form.stopped),
      // An emergency repair is tested at the places of its kind of work: nobody waits for a plan (G14 asks for them).
      event.type === 'emergencySubmit' ? '' : (gas.planGap ?? ''),
    ].filter((text) => text !== '')
    const permits = form.permitters.length > 0 ? `，由 ${form.permitters.join('、')} 许可` : ''
    return findings(missing, `票面内容完整${permits}`, (list) => refusalText('LO-4216', { list }), [
      '补齐所列内容后重新提交',
    ])
  },
})

function isolationGaps(points: readonly PointFact[], hasTag: (tag: RoleTag) => boolean): string[] {
  return [
    points.some((point) => point.mandatory) ? '' : '未列出隔离点',
    hasTag('ISO') ? '' : '未指定隔离执行人',
    hasTag('VERIFY') ? '' : '未指定隔离验证人',
    ...points
      .filter((point) => point.mandatory && point.kind === 'isolate' && point.plannedLockId === null)
      .map((point) => `隔离点 ${point.pointCode} 未指定锁具`),
    ...points
      .filter((point) => !point.mandatory && point.kind === 'residual')
      .map((point) => `残余能量点 ${point.pointCode} 须为必须隔离`),
  ]
}

function noIsolationGaps(reason: string, required: 0 | 1 | 2): string[] {
  if (required === 2) return ['该作业类型必须编制能量隔离']
  return [reason.trim() === '' ? '不隔离的理由未填写' : '']
}

/** T11: between submission and approval nothing that the ticket names was stopped or deleted (G01 asks the same at T04). */
export const nothingStopped = guard({
  id: 'T11',
  code: 'LO-4216',
  reads: ['form', 'points'],
  check({ form, points }) {
    const stopped = [
      ...form.stopped,
      ...points.filter((point) => !point.enabled).map((point) => `隔离点 ${point.pointCode} 已停用`),
    ]
    return findings(
      stopped,
      '区域、设备、隔离点和审批流程仍在使用',
      (list) => refusalText('LO-4216', { list }),
      ['驳回后由申请人改选，或由管理员恢复启用所列内容'],
    )
  },
})

/** G02: planned time in order, within the hours of type and level, and not in the past at submit. */
export const timeWithinPolicy = guard({
  id: 'G02',
  code: 'LO-4202',
  reads: ['policy', 'now'],
  check({ policy, now }, ticket, event) {
    const { planStart, planEnd } = ticket
    const hours = (planEnd - planStart) / hour
    const evidence = {
      planStart: dateTimeText(planStart),
      planEnd: dateTimeText(planEnd),
      hours,
      maxHours: policy.maxHours,
    }
    if (planEnd <= planStart) return no('计划结束时间须晚于计划开始时间', evidence, ['修改计划时间'])
    if (hours > policy.maxHours) {
      const text = `${refusalText('LO-4202', { n: policy.maxHours })}，现为 ${Number(hours.toFixed(1))} 小时`
      return no(text, evidence, ['缩短计划时间或分次办票'])
    }
    if (event.type === 'submit' && planStart < now - policy.earlyMin * minute) {
      const text = `计划开始时间 ${dateTimeText(planStart)} 已过去，超过允许的 ${policy.earlyMin} 分钟`
      return no(text, { ...evidence, earlyMin: policy.earlyMin }, ['改为当前时间之后'])
    }
    return ok(`计划 ${clockText(planStart)}–${clockText(planEnd)}，未超过 ${policy.maxHours} 小时`, evidence)
  },
})

/**
 * G29: the level is no lower than place, night, holidays and overlapping work ask for (3-domain.md §3.4 upgradeRule), over the
 * window as it would be.
 */
export const levelHighEnough = guard({
  id: 'G29',
  code: 'LO-4232',
  reads: ['level'],
  check({ level: asked }, ticket, event) {
    const edited = event.type === 'approve' ? event.edit?.workLevel : undefined
    const decided = decideLevel(ticket, {
      ...asked,
      base: edited === undefined ? asked.base : baseAfterEdit(ticket, asked.base, edited),
    })
    // Somebody is in danger already: an emergency repair is not held up by the papers of others.
    const behind = event.type === 'emergencySubmit' ? [] : leftBehind(asked, ticket.workNo)
    if (behind.length > 0) {
      const list = behind.map(({ no: other, must: to }) => `${other} 须升为${labelOf('lo_work_level', to)}`)
      return no(
        refusalText('LO-4232', { reason: `本票与已批准的作业在同一地点同时进行，${list.join('、')}` }),
        { behind: behind.map(({ no: other }) => other) },
        ['改在这些作业的时间之外或其他地点作业；或待其终结，由其按新级别重新办票后再提交'],
      )
    }
    const [is, must] = [ticket.workLevel, decided.level].map((code) => labelOf('lo_work_level', code))
    if (!raisesLevel(scaleOf(ticket), ticket.workLevel, decided.level))
      return ok(decided.reasons.join('；') || `作业级别为${is}，没有升级情形`, { level: decided.level })
    return no(
      refusalText('LO-4232', { reason: `现为${is}，须为${must}：${decided.reasons.join('；')}` }),
      { level: decided.level, reasons: decided.reasons },
      [`将作业级别改为${must}，或改在没有上述情形的时间、地点作业`],
    )
  },
})

/** G05: no source reaches the work zone with the planned points safe; unmodelled plant needs a statement. */
export const isolationIsCut = guard({
  id: 'G05',
  code: 'LO-4204',
  reads: ['energy', 'zoneIds', 'unmodelled', 'points', 'isolationStatement'],
  check({ energy, zoneIds, unmodelled, points: planned, isolationStatement }, ticket, event) {
    const released = event.type === 'groupRelease' ? pointsAsked(event, planned) : []
    const points = planned.filter((point) => !released.includes(point.pointId))
    if (!ticket.needIsolation) return ok('本票不需要能量隔离')
    if (energy === null || zoneIds.length === 0) {
      // The statement spoke of the whole plan; nobody has spoken of what remains.
      if (event.type === 'groupRelease')
        return no('该区域未建立能量图，无法证明剩余隔离仍完整，不能部分解除', { modelled: false })
      return isolationStatement.trim() === ''
        ? no('作业设备不在能量图中，须书面说明隔离方案已覆盖全部能量，由审核人核对', { modelled: false }, [
            '在“隔离方案”中填写隔离方案说明，或由管理员在“能量图”中把作业设备与能源、隔离点连起来',
          ])
        : ok('未建立能量图，已有书面说明', { modelled: false, statement: isolationStatement })
    }
    // What is proven for one piece of equipment says nothing of another that the map does not know.
    if (unmodelled.length > 0 && (event.type === 'groupRelease' || isolationStatement.trim() === ''))
      return no(
        event.type === 'groupRelease'
          ? `作业设备 ${unmodelled.join('、')} 不在能量图中，无法证明剩余隔离仍完整，不能部分解除`
          : `作业设备 ${unmodelled.join('、')} 不在能量图中，须书面说明其隔离方案已覆盖全部能量，由审核人核对`,
        { modelled: false, unmodelled },
        ['在“隔离方案”中填写隔离方案说明，或由管理员在“能量图”中把所列设备与能源、隔离点连起来'],
      )
    return cutFinding(energy, zoneIds, cuttingPoints(points))
  },
})

function cutFinding(energy: EnergyGraph, zoneIds: readonly string[], locked: readonly string[]) {
  const live = liveSources(energy, zoneIds, locked)
  if (live.length === 0) return ok('隔离方案构成完整割集', { lockedPoints: locked })
  const missing = suggestPoints(energy, zoneIds, locked)
  const paths = live.map((source) => `${source.path} 仍可达`)
  const fix = missing.cut
    ? [`增加隔离点 ${missing.pointCodes.join('、')}`]
    : ['存在无法隔离的通路，请核对能量图']
  return no(
    `${refusalText('LO-4204', { src: live.map((source) => source.sourceCode).join('、') })}：${paths.join('；')}`,
    { paths, suggestedPointIds: missing.pointIds, lockedPoints: locked },
    fix,
  )
}

/**
 * G06: no blocking conflict, whatever anybody wrote beside it; severity 2 must have been accepted with measures by
 * SAFETY, or marked misjudged. Submission and review are advisory (§4.5.3): there severity 2 is only announced.
 */
export const noConflict = guard({
  id: 'G06',
  code: 'LO-4205',
  stage: 'conflict',
  reads: ['conflicts'],
  check({ conflicts }, _ticket, event) {
    const isAdvisory = event.type === 'submit' || event.type === 'reviewPass'
    const standing = conflicts.filter((conflict) => conflict.state !== 2)
    const undecided = standing.filter((conflict) => conflict.severity === 2 && conflict.state === 0)
    const open = standing.filter(
      (conflict) => isOpenConflict(conflict) && !(isAdvisory && undecided.includes(conflict)),
    )
    const wrong = open.map((conflict) => {
      const window = `${clockText(conflict.overlapFrom)}–${clockText(conflict.overlapTo)}`
      const need = conflict.severity === 2 ? '，须安全管理人员附措施接受' : ''
      return refusalText('LO-4205', {
        no: conflict.otherNo,
        reason: `${conflict.reason}（${window}）${need}`,
      })
    })
    const none =
      undecided.length > 0
        ? `${undecided.length} 项冲突须在批准前由安全管理人员附措施接受`
        : '与其他工作票无阻断冲突'
    return findings(wrong, none, (list) => list, ['调整作业时间或地点，或由安全管理人员处理冲突'])
  },
})

const usableCustody: readonly number[] = [custody.inStore, custody.issued, custody.installed]

/** G07: every lock of the ticket can do its job. */
export const locksUsable = guard({
  id: 'G07',
  code: 'LO-4217',
  reads: ['locks', 'points'],
  check({ locks: all, points }, _ticket, event) {
    const locks = event.type === 'lockAdd' ? all.filter((lock) => lock.lockId === event.lockId) : all
    const known = new Set(locks.map((lock) => lock.lockId))
    const unknown =
      event.type === 'lockAdd'
        ? []
        : points.filter((point) => point.plannedLockId !== null && !known.has(point.plannedLockId))
    const wrong = [
      ...unknown.map((point) => `${point.pointCode} 的计划锁具不在票面锁具中`),
      ...locks.flatMap((lock) => {
        const exclusive = lock.purpose === lockPurpose.isolation || lock.purpose === lockPurpose.personal
        const reasons = [
          lock.enabled ? '' : '已停用',
          lock.frozen ? '已冻结' : '',
          usableCustody.includes(lock.custody) ? '' : labelOf('lo_custody', lock.custody),
          lock.allowedPurposes.includes(lock.purpose)
            ? ''
            : `类型不允许用作${labelOf('lo_lock_purpose', lock.purpose)}`,
          lock.suitsExZone ? '' : '防爆等级不符合区域要求',
          lock.battery !== null && lock.battery < lock.battLow
            ? `电量 ${lock.battery}% 低于 ${lock.battLow}%`
            : '',
          lock.openAlarms.length > 0 ? `有未处理报警 ${lock.openAlarms.join('、')}` : '',
          lock.reachable ? '' : '离线且无法离线使用',
          exclusive && lock.boundTo !== null ? `已用于工作票 ${lock.boundTo}` : '',
        ].filter((text) => text !== '')
        return reasons.length === 0 ? [] : [`${lock.lockCode} ${reasons.join('、')}`]
      }),
    ]
    return findings(wrong, `${locks.length} 把锁具可用`, (list) => refusalText('LO-4217', { list }), [
      '更换锁具后重试',
    ])
  },
})
