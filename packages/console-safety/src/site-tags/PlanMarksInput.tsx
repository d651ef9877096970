import type { JsonInputProps } from '@suoan/console-base/editable-table/JsonTableInput.tsx'
import { parsedJson } from '@suoan/console-base/editable-table/json-lines.ts'
import { UnreadableJson } from '@suoan/console-base/editable-table/UnreadableJson.tsx'
import { fileUrl } from '@suoan/console-base/request/api-base.ts'
import { firstMarks, PlanMarks } from '@suoan/ui/fence-editor'
import { pathsOf } from '@suoan/ui/stored-file'
import { App, Button, Form, Space } from 'antd'
import { usePosition } from '../position/use-position.ts'
import { draftMarksOf } from './plan-marks.ts'

/** 平面图定位: two spots of the plan whose places are known, so that the fence can be drawn on it. */
export function PlanMarksInput({ id, value = '', disabled = false, onChange }: JsonInputProps) {
  const { message } = App.useApp()
  const planFile: unknown = Form.useWatch('planFile', Form.useFormInstance())
  const position = usePosition(true)
  const [file] = pathsOf(planFile)
  const stored = value.trim() === '' ? undefined : parsedJson(value)
  const marks = stored === undefined ? null : draftMarksOf(stored)
  if (stored !== undefined && !marks)
    return <UnreadableJson text={value} disabled={disabled} onClear={() => onChange?.(undefined)} />
  if (file === undefined)
    return <span className="hint">上传平面图后，在图上标出两处已知位置，就能在平面图上画围栏。</span>
  if (!marks)
    return disabled ? (
      <span className="hint">还没有定位</span>
    ) : (
      // Without the id: the label of the item would be its name.
      <Button onClick={() => onChange?.(JSON.stringify(firstMarks))}>开始定位</Button>
    )
  return (
    <Space orientation="vertical" className="full">
      <PlanMarks
        id={id}
        src={fileUrl(file)}
        marks={marks}
        disabled={disabled}
        onChange={(next) => onChange?.(JSON.stringify(next))}
        locate={async () => {
          const place = await position.read()
          if (place !== 'missing') return place
          void message.warning('没有取到位置，请允许浏览器定位，或手工填写经度和纬度')
          return null
        }}
      />
      {!disabled && (
        <Button type="link" size="small" className="link" onClick={() => onChange?.(undefined)}>
          清除定位
        </Button>
      )}
    </Space>
  )
}
