import {
  holdState,
  itemState,
  labelOf,
  lockStatus,
  stateTrust,
  type ItemState,
} from '../dictionaries/index.ts'
import { closeAlarm } from '../alarm/index.ts'
import { clockText, dateTimeText, minutesBetween, refusalText } from '../verdict/index.ts'
import { pointsAsked } from './guards-execution.ts'
import { findings, guard, no, ok } from './guard.ts'

/** G16: no level-3 alarm on the ticket's locks or area, no stop order. */
export const noAlarm = guard({
  id: 'G16',
  code: 'LO-4220',
  reads: ['alarms', 'stopOrder'],
  check({ alarms, stopOrder }) {
    const urgent = alarms.filter((alarm) => alarm.level === 3)
    const named = urgent.map((alarm) => `${labelOf('lo_alarm_type', alarm.alarmType)}（${alarm.source}）`)
    const wrong = [...named, ...(stopOrder === null ? [] : [`停工指令：${stopOrder}`])]
    if (wrong.length === 0) return ok('无紧急报警')
    return no(refusalText('LO-4220', { list: wrong.join('；') }), { list: wrong, alarms: named }, [
      ...urgent.map(({ handlers }, n) => closeAlarm(named[n] ?? '', handlers)),
      ...(stopOrder === null ? [] : ['由安全管理人员解除停工指令']),
    ])
  },
})

/** G19: every ticket lock is returned, or closed and confirmed. */
export const locksClosed = guard({
  id: 'G19',
  code: 'LO-4221',
  reads: ['locks'],
  check({ locks }) {
    const wrong = locks
      .filter((lock) => !lock.returned)
      .filter((lock) => lock.lockStatus !== lockStatus.closed || lock.trust !== stateTrust.confirmed)
      .map((lock) => {
        const state = labelOf('lo_lock_status', lock.lockStatus)
        return `${lock.lockCode} ${state}（${labelOf('lo_state_trust', lock.trust)}）`
      })
    return findings(wrong, '票面锁具均已关闭或归还', (list) => refusalText('LO-4221', { list }), [
      '关闭或归还所列锁具；已关锁而状态不是“已确认”的，读取锁状态',
    ])
  },
})

/** G20: area inspected, tools cleared, guards refitted, with a photo. */
export const siteChecked = guard({
  id: 'G20',
  code: 'LO-4222',
  reads: ['siteCheck'],
  check({ siteCheck }) {
    const wrong = [
      siteCheck?.areaInspected ? '' : '区域未检查',
      siteCheck?.toolsCleared ? '' : '工具与杂物未清理',
      siteCheck?.guardsRefitted ? '' : '防护装置未恢复',
      siteCheck?.photo ? '' : '缺少现场照片',
    ].filter((text) => text !== '')
    return findings(wrong, '现场检查完成', (list) => refusalText('LO-4222', { list }), ['完成现场检查清单'])
  },
})

/** G21: affected people were told. */
export const peopleNotified = guard({
  id: 'G21',
  code: 'LO-4223',
  reads: ['notifiedAt'],
  check: ({ notifiedAt }) =>
    notifiedAt === null
      ? no(refusalText('LO-4223'), {}, ['通知受影响人员并登记'])
      : ok(`已于 ${dateTimeText(notifiedAt)} 通知受影响人员`),
})

/** Has a ticket whose item is in this state put the point in its safe position, and not given it back? */
export const isPointInUse = (state: ItemState): boolean =>
  state !== itemState.waiting && state !== itemState.restored

/** G24: no other ticket holds the point, or has put it in its safe position without a hold: a drain, a point it is about to lock. */
export const noOtherHold = guard({
  id: 'G24',
  code: 'LO-4212',
  stage: 'conflict',
  reads: ['holds', 'points'],
  check({ holds, points }, ticket, event) {
    const asked = pointsAsked(event, points)
    if (asked.length === 0) return ok('未涉及单个隔离点')
    const foreign = holds.filter(
      (hold) =>
        asked.includes(hold.pointId) &&
        hold.workId !== ticket.id &&
        (hold.state === holdState.active || hold.state === holdState.lifted),
    )
    const used = points
      .filter((point) => asked.includes(point.pointId))
      .map((point) => ({
        p: point.pointCode,
        by: new Set([
          ...foreign.filter((hold) => hold.pointId === point.pointId).map((hold) => hold.workNo),
          ...point.usedBy,
        ]),
      }))
      .filter(({ by }) => by.size > 0)
    if (used.length === 0) return ok('没有其他工作票占用')
    return no(used.map(({ p, by }) => refusalText('LO-4212', { p, n: by.size })).join('；'), {
      tickets: [...new Set(used.flatMap(({ by }) => [...by]))],
    })
  },
})

