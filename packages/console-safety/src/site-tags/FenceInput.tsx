import { JsonTableInput, type JsonInputProps } from '@suoan/console-base/editable-table/JsonTableInput.tsx'
import { parsedJson } from '@suoan/console-base/editable-table/json-lines.ts'
import { UnreadableJson } from '@suoan/console-base/editable-table/UnreadableJson.tsx'
import type { Column } from '@suoan/ui/editable-table'
import { Form, InputNumber, Space } from 'antd'
import './site-tags.css'
import { circleOf, cornerLines, storedCircle, type CircleParts } from './fence-lines.ts'

/** Seven decimals of a degree are a centimetre. */
const decimals = 7
const columns: readonly Column[] = [
  {
    key: 'lng',
    title: '经度',
    type: 'inputNumber',
    align: 'left',
    width: 160,
    precision: decimals,
    range: [-180, 180],
    validateRules: [{ required: true }],
  },
  {
    key: 'lat',
    title: '纬度',
    type: 'inputNumber',
    align: 'left',
    minWidth: 160,
    precision: decimals,
    range: [-90, 90],
    validateRules: [{ required: true }],
  },
]
const blank = () => ({ lng: null, lat: null })

/** 地理围栏: the corners of a polygon in a table, or a circle by its centre and radius, as 围栏类型 of the form says. */
export function FenceInput(input: JsonInputProps) {
  const form = Form.useFormInstance()
  const kind: unknown = Form.useWatch('geoType', form)
  const { value = '', disabled = false, onChange } = input
  if (kind === 'polygon')
    return (
      <JsonTableInput
        {...input}
        label="围栏顶点"
        columns={columns}
        codec={cornerLines}
        newRow={blank}
        isOrdered
        empty="没有顶点；多边形至少需要 3 个"
        hint="按顺序相连，首尾自动闭合；可从表格软件整块粘贴经度和纬度。"
      />
    )
  const circle = kind === 'circle' ? circleOf(value.trim() === '' ? undefined : parsedJson(value)) : null
  if (circle) return <CircleInput {...input} circle={circle} />
  if (value.trim() !== '')
    return <UnreadableJson text={value} disabled={disabled} onClear={() => onChange?.(undefined)} />
  return <span className="hint">请先把“围栏类型”选为圆形或多边形；不选则不按位置判断人员是否在区域内。</span>
}

function CircleInput({ id, disabled = false, onChange, circle }: JsonInputProps & { circle: CircleParts }) {
  const change = (part: Partial<CircleParts>) => {
    const stored = storedCircle({ ...circle, ...part })
    onChange?.(stored === undefined ? undefined : JSON.stringify(stored))
  }
  return (
    <Space wrap role="group" aria-label="圆形围栏" {...(id ? { id } : {})}>
      <InputNumber
        aria-label="圆心经度"
        prefix="经度"
        className="fence-number"
        min={-180}
        max={180}
        disabled={disabled}
        value={circle.lng}
        onChange={(lng) => change({ lng })}
      />
      <InputNumber
        aria-label="圆心纬度"
        prefix="纬度"
        className="fence-number"
        min={-90}
        max={90}
        disabled={disabled}
        value={circle.lat}
        onChange={(lat) => change({ lat })}
      />
      <InputNumber
        aria-label="半径（米）"
        prefix="半径"
        suffix="米"
        className="fence-number"
        min={1}
        max={50_000}
        disabled={disabled}
        value={circle.radius}
        onChange={(radius) => change({ radius })}
      />
    </Space>
  )
}
