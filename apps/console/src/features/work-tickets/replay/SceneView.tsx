import { labelOf } from '@suoan/domain/dictionaries'
import type { Row, Scene } from '@suoan/domain/replay'
import type { ReactNode } from 'react'
import { lockLook } from '../../../marks/lock-look.ts'
import { Mark, type Look } from '../../../marks/Mark.tsx'
import { wireTimeOf } from '../../../marks/wire-time.ts'
import { EmptyState } from '../../../shell/states/EmptyState.tsx'
import { rowsOf } from './replay-model.ts'

const text = (row: Row, field: string): string => {
  const value = row[field]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
/** `2026-12-01T08:50:00+08:00` as the plant writes it. */
const clock = (row: Row, field: string): string => text(row, field).slice(11, 19)

/** The ticket at the chosen second: plan, locks, people, decisions. */
export function SceneView({ scene }: { scene: Scene }) {
  const { ticket } = scene
  if (!ticket) return <EmptyState text="此刻作业票还没有创建" />
  return (
    <div className="replay-scene">
      <p>
        {text(ticket, 'areaName')} · {text(ticket, 'place')} · 负责人 {text(ticket, 'leaderName') || '未定'} ·
        现场 <b>{text(ticket, 'onSiteCount') || 0}</b> 人
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
  ...(state === 5
    ? { icon: 'done', tone: 'success' }
    : state === 9
      ? { icon: 'alert', tone: 'error' }
      : state === 6 || state === 7
        ? { icon: 'warn', tone: 'warning' }
        : state >= 2 && state <= 4
          ? { icon: 'locked', tone: 'processing' }
          : { icon: 'none', tone: 'default' }),
})

function Points({ scene }: { scene: Scene }) {
  const points = rowsOf(scene, 'points')
  return (
    <Part title="隔离方案" count={points.length}>
      {points.map((row) => {
        const lock = scene.locks[text(row, 'actualLockId') || text(row, 'plannedLockId')]
        return (
          <li key={text(row, 'id')}>
            <div className="replay-line">
              <b>
                {text(row, 'pointCode')} {text(row, 'pointName')}
              </b>
              <Mark look={itemLook(Number(row['state'] ?? 0))} />
            </div>
            <p className="hint">
              锁具 {text(row, 'actualLockCode') || text(row, 'plannedLockCode') || '不上锁'}
              {lock && (
                <>
                  {' '}
                  <Mark look={lockLook(lock.status, 1)} /> {wireTimeOf(lock.at).slice(11)} 报告
                </>
              )}
            </p>
            {(text(row, 'isolatorName') || text(row, 'verifierName')) && (
              <p className="hint">
                {text(row, 'isolatorName') &&
                  `隔离 ${text(row, 'isolatorName')} ${clock(row, 'isolateTime')}　`}
                {text(row, 'verifierName') &&
                  `验证 ${text(row, 'verifierName')} ${clock(row, 'verifyTime')} ${text(row, 'verifyValue')} ${text(row, 'verifyUnit')}`}
              </p>
            )}
          </li>
        )
      })}
    </Part>
  )
}

function Holds({ scene }: { scene: Scene }) {
  const holds = rowsOf(scene, 'holds', 'placedTime').filter((row) => [1, 2].includes(Number(row['state'])))
  return (
    <Part title="在位的锁与占用" count={holds.length}>
      {holds.map((row) => (
        <li key={text(row, 'id')}>
          <div className="replay-line">
            <b>{text(row, 'lockCode') || text(row, 'lockId')}</b>
            <span>{labelOf('lo_hold_type', Number(row['holdType'] ?? 0))}</span>
          </div>
          <p className="hint">
            {text(row, 'pointCode') || '锁箱'} · {text(row, 'userName')} · {clock(row, 'placedTime')} 挂上
            {Number(row['state']) === 2 && '（临时解除）'}
          </p>
        </li>
      ))}
    </Part>
  )
}

function People({ scene }: { scene: Scene }) {
  const people = rowsOf(scene, 'people', 'roleTag').filter((row) => Number(row['state'] ?? 1) === 1)
  return (
    <Part title="人员" count={people.length}>
      {people.map((row) => {
        const inside = Number(row['onState'] ?? 0) === 1
        return (
          <li key={text(row, 'id')}>
            <div className="replay-line">
              <b>
                {text(row, 'name')}（{labelOf('lo_role_tag', text(row, 'roleTag'))}）
              </b>
              <Mark
                look={
                  inside
                    ? { text: '在场', icon: 'run', tone: 'warning' }
                    : {
                        text: labelOf('lo_on_state', Number(row['onState'] ?? 0)),
                        icon: 'none',
                        tone: 'default',
                      }
                }
              />
            </div>
            {(text(row, 'briefTime') || text(row, 'inTime')) && (
              <p className="hint">
                {text(row, 'briefTime') && `交底 ${clock(row, 'briefTime')}　`}
                {text(row, 'inTime') && `进场 ${clock(row, 'inTime')}　`}
                {text(row, 'outTime') && `离场 ${clock(row, 'outTime')}`}
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
    ...rowsOf(scene, 'reviews', 'round').map((row) => ({
      row,
      name: '审核',
      status: row['reviewStatus'],
      dict: 'lo_review_status',
    })),
    ...rowsOf(scene, 'examines', 'round').map((row) => ({
      row,
      name: '审批',
      status: row['approveStatus'],
      dict: 'lo_approve_status',
    })),
  ]
  return (
    <Part title="审核审批" count={steps.length}>
      {steps.map(({ row, name, status, dict }) => (
        <li key={text(row, 'id')}>
          <div className="replay-line">
            <b>
              第 {text(row, 'round')} 轮 {name} {text(row, 'name')}
            </b>
            <span>{labelOf(dict, Number(status ?? 0))}</span>
          </div>
          {(text(row, 'opinion') || text(row, 'actTime')) && (
            <p className="hint">
              {clock(row, 'actTime')} {text(row, 'opinion')}
            </p>
          )}
        </li>
      ))}
    </Part>
  )
}

function Gas({ scene }: { scene: Scene }) {
  const gas = rowsOf(scene, 'gas', 'sampleTime')
  if (gas.length === 0) return null
  return (
    <Part title="气体检测" count={gas.length}>
      {gas.map((row) => (
        <li key={text(row, 'id')} className="replay-line">
          <span>
            {clock(row, 'sampleTime')} {text(row, 'pointDesc')} {text(row, 'gasCode')}{' '}
            <b>{text(row, 'value')}</b> {text(row, 'unit')}
          </span>
          <Mark
            look={
              row['pass'] === 1
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
  const names = new Map(rowsOf(scene, 'people', 'id').map((row) => [text(row, 'userId'), text(row, 'name')]))
  const locks = new Map(
    rowsOf(scene, 'locks', 'id').map((row) => [text(row, 'lockId'), text(row, 'lockCode')]),
  )
  return (
    <Part title="开锁判定" count={scene.decisions.length}>
      {scene.decisions.slice(0, 20).map((each) => (
        <li key={each.decisionId} className="replay-line">
          <span>
            {wireTimeOf(each.at).slice(11)} {names.get(each.userId) ?? ''} {locks.get(each.lockId) ?? ''}{' '}
            {each.code ?? ''}
          </span>
          <Mark
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
