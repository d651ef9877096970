import { PlusOutlined } from '@ant-design/icons'
import { Alert, Button, Select, Space } from 'antd'
import { useState } from 'react'
import type { Draft, PointLine } from './draft-model.ts'
import { pointLine } from './point-line.ts'
import { useEquipPoints } from './use-equip-points.ts'

/** Adds isolation points of the chosen equipment: some, or all that are not in the plan yet. */
export function AddPoints({ draft, onAdd }: { draft: Draft; onAdd(points: PointLine[]): void }) {
  const [chosen, setChosen] = useState<string[]>([])
  const points = useEquipPoints(draft.equipIds)
  const free = (points.data ?? []).filter((row) => !draft.points.some((line) => line.pointId === row.id))
  if (draft.equipIds.length === 0)
    return (
      <Alert
        type="warning"
        showIcon
        className="gap-bottom"
        title="请先在“地点与设备”中选择作业设备，再从设备添加隔离点"
      />
    )
  const add = (rows: readonly Parameters<typeof pointLine>[0][]) => {
    onAdd(rows.map(pointLine))
    setChosen([])
  }
  return (
    <Space wrap className="gap-bottom">
      <Select
        mode="multiple"
        aria-label="选择设备的隔离点"
        style={{ minWidth: 240 }}
        value={chosen}
        maxTagCount="responsive"
        placeholder="选择设备的隔离点"
        loading={points.isFetching}
        showSearch={{ optionFilterProp: 'label' }}
        options={free.map((row) => ({
          value: row.id,
          label: `${row.pointCode} ${row.pointName}`,
        }))}
        notFoundContent={points.isError ? '加载失败，请稍后重试' : '所选设备的隔离点都已加入'}
        onChange={setChosen}
      />
      <Button
        type="primary"
        ghost
        icon={<PlusOutlined />}
        disabled={chosen.length === 0}
        onClick={() => add(free.filter((row) => chosen.includes(row.id)))}
      >
        添加
      </Button>
      <Button disabled={free.length === 0} onClick={() => add(free)}>
        全部添加{free.length > 0 ? `（${free.length}）` : ''}
      </Button>
    </Space>
  )
}
