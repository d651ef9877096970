import { holdState, itemState, labelOf, personState } from '@suoan/domain/dictionaries'
import type { Scene } from '@suoan/domain/replay'
import type { ReactNode } from 'react'
import { lockLook } from '../../status/lock-look.ts'
import { StatusBadge, type Look } from '@suoan/console-base/status/StatusBadge.tsx'
import { wireTimeOf } from '@suoan/console-base/status/wire-time.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { headOf, rowsOf } from './scene-rows.ts'

/** `2026-12-01T08:50:00+08:00` as the plant writes it. */
const clock = (time: string): string => time.slice(11, 19)

/** The ticket at the chosen second: plan, locks, people, decisions. */
export function SceneView({ scene }: { scene: Scene }) {
  if (!scene.ticket) return <EmptyState text="此刻工作票还没有创建" />
  const ticket = headOf(scene.ticket)
  return (
    <div className="replay-scene">
      <p>
        {ticket.areaName} · {ticket.place} · 负责人 {ticket.leaderName || '未定'} · 现场{' '}
        <b>{ticket.onSiteCount}</b> 人
      </p>
      <Points scene={scene} />
      <Holds scene={scene} />
      <People scene={scene} />
      <Steps scene={scene} />
      <Gas scene={scene} />
      <Decisions scene={scene} />
    </div>
  )
}

function Part({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return (
    <section>
      <h3>
        {title}（{count}）
      </h3>
      {count === 0 ? <p className="hint">此刻没有</p> : <ul className="replay-rows">{children}</ul>}
    </section>
  )
}

const itemLook = (state: number): Look => ({
  text: labelOf('lo_point_item_state', state),
  ...(state === itemState.verified
    ? { icon: 'done', tone: 'success' }
    : state === itemState.abnormal
      ? { icon: 'alert', tone: 'error' }
      : state === itemState.lifted || state === itemState.awaitingRelock
        ? { icon: 'warn', tone: 'warning' }
        : state >= itemState.locked && state <= itemState.residualReleased
          ? { icon: 'locked', tone: 'processing' }
          : { icon: 'none', tone: 'default' }),
})

function Points({ scene }: { scene: Scene }) {
  const points = rowsOf.points(scene)
  return (
    <Part title="隔离方案" count={points.length}>
      {points.map((row) => {
        const lock = scene.locks[row.actualLockId || row.plannedLockId]
        return (
          <li key={row.id}>
            <div className="replay-line">
              <b>
                {row.pointCode} {row.pointName}
              </b>
              <StatusBadge look={itemLook(row.state)} />
            </div>
            <p className="hint">
              锁具 {row.actualLockCode || row.plannedLockCode || '不上锁'}
              {lock && (
                <>
                  {' '}
                  <StatusBadge look={lockLook(lock.status, 1)} /> {wireTimeOf(lock.at).slice(11)} 报告
                </>
              )}
            </p>
            {(row.isolatorName || row.verifierName) && (
              <p className="hint">
                {row.isolatorName && `隔离 ${row.isolatorName} ${clock(row.isolateTime)}　`}
                {row.verifierName &&
                  `验证 ${row.verifierName} ${clock(row.verifyTime)} ${row.verifyValue} ${row.verifyUnit}`}
              </p>
            )}
          </li>
        )
      })}
    </Part>
  )
}

function Holds({ scene }: { scene: Scene }) {
  const holds = rowsOf
    .holds(scene)
    .filter(({ state }) => state === holdState.active || state === holdState.lifted)
  return (
    <Part title="在位的锁与占用" count={holds.length}>
      {holds.map((row) => (
        <li key={row.id}>
          <div className="replay-line">
            <b>{row.lockCode || row.lockId}</b>
            <span>{labelOf('lo_hold_type', row.holdType)}</span>
          </div>
          <p className="hint">
            {row.pointCode || '锁箱'} · {row.userName} · {clock(row.placedTime)} 挂上
            {row.state === holdState.lifted && '（临时解除）'}
          </p>
        </li>
      ))}
    </Part>
  )
}

function People({ scene }: { scene: Scene }) {
  const people = rowsOf.people(scene).filter((row) => row.state === personState.active)
  return (
    <Part title="人员" count={people.length}>
      {people.map((row) => {
        const inside = row.onState === 1
        return (
          <li key={row.id}>
            <div className="replay-line">
              <b>
                {row.name}（{labelOf('lo_role_tag', row.roleTag)}）
              </b>
              <StatusBadge
                look={
                  inside
                    ? { text: '在场', icon: 'run', tone: 'warning' }
                    : {
                        text: labelOf('lo_on_state', row.onState),
                        icon: 'none',
                        tone: 'default',
                      }
                }
              />
            </div>
            {(row.briefTime || row.inTime) && (
              <p className="hint">
                {row.briefTime && `交底 ${clock(row.briefTime)}　`}
                {row.inTime && `进场 ${clock(row.inTime)}　`}
                {row.outTime && `离场 ${clock(row.outTime)}`}
              </p>
            )}
          </li>
        )
      })}
    </Part>
  )
}

function Steps({ scene }: { scene: Scene }) {
  const steps = [
    ...rowsOf.reviews(scene).map((row) => ({
      row,
      name: '审核',
      status: row.reviewStatus,
      dict: 'lo_review_status',
    })),
    ...rowsOf.examines(scene).map((row) => ({
      row,
      name: '审批',
      status: row.approveStatus,
      dict: 'lo_approve_status',
    })),
  ]
  return (
    <Part title="审核审批" count={steps.length}>
      {steps.map(({ row, name, status, dict }) => (
        <li key={row.id}>
          <div className="replay-line">
            <b>
              第 {row.round} 轮 {name} {row.name}
            </b>
            <span>{labelOf(dict, status)}</span>
          </div>
          {(row.opinion || row.actTime) && (
            <p className="hint">
              {clock(row.actTime)} {row.opinion}
            </p>
          )}
        </li>
      ))}
    </Part>
  )
}

function Gas({ scene }: { scene: Scene }) {
  const gas = rowsOf.gas(scene)
  if (gas.length === 0) return null
  return (
    <Part title="气体检测" count={gas.length}>
      {gas.map((row) => (
        <li key={row.id} className="replay-line">
          <span>
            {clock(row.sampleTime)} {row.pointDesc} {row.gasCode} <b>{row.value}</b> {row.unit}
          </span>
          <StatusBadge
            look={
              row.pass === 1
                ? { text: '合格', icon: 'done', tone: 'success' }
                : { text: '不合格', icon: 'reject', tone: 'error' }
            }
          />
        </li>
      ))}
    </Part>
  )
}

function Decisions({ scene }: { scene: Scene }) {
  if (scene.decisions.length === 0) return null
  const names = new Map(rowsOf.people(scene).map((row) => [row.userId, row.name]))
  const locks = new Map(rowsOf.locks(scene).map((row) => [row.lockId, row.lockCode]))
  return (
    <Part title="开锁判定" count={scene.decisions.length}>
      {scene.decisions.slice(0, 20).map((each) => (
        <li key={each.decisionId} className="replay-line">
          <span>
            {wireTimeOf(each.at).slice(11)} {names.get(each.userId) ?? ''} {locks.get(each.lockId) ?? ''}{' '}
            {each.code ?? ''}
          </span>
          <StatusBadge
            look={
              each.allow
                ? { text: '允许', icon: 'approved', tone: 'success' }
                : { text: '拒绝', icon: 'reject', tone: 'error' }
            }
          />
        </li>
      ))}
    </Part>
  )
}
