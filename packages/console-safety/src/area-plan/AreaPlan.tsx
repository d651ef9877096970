import { AimOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons'
import { fileUrl } from '@suoan/console-base/request/api-base.ts'
import { placed, PlanCanvas, usePicture, wholeView, zoomed, type View } from '@suoan/ui/fence-editor'
import { Button, Skeleton } from 'antd'
import { Fragment, useState, type ReactNode } from 'react'
import { Notice } from '@suoan/console-base/states/Notice.tsx'
import { useIsNarrow } from '@suoan/console-base/use-width.ts'
import type { Look } from '@suoan/console-base/status/StatusBadge.tsx'
import './area-plan.css'
import { groupPins, type Placed, type PinGroup } from './group-pins.ts'

export interface PinLook {
  /** What it is in words, for those who do not see it. */
  readonly label: string
  readonly tone: Look['tone']
  readonly content: ReactNode
  /** Written below the pin. */
  readonly name?: string
}

interface Props<T extends Placed> {
  /** Stored path of the plan; null where the area has none. */
  readonly planFile: string | null
  readonly areaName: string
  readonly things: readonly T[]
  /** What a pin looks like. */
  draw(group: PinGroup<T>): PinLook
  /** Without it nothing can be pressed: the plan hangs on a wall. */
  readonly onOpen?: (group: PinGroup<T>) => void
  /** Names written on the plan: the areas below. */
  readonly names?: readonly (Placed & { readonly name: string })[]
}

/** Two pins nearer than this lie on each other, in parts of the width that is in sight: a phone has less of it. */
const pinPart = { wide: 0.045, narrow: 0.095 } as const

/** The drawing of an area with pins on it; whatever it shows stands in a list beside it too. */
export function AreaPlan<T extends Placed>({
  planFile,
  areaName,
  things,
  draw,
  onOpen,
  names = [],
}: Props<T>) {
  const src = planFile === null ? undefined : fileUrl(planFile)
  const picture = usePicture(src)
  const [view, setView] = useState<View>(wholeView)
  const isNarrow = useIsNarrow()
  if (src === undefined)
    return (
      <Notice
        kind="warning"
        title="这个区域还没有平面图"
        text="请在“区域管理”中编辑该区域，上传平面图；旁边的清单不受影响"
      />
    )
  if (picture.state === 'loading') return <Skeleton.Node active className="area-plan-coming" />
  if (picture.aspect === null)
    return (
      <Notice
        kind="warning"
        title="平面图不能显示"
        text="文件不存在，或您没有查看区域的权限；请联系管理员。旁边的清单不受影响"
      />
    )
  const groups = groupPins(things, (isNarrow ? pinPart.narrow : pinPart.wide) * view.size, picture.aspect)
  const zoom = (factor: number) =>
    setView(zoomed(view, factor, { x: view.x + view.size / 2, y: view.y + view.size / 2 }))
  return (
    <div className="area-plan">
      <PlanCanvas
        label={`${areaName}平面图${onOpen ? '，旁边的清单有同样的内容' : ''}`}
        src={src}
        aspect={picture.aspect}
        isDrawing={picture.isDrawing}
        view={view}
        onView={setView}
      >
        {names.map(({ id, name, spot }) => (
          <span key={id} className="area-plan-name" style={placed(view, spot)} aria-hidden>
            {name}
          </span>
        ))}
        {groups.map((group) => {
          const { label, tone, content, name } = draw(group)
          const at = placed(view, group.spot)
          const look = { className: `area-pin tone-${tone}`, style: at, title: label, 'aria-label': label }
          const head = <span className="area-pin-head">{content}</span>
          return (
            <Fragment key={group.things[0].id}>
              {onOpen ? (
                <button type="button" {...look} onClick={() => onOpen(group)}>
                  {head}
                </button>
              ) : (
                <span {...look} role="img">
                  {head}
                </span>
              )}
              {name !== undefined && (
                <span className="area-pin-name" style={at} aria-hidden>
                  {name}
                </span>
              )}
            </Fragment>
          )
        })}
        {onOpen && (
          <span className="plan-zoom">
            <Button size="small" icon={<PlusOutlined />} aria-label="放大平面图" onClick={() => zoom(1.6)} />
            <Button
              size="small"
              icon={<MinusOutlined />}
              aria-label="缩小平面图"
              disabled={view.size >= 1}
              onClick={() => zoom(0.625)}
            />
            {view.size < 1 && (
              <Button
                size="small"
                icon={<AimOutlined />}
                aria-label="显示整张平面图"
                onClick={() => setView(wholeView)}
              />
            )}
          </span>
        )}
      </PlanCanvas>
    </div>
  )
}
