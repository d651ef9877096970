import { LockOutlined } from '@ant-design/icons'
import { feedback } from '@suoan/console-base/feedback.ts'
import { point } from '@suoan/contract'
import { resourceApi } from '@suoan/console-base/resource/resource-api.ts'
import { runAction } from '@suoan/console-base/resource/run-action.ts'
import { lockPurpose } from '@suoan/domain/dictionaries'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { Alert, Button, Col, Input, Row, Switch } from 'antd'
import { AddPoints } from './AddPoints.tsx'
import { CutProof } from './CutProof.tsx'
import type { PointLine } from './draft-model.ts'
import { useLocks } from './LockSelect.tsx'
import { PlanMap } from './PlanMap.tsx'
import { pointLine, withLocks } from './point-line.ts'
import { PointTable } from './PointTable.tsx'
import type { StepProps } from './use-draft.ts'

/** One press for the locks of all points that have none yet. */
function PickLocks({
  points,
  onPick,
}: {
  points: readonly PointLine[]
  onPick(points: readonly PointLine[]): void
}) {
  const locks = useLocks(lockPurpose.isolation)
  const open = points.filter(({ plannedLockId, lockCount }) => plannedLockId === null && lockCount > 0)
  if (open.length === 0) return null
  const pick = () => {
    const next = withLocks(points, locks.data ?? [])
    const left = next.filter(({ plannedLockId, lockCount }) => plannedLockId === null && lockCount > 0)
    if (left.length > 0)
      void feedback().message.warning(
        `还有 ${left.length} 个隔离点没有空闲锁具：${left.map(({ pointCode }) => pointCode).join('、')}`,
      )
    onPick(next)
  }
  return (
    <Button icon={<LockOutlined />} disabled={!locks.data} onClick={pick}>
      自动选锁（{open.length}）
    </Button>
  )
}

/** 3 隔离方案: the points in the order they are isolated, each with its lock, beside the proof that they suffice. */
export function PlanStep({ draft, patch }: StepProps) {
  const set = (points: readonly PointLine[]) => patch({ points })
  return (
    <>
      <LabelledItem label="需要能量隔离">
        <Switch
          checked={draft.needIsolation === 1}
          checkedChildren="需要"
          unCheckedChildren="不需要"
          onChange={(on) => patch({ needIsolation: on ? 1 : 0 })}
        />
      </LabelledItem>
      {draft.needIsolation === 0 ? (
        <LabelledItem label="不隔离理由" required>
          <Input.TextArea
            value={draft.noIsoReason}
            maxLength={200}
            showCount
            placeholder="请说明为什么不需要能量隔离"
            onChange={(event) => patch({ noIsoReason: event.target.value })}
          />
        </LabelledItem>
      ) : (
        <Row gutter={[24, 16]}>
          <Col xs={24} xl={16}>
            <div className="plan-tools">
              <AddPoints draft={draft} onAdd={(points) => set([...draft.points, ...points])} />
              <PickLocks points={draft.points} onPick={set} />
            </div>
            <PointTable points={draft.points} onChange={set} />
            <LabelledItem
              className="gap-top"
              label="隔离方案说明"
              extra="作业设备不在能量图中时必填：写明隔离方案怎样覆盖全部能量，由审核人核对"
            >
              <Input.TextArea
                value={draft.isolationStatement}
                maxLength={200}
                showCount
                autoSize={{ minRows: 2, maxRows: 6 }}
                placeholder="例如：设备只有 380 V 电源和进口管线，分别由 Q1、V1 隔离"
                onChange={(event) => patch({ isolationStatement: event.target.value })}
              />
            </LabelledItem>
            {draft.points.length > 1 && (
              <Alert type="info" showIcon className="gap-top" title="隔离按此顺序进行，解除按相反顺序进行" />
            )}
          </Col>
          <Col xs={24} xl={8}>
            <CutProof draft={draft} onAdd={(points) => set([...draft.points, ...points])} />
            <PlanMap
              draft={draft}
              onAdd={(id) =>
                void runAction(async () => {
                  const row = await resourceApi(point).find(id)
                  set([...draft.points, pointLine(row)])
                })
              }
              onRemove={(id) => set(draft.points.filter(({ pointId }) => pointId !== id))}
            />
          </Col>
        </Row>
      )}
    </>
  )
}