/** G26: no open on/off session. */
export const noOpenSession = guard({
  id: 'G26',
  code: 'LO-4226',
  reads: ['sessions', 'now'],
  check({ sessions, now }) {
    const list = sessions.map((each) => `${each.lockCode} 已开启 ${minutesBetween(each.openTime, now)} 分钟`)
    return findings(
      list,
      '没有未闭合的开锁记录',
      (text) => refusalText('LO-4226', { n: list.length, list: text }),
      ['关闭所列锁具'],
    )
  },
})

/** G27: nothing waits unsent on a phone, or two people took it on themselves with a reason each. */
export const nothingUnsynced = guard({
  id: 'G27',
  code: 'LO-4227',
  reads: ['unsyncedOps', 'unsyncedOverride'],
  check({ unsyncedOps, unsyncedOverride }) {
    if (unsyncedOps.length > 0 && unsyncedOverride.trim() !== '') {
      return ok(`离线操作未同步，已由两人说明：${unsyncedOverride}`, { list: unsyncedOps })
    }
    return findings(unsyncedOps, '没有未同步的离线操作', (list) => refusalText('LO-4227', { list }), [
      '相关人员在该终端联网同步并交回任务包，或由许可人、安全管理人员中的两人先后说明',
    ])
  },
})

/** G28: every measure that applies was confirmed on site, by name and time (3-domain.md §3.5 LoWorkMeasure). */
export const measuresConfirmed = guard({
  id: 'G28',
  code: 'LO-4231',
  reads: ['measures'],
  check({ measures }) {
    const fix = ['由工作负责人、监护人或措施执行人在现场逐条核对后，在工作票“安全措施”中确认']
    // Submission asks for at least one (G01): a list that cannot be read is no list of confirmed measures.
    if (measures.length === 0) return no(refusalText('LO-4231', { list: '本票没有安全措施' }), {}, fix)
    const open = measures
      .filter(({ confirmedBy, confirmedAt }) => confirmedBy === null || confirmedAt === null)
      .map(({ content }) => content)
    return findings(
      open,
      `${measures.length} 条安全措施已现场确认`,
      (list) => refusalText('LO-4231', { list }),
      fix,
    )
  },
})

/** T44: every item restored or handed on, drains and vents shut again, tags off, fire watch done. */
export const everythingRestored = guard({
  id: 'T44',
  code: 'LO-4203',
  reads: ['points', 'policy', 'fireWatchDoneAt', 'now'],
  check({ points, policy, fireWatchDoneAt, now }) {
    const until = fireWatchDoneAt === null ? '' : `，至 ${clockText(fireWatchDoneAt)}`
    const watch =
      policy.idleFireWatchMin > 0 && (fireWatchDoneAt === null || fireWatchDoneAt > now)
        ? `完工留守 ${policy.idleFireWatchMin} 分钟未满${until}`
        : ''
    const wrong = [
      ...points
        .filter((point) => point.state !== itemState.restored && point.state !== itemState.waiting)
        .map((point) => `${point.pointCode} ${point.kind === 'residual' ? '未关闭复位' : '未恢复'}`),
      ...points.filter((point) => point.tagHung).map((point) => `${point.pointCode} 标牌未收回`),
      watch,
    ].filter((text) => text !== '')
    const isOnlyWatch = wrong.length === 1 && watch !== ''
    return findings(wrong, '隔离点已恢复，标牌已收回', (list) => `收尾未完成：${list}`, [
      ...(isOnlyWatch ? [] : ['恢复所列隔离点并收回标牌']),
      ...(watch === '' ? [] : ['监护人在现场留守，期满后再完工']),
    ])
  },
})
