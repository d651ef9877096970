import { MarkdownText } from '@suoan/ui/markdown-text'
import { CheckCircleFilled, ExclamationCircleFilled } from '@ant-design/icons'
import type { PointActionKey, TicketDetail, TicketPoint } from '@suoan/contract'
import { itemState, labelOf } from '@suoan/domain/dictionaries'
import { Alert, Button, Progress, Tag } from 'antd'
import { useState } from 'react'
import { PrintTags } from './PrintTags.tsx'
import { SimulatedClose } from '../../simulator/SimulatedClose.tsx'
import { LockBadge } from '../../status/LockBadge.tsx'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { textOf } from '../text-of.ts'
import { pointActionLabels } from './point-action-labels.ts'
import { PointDialog } from './PointDialog.tsx'

/** Isolation, verification and restoring, one card per point with big targets (3-domain.md §6.3). */
export function PointsTab({ detail }: { detail: TicketDetail }) {
  const [doing, setDoing] = useState<{ action: PointActionKey; pointId: string } | null>(null)
  const { points } = detail
  // As it is now: its lock may report while the dialog is open.
  const asked = doing && points.find(({ pointId }) => pointId === doing.pointId)
  const { isReleasing } = detail.situation
  const total = points.length
  const count = (test: (point: TicketPoint) => boolean) => points.filter(test).length
  if (total === 0)
    return (
      <EmptyState
        text={
          detail.ticket.needIsolation === 0 ? '本票不需要能量隔离' : '还没有隔离方案，请在编辑中添加隔离点'
        }
      />
    )
  return (
    <>
      <div className="point-progress">
        {isReleasing ? (
          <Count label="已恢复" value={count((point) => point.isRestored)} total={total} />
        ) : (
          <>
            <Count label="已上锁" value={count((point) => point.isSecured)} total={total} />
            <Count label="已验证" value={count((point) => point.isVerified)} total={total} />
          </>
        )}
      </div>
      <PrintTags detail={detail} />
      {detail.events.includes('pointRestore') && (
        <Alert
          className="gap-bottom"
          type="info"
          showIcon
          title="按与隔离相反的顺序恢复，个人锁须先由本人全部摘除"
        />
      )}
      <ol className="point-cards">
        {(isReleasing ? points.toReversed() : points).map((point) => (
          <PointCard
            key={point.pointId}
            point={point}
            onDo={(action) => setDoing({ action, pointId: point.pointId })}
          />
        ))}
      </ol>
      {doing && asked && (
        <PointDialog
          action={doing.action}
          point={asked}
          ticket={detail.ticket}
          onClose={() => setDoing(null)}
        />
      )}
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
  onDo(action: PointActionKey): void
}

function PointCard({ point, onDo }: CardProps) {
  const { state, isNext, isUnsafe, isLifted, isVerified, isRestored, actions } = point
  return (
    <li className={`point-card ${isNext ? 'point-next' : ''} ${isUnsafe ? 'point-bad' : ''}`}>
      <header>
        <span className="point-order">{point.orderNum}</span>
        <span className="grow">
          <b>
            {point.pointCode} {point.pointName}
          </b>
          <small>
            {textOf(point, 'energyType')} {point.energyLevel} · 安全位：
            <b>{textOf(point, 'safePos')}</b>
          </small>
        </span>
        <Tag
          color={
            isUnsafe
              ? 'error'
              : isVerified
                ? 'success'
                : state === itemState.waiting || isRestored
                  ? 'default'
                  : 'processing'
          }
          icon={isUnsafe ? <ExclamationCircleFilled /> : isVerified ? <CheckCircleFilled /> : null}
        >
          {labelOf('lo_point_item_state', state)}
          {isLifted ? '，可能带能量' : ''}
        </Tag>
      </header>
      {point.instruction && <MarkdownText text={point.instruction} label={`${point.pointName}的操作说明`} />}
      <dl>
        {!point.isDrain && (
          <>
            <dt>锁具</dt>
            <dd>
              {point.actualLockCode || `计划 ${point.plannedLockCode ?? '未指定'}`}{' '}
              {point.actualLockId && <LockBadge lock={point} />}
              {!isRestored && (point.actualLockCode ?? point.plannedLockCode) && (
                <SimulatedClose lockCode={point.actualLockCode ?? point.plannedLockCode ?? ''} />
              )}
            </dd>
            <dt>标牌</dt>
            <dd>
              {point.tagNumber
                ? `${labelOf('lo_tag_state', point.tagState ?? 0)} · ${point.tagNumber}`
                : '无'}
            </dd>
          </>
        )}
        {point.isolatorName && (
          <>
            <dt>隔离</dt>
            <dd>
              {point.isolatorName} {point.isolateTime}
            </dd>
          </>
        )}
        {point.verifierName ? (
          <>
            <dt>验证</dt>
            <dd>
              {point.verifierName}：{point.verifyValue} {point.verifyUnit}{' '}
              {point.verifyResult === 1 ? '合格' : '不合格'} {point.verifyTime}
              {point.isVerified && point.reVerifyDue && <b>（{point.reVerifyDue} 前须复验）</b>}
              {point.isProofVoid && <b className="sign-void">（已失效，须重新验证）</b>}
            </dd>
          </>
        ) : point.verifyLimit ? (
          <>
            <dt>合格判据</dt>
            <dd>{point.verifyLimit}</dd>
          </>
        ) : null}
        {point.holdCount > 1 && (
          <>
            <dt>占用</dt>
            <dd>
              {point.holdCount} 处占用。恢复只释放本票的占用；其他工作票仍占用时，本票的锁取回，此点继续隔离
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
              {pointActionLabels[action]}
            </Button>
          ))}
        </footer>
      )}
    </li>
  )
}
