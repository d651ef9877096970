import { JsonTableInput, type JsonInputProps } from '@suoan/console-base/editable-table/JsonTableInput.tsx'
import { parsedJson } from '@suoan/console-base/editable-table/json-lines.ts'
import { UnreadableJson } from '@suoan/console-base/editable-table/UnreadableJson.tsx'
import type { Column } from '@suoan/ui/editable-table'
import { PlaceNumbers } from '@suoan/ui/fence-editor'
import { NumberInput } from '@suoan/ui/number-input'
import { Form, Space } from 'antd'
import { FenceDrawing } from './FenceDrawing.tsx'
import './site-tags.css'
import {
  circleFence,
  circleOf,
  cornerLines,
  polygonOf,
  storedCircle,
  type CircleParts,
} from './fence-lines.ts'

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
interface FenceInputProps extends JsonInputProps {
  /** The area that is edited; none of a new one. */
  readonly ownId?: string | undefined
}
const blank = () => ({ lng: null, lat: null })

/**
 * 地理围栏, as 围栏类型 of the form says: the corners of a polygon or a circle, drawn on the plan of the area and in
 * figures.
 */
export function FenceInput(input: FenceInputProps) {
  const form = Form.useFormInstance()
  const kind: unknown = Form.useWatch('geoType', form)
  const { value = '', disabled = false, onChange, ownId } = input
  const stored = value.trim() === '' ? undefined : parsedJson(value)
  const drawn = {
    ownId,
    disabled,
    onStored: (next: unknown) => onChange?.(next === undefined ? undefined : JSON.stringify(next)),
  }
  if (kind === 'polygon') {
    const corners = stored === undefined ? [] : cornerLines.read(stored)
    return (
      <div className="fence-input">
        {corners && <FenceDrawing {...drawn} fence={polygonOf(corners)} />}
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
      </div>
    )
  }
  const circle = kind === 'circle' ? circleOf(stored) : null
  if (circle)
    return (
      <div className="fence-input">
        <FenceDrawing {...drawn} fence={circleFence(circle)} />
        <CircleInput {...input} circle={circle} />
      </div>
    )
  if (value.trim() !== '')
    return <UnreadableJson text={value} disabled={disabled} onClear={() => onChange?.(undefined)} />
  return <span className="hint">请先把“围栏类型”选为圆形或多边形；不选则不按位置判断人员是否在区域内。</span>
}

function CircleInput({ id, disabled = false, onChange, circle }: FenceInputProps & { circle: CircleParts }) {
  const change = (part: Partial<CircleParts>) => {
    const stored = storedCircle({ ...circle, ...part })
    onChange?.(stored === undefined ? undefined : JSON.stringify(stored))
  }
  return (
    <Space wrap role="group" aria-label="圆形围栏" {...(id ? { id } : {})}>
      <PlaceNumbers name="圆心" lng={circle.lng} lat={circle.lat} disabled={disabled} onChange={change} />
      <NumberInput
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
