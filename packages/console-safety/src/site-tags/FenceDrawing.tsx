import { fileUrl } from '@suoan/console-base/request/api-base.ts'
import { FenceEditor, type Fence } from '@suoan/ui/fence-editor'
import { Form } from 'antd'
import { storedFence } from './fence-lines.ts'
import { areasAbove, centerOf, fenceFigure, markedPlan } from './surroundings.ts'
import { useAreas } from './use-areas.ts'
import { useFormMarks } from './use-form-marks.ts'

interface Props {
  /** Null while the figures beside it are half filled in. */
  readonly fence: Fence | null
  readonly ownId: string | undefined
  readonly disabled: boolean
  onStored(stored: unknown): void
}

/** The fence of the form on the plan of its area, or on that of the nearest area above that has one. */
export function FenceDrawing({ fence, ownId, disabled, onStored }: Props) {
  const form = Form.useFormInstance()
  const [lng, lat, pid, planFile]: unknown[] = [
    Form.useWatch('lng', form),
    Form.useWatch('lat', form),
    Form.useWatch('pid', form),
    Form.useWatch('planFile', form),
  ]
  const marks = useFormMarks()
  const areas = useAreas()
  const above = areasAbove(areas, pid)
  const own = markedPlan(planFile, marks)
  const plan = own ?? above.map((each) => markedPlan(each.planFile, each.planMarks)).find(Boolean)
  const center = centerOf({ lng, lat }, above)
  const others = areas.flatMap((each) => {
    const figure = each.id === ownId ? null : fenceFigure(each)
    return figure ? [{ name: each.areaName ?? each.id, figure }] : []
  })
  if (!fence) return <span className="hint">填完经度和纬度，且顶点不超过 500 个时，可在图上修改。</span>
  const first = fence.kind === 'circle' ? fence.center : fence.corners[0]
  const at = first ?? center ?? plan?.marks[0]
  if (!at)
    return (
      <span className="hint">要在图上画围栏，请上传平面图并填写“平面图定位”，或填写本区域的经度和纬度。</span>
    )
  return (
    <FenceEditor
      // Another plan, or another kind of fence, is another drawing.
      key={`${fence.kind} ${plan?.file ?? ''}`}
      fence={fence}
      plan={plan ? { src: fileUrl(plan.file), marks: plan.marks } : undefined}
      center={at}
      others={others}
      disabled={disabled}
      onChange={(next) => onStored(storedFence(next))}
    />
  )
}
