import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { Alert, Button, Col, Input, InputNumber, Row, Switch, Table } from 'antd'
import { DictSelect } from '@suoan/console-base/resource/widgets/DictSelect.tsx'
import { AddPoints } from './AddPoints.tsx'
import { valued } from './BasicsStep.tsx'
import { CutProof } from './CutProof.tsx'
import { moved } from './draft-model.ts'
import type { PointLine } from './draft-model.ts'
import { LockSelect } from './LockSelect.tsx'
import type { StepProps } from './use-draft.ts'

/** 3 隔离方案: the points in the order they are isolated, each with its lock, beside the proof that they suffice. */
export function PlanStep({ draft, patch }: StepProps) {
  const set = (points: readonly PointLine[]) => patch({ points })
  const change = (index: number, part: Partial<PointLine>) =>
    set(draft.points.map((row, at) => (at === index ? { ...row, ...part } : row)))
  const taken = draft.points.flatMap((row) => (row.plannedLockId ? [row.plannedLockId] : []))
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
            <AddPoints draft={draft} onAdd={(points) => set([...draft.points, ...points])} />
            <Table<PointLine>
              size="small"
              rowKey="pointId"
              pagination={false}
              scroll={{ x: 660 }}
              dataSource={[...draft.points]}
              locale={{ emptyText: '还没有隔离点，请从设备添加' }}
              columns={[
                {
                  title: '顺序',
                  key: 'order',
                  width: 52,
                  align: 'center',
                  render: (_, __, index) => index + 1,
                },
                {
                  title: '隔离点',
                  key: 'point',
                  render: (_, row) => (
                    <>
                      <b>{row.pointCode}</b> {row.pointName}
                      <br />
                      <small>安全位：{row.safePos || '—'}</small>
                    </>
                  ),
                },
                {
                  title: '隔离方式',
                  key: 'method',
                  width: 128,
                  render: (_, row, index) => (
                    <DictSelect
                      code="lo_iso_method"
                      aria-label={`${row.pointCode} 隔离方式`}
                      {...valued(row.isoMethod)}
                      onChange={(value) =>
                        change(index, { isoMethod: Array.isArray(value) ? null : value || null })
                      }
                    />
                  ),
                },
                {
                  title: '计划锁',
                  key: 'lock',
                  width: 172,
                  render: (_, row, index) =>
                    row.lockCount === 0 ? (
                      <small>此点不上锁（泄放点）</small>
                    ) : (
                      <>
                        <LockSelect
                          aria-label={`${row.pointCode} 计划锁`}
                          purpose={1}
                          value={row.plannedLockId}
                          code={row.plannedLockCode}
                          taken={taken}
                          isMissing={!row.plannedLockId}
                          onChange={(plannedLockId, plannedLockCode) =>
                            change(index, { plannedLockId, plannedLockCode })
                          }
                        />
                        {!row.plannedLockId && (
                          <small role="alert" className="lock-missing">
                            未指定锁具，此点不计入隔离
                          </small>
                        )}
                      </>
                    ),
                },
                {
                  title: '解除组',
                  key: 'group',
                  width: 66,
                  render: (_, row, index) => (
                    <InputNumber
                      className="full"
                      min={1}
                      max={99}
                      precision={0}
                      value={row.releaseGroup}
                      aria-label={`${row.pointCode} 解除分组`}
                      onChange={(value) => change(index, { releaseGroup: value ?? 1 })}
                    />
                  ),
                },
                {
                  title: '操作',
                  key: 'actions',
                  width: 92,
                  align: 'center',
                  render: (_, row, index) => (
                    <span className="row-actions">
                      <Button
                        type="text"
                        size="small"
                        icon={<ArrowUpOutlined />}
                        aria-label={`上移 ${row.pointCode}`}
                        disabled={index === 0}
                        onClick={() => set(moved(draft.points, index, -1))}
                      />
                      <Button
                        type="text"
                        size="small"
                        icon={<ArrowDownOutlined />}
                        aria-label={`下移 ${row.pointCode}`}
                        disabled={index === draft.points.length - 1}
                        onClick={() => set(moved(draft.points, index, 1))}
                      />
                      <Button
                        type="text"
                        size="small"
                        danger
                        icon={<DeleteOutlined />}
                        aria-label={`移除 ${row.pointCode}`}
                        onClick={() => set(draft.points.toSpliced(index, 1))}
                      />
                    </span>
                  ),
                },
              ]}
            />
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
          </Col>
        </Row>
      )}
    </>
  )
}
