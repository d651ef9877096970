import { CheckCircleFilled, ExclamationCircleFilled } from '@ant-design/icons'
import type { TicketDetail } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { Alert, Button, Progress, Tag } from 'antd'
import { useState } from 'react'
import { LockMark } from '../../../marks/LockMark.tsx'
import { EmptyState } from '../../../shell/states/EmptyState.tsx'
import { textOf } from '../text-of.ts'
import { nextToRestore, pointActionLabel, pointActions, pointProgress } from './point-actions.ts'
import type { PointAction } from './point-actions.ts'
import { PointDialog } from './PointDialog.tsx'
import type { TicketPoint } from './ticket-point.ts'
import { ticketPoint } from './ticket-point.ts'

/** Isolation, verification and restoring, one card per point with big targets (3-domain.md §6.3). */
export function PointsTab({ detail }: { detail: TicketDetail }) {
  const [doing, setDoing] = useState<{ action: PointAction; point: TicketPoint } | null>(null)
  const points = detail.points.map(ticketPoint)
  // Looking at a lock moves nothing, so no event stands for it.
  const isLive = [4, 20].includes(detail.ticket.workStatus) && detail.ticket.voidFlag !== 1
  const may = (roles: readonly string[]) => isLive && roles.some((role) => detail.myRoles.includes(role))
  const offered = [
    ...detail.events,
    ...(may(['VERIFY']) ? ['visualCheck'] : []),
    ...(may(['VERIFY', 'PERMIT', 'LEAD', 'SAFETY']) ? ['pointWitness'] : []),
  ]
  const isRestoring = [24, 30].includes(detail.ticket.execPhase)
  const shown = isRestoring ? points.toReversed() : points
  const next = isRestoring
    ? nextToRestore(points)
    : points.find((point) => pointActions(point, offered)[0] && pointActions(point, offered)[0] !== 'fail')
        ?.pointId
  const { total, locked, verified, restored } = pointProgress(points)
  if (total === 0)
    return (
      <EmptyState
        text={
          Number(detail.ticket['needIsolation']) === 0
            ? '本票不需要能量隔离'
            : '还没有隔离方案，请在编辑中添加隔离点'
        }
      />
    )
  return (
    <>
      <div className="point-progress">
        {isRestoring ? (
          <Count label="已恢复" value={restored} total={total} />
        ) : (
          <>
            <Count label="已上锁" value={locked} total={total} />
            <Count label="已验证" value={verified} total={total} />
          </>
        )}
      </div>
      {detail.events.includes('pointRestore') && (
        <Alert
          className="gap-bottom"
          type="info"
          showIcon
          title="按与隔离相反的顺序恢复，个人锁须先由本人全部摘除"
        />
      )}
      <ol className="point-cards">
        {shown.map((point) => (
          <PointCard
            key={point.pointId}
            point={point}
            isNext={point.pointId === next}
            actions={pointActions(point, offered)}
            onDo={(action) => setDoing({ action, point })}
          />
        ))}
      </ol>
      {doing && <PointDialog {...doing} workId={detail.ticket.id} onClose={() => setDoing(null)} />}
    </>
  )
}

function Count({ label, value, total }: { label: string; value: number; total: number }) {
  return (
    <div>
      {label} <b>{value}</b> / {total}
      <Progress
        percent={Math.round((value / total) * 100)}
        showInfo={false}
        size="small"
        aria-label={`${label} ${value}/${total}`}
      />
    </div>
  )
}

interface CardProps {
  readonly point: TicketPoint
  readonly isNext: boolean
  readonly actions: readonly PointAction[]
  onDo(action: PointAction): void
}

function PointCard({ point, isNext, actions, onDo }: CardProps) {
  const { row, state } = point
  const isBad = state === 9
  // Lifted for a test (T35).
  const isLifted = state === 6 || state === 7
  // A proof from before the point was touched again holds no longer.
  const isVoid = Number(row['verifyResult']) === 1 && state !== 5 && state !== 8
  return (
    <li className={`point-card ${isNext ? 'point-next' : ''} ${isBad || isLifted ? 'point-bad' : ''}`}>
      <header>
        <span className="point-order">{point.orderNum}</span>
        <span className="grow">
          <b>
            {point.code} {point.name}
          </b>
          <small>
            {textOf(row, 'energyType')} {String(row['energyLevel'] ?? '')} · 安全位：
            <b>{textOf(row, 'safePos')}</b>
          </small>
        </span>
        <Tag
          color={
            isBad || isLifted
              ? 'error'
              : state === 5
                ? 'success'
                : state === 0 || state === 8
                  ? 'default'
                  : 'processing'
          }
          icon={isBad || isLifted ? <ExclamationCircleFilled /> : state === 5 ? <CheckCircleFilled /> : null}
        >
          {labelOf('lo_point_item_state', state)}
          {isLifted ? '，可能带能量' : ''}
        </Tag>
      </header>
      {row['instruction'] ? <p>{String(row['instruction'])}</p> : null}
      <dl>
        {point.lockCount > 0 && (
          <>
            <dt>锁具</dt>
            <dd>
              {String(row['actualLockCode'] ?? '') || `计划 ${String(row['plannedLockCode'] ?? '未指定')}`}{' '}
              {row['actualLockId'] ? <LockMark lock={row} /> : null}
            </dd>
            <dt>标牌</dt>
            <dd>
              {row['tagNumber']
                ? `${labelOf('lo_tag_state', Number(row['tagState'] ?? 0))} · ${String(row['tagNumber'])}`
                : '无'}
            </dd>
          </>
        )}
        {row['isolatorName'] ? (
          <>
            <dt>隔离</dt>
            <dd>
              {String(row['isolatorName'])} {String(row['isolateTime'] ?? '')}
            </dd>
          </>
        ) : null}
        {row['verifierName'] ? (
          <>
            <dt>验证</dt>
            <dd>
              {String(row['verifierName'])}：{String(row['verifyValue'] ?? '')}{' '}
              {String(row['verifyUnit'] ?? '')} {Number(row['verifyResult']) === 1 ? '合格' : '不合格'}{' '}
              {String(row['verifyTime'] ?? '')}
              {isVoid && <b className="sign-void">（已失效，须重新验证）</b>}
            </dd>
          </>
        ) : row['verifyLimit'] ? (
          <>
            <dt>合格判据</dt>
            <dd>{String(row['verifyLimit'])}</dd>
          </>
        ) : null}
        {Number(row['holdCount'] ?? 0) > 1 && (
          <>
            <dt>占用</dt>
            <dd>
              {String(row['holdCount'])}{' '}
              处占用。恢复只释放本票的占用；其他作业票仍占用时，本票的锁取回，此点继续隔离
            </dd>
          </>
        )}
      </dl>
      {actions.length > 0 && (
        <footer>
          {actions.map((action) => (
            <Button
              key={action}
              size={action === 'fail' ? 'middle' : 'large'}
              type={action === 'fail' ? 'text' : isNext ? 'primary' : 'default'}
              danger={action === 'fail'}
              onClick={() => onDo(action)}
            >
              {pointActionLabel(action)}
            </Button>
          ))}
        </footer>
      )}
    </li>
  )
}
