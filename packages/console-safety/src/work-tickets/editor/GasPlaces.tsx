import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, Switch } from 'antd'
import { firstGasPlace, type GasPlaceLine } from './draft-model.ts'
import type { StepProps } from './use-draft.ts'

/** Where gas is to be sampled before and during the work (G14): each place, or each compartment at three heights. */
export function GasPlaces({ draft, patch }: Pick<StepProps, 'draft' | 'patch'>) {
  const rows = draft.gasPlaces
  const set = (gasPlaces: readonly GasPlaceLine[]) => patch({ gasPlaces })
  const change = (key: string, part: Partial<GasPlaceLine>) =>
    set(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))
  return (
    <>
      <h3>气体检测部位</h3>
      <p className="hint">
        需要气体检测的作业，每个部位都须检测合格才能开工；受限空间按舱室检测上、中、下部。不需要检测的作业不填。
      </p>
      <ol className="line-list">
        {rows.map((row, index) => (
          <li key={row.key} className="gas-place-line">
            <Input
              value={row.place}
              maxLength={50}
              placeholder="例如：泵坑、1 号舱"
              aria-label={`检测部位 ${index + 1}`}
              onChange={(event) => change(row.key, { place: event.target.value })}
            />
            <Switch
              checked={row.layered}
              checkedChildren="上、中、下部"
              unCheckedChildren="一个点"
              aria-label={`检测部位 ${index + 1} 分上中下`}
              onChange={(layered) => change(row.key, { layered })}
            />
            <Button
              type="text"
              danger
              icon={<DeleteOutlined />}
              aria-label={`删除检测部位 ${index + 1}`}
              onClick={() => set(rows.filter((each) => each.key !== row.key))}
            />
          </li>
        ))}
      </ol>
      <Button
        block
        type="dashed"
        icon={<PlusOutlined />}
        onClick={() => set([...rows, { ...firstGasPlace(draft), place: '' }])}
      >
        添加检测部位
      </Button>
    </>
  )
}
