import { fileUrl } from '@suoan/console-base/request/api-base.ts'
import { NumberInput } from '@suoan/ui/number-input'
import { PlanSpot } from '@suoan/ui/fence-editor'
import { pathsOf } from '@suoan/ui/stored-file'
import { Button, Form } from 'antd'
import { useAreas } from './use-areas.ts'

interface Props {
  readonly disabled: boolean
  /** The field of the form that names the area on whose plan it stands. */
  readonly areaField: 'areaId' | 'pid'
  readonly id?: string
  readonly value?: number | null
  readonly onChange?: (value: number | null) => void
}

/** 图上位置 Y, and below it the plan of the area on which a press fills in both X and Y. */
export function PlanSpotInput({ disabled, areaField, id, value = null, onChange }: Props) {
  const form = Form.useFormInstance()
  const areaId: unknown = Form.useWatch(areaField, form)
  const x: unknown = Form.useWatch('planX', form)
  const areas = useAreas()
  const area = areas.find((each) => each.id === areaId)
  const [file] = pathsOf(area?.planFile)
  const number = (
    <NumberInput
      {...(id ? { id } : {})}
      className="full"
      min={0}
      max={1}
      disabled={disabled}
      placeholder={disabled ? '' : '请输入图上位置 Y'}
      value={value}
      onChange={(next) => onChange?.(next)}
    />
  )
  if (file === undefined)
    return (
      <div className="plan-spot">
        {number}
        <span className="hint">
          {area
            ? `“${area.areaName ?? ''}”还没有平面图；在“区域管理”中上传后，可在图上点选位置。`
            : areaField === 'pid'
              ? '没有上级区域时不需要图上位置。'
              : '选好区域后，可在它的平面图上点选位置。'}
        </span>
      </div>
    )
  const spot = typeof x === 'number' && value !== null ? { x, y: value } : null
  const put = (next: { readonly x: number; readonly y: number } | null) => {
    form.setFieldValue('planX', next?.x ?? null)
    onChange?.(next?.y ?? null)
  }
  return (
    <div className="plan-spot">
      {number}
      <PlanSpot key={file} src={fileUrl(file)} spot={spot} disabled={disabled} onChange={put} />
      {spot && !disabled && (
        <Button type="link" size="small" className="link" onClick={() => put(null)}>
          清除位置
        </Button>
      )}
    </div>
  )
}
