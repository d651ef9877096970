import { mostOnPlan } from '@suoan/contract'
import { AppDrawer } from '@suoan/ui/modal'
import { useQuery } from '@tanstack/react-query'
import { Alert, Breadcrumb, Button, Checkbox, Select } from 'antd'
import { useState } from 'react'
import { usePageParams } from '@suoan/console-base/tabs/dialog-page.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { Answered } from '@suoan/console-base/states/Answered.tsx'
import { planQuery } from '../board-queries.ts'
import { PlanPicture } from './PlanPicture.tsx'
import { layerNames, layers, thingsOf, type Layer, type PlanThing } from './plan-things.ts'
import { ThingLines } from './ThingLines.tsx'
import './plan.css'

const layerOptions = layers.map((value) => ({ value, label: layerNames[value] }))

/** 平面图: what stands and happens in an area on its drawing, and the same as a list beside it (3-domain.md §6.1). */
export function PlanCard() {
  const [params, setParams] = usePageParams()
  const [shown, setShown] = useState<readonly Layer[]>(layers)
  const [opened, setOpened] = useState<readonly PlanThing[] | null>(null)
  const areaId = params.get('area')
  const plan = useQuery(planQuery(areaId))
  const goTo = (id: string) => {
    setOpened(null)
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        next.set('area', id)
        return next
      },
      { replace: true },
    )
  }
  return (
    <section className="card board-plan" aria-label="区域平面图">
      <Answered query={plan} rows={12}>
        {(data) => {
          const { area, above, plans } = data
          if (area === null)
            return <EmptyState text="还没有您能查看的区域；区域由管理员在“区域管理”中建立，并上传平面图" />
          const things = thingsOf(data, new Set(shown))
          return (
            <>
              <header className="board-plan-head">
                <h3>平面图</h3>
                <Breadcrumb
                  items={[...above, area].map(({ id, areaName }) => ({
                    key: id,
                    title:
                      id === area.id ? (
                        <span aria-current="location">{areaName}</span>
                      ) : (
                        <Button type="link" size="small" className="link" onClick={() => goTo(id)}>
                          {areaName}
                        </Button>
                      ),
                  }))}
                />
                <Select
                  className="board-plan-area"
                  aria-label="选择区域"
                  showSearch={{ optionFilterProp: 'label' }}
                  value={area.id}
                  onChange={goTo}
                  options={(plans.some(({ id }) => id === area.id) ? plans : [area, ...plans]).map(
                    (each) => ({
                      value: each.id,
                      label: each.areaName,
                    }),
                  )}
                />
              </header>
              <Checkbox.Group
                className="board-plan-layers"
                aria-label="显示内容"
                options={layerOptions}
                value={[...shown]}
                onChange={(next) => setShown(layers.filter((each) => next.includes(each)))}
              />
              {data.isCut && (
                <Alert
                  className="gap-bottom"
                  type="warning"
                  showIcon
                  title={`每类最多显示 ${mostOnPlan} 项，其余没有显示；请进入下级区域查看`}
                />
              )}
              <div className="board-plan-body">
                <PlanPicture
                  key={area.id}
                  area={area}
                  things={things}
                  onOpen={(all) => {
                    const [first] = all
                    if (all.length === 1 && first?.kind === 'branch') goTo(first.to)
                    else setOpened(all)
                  }}
                />
                <div className="board-plan-list">
                  <ThingLines things={things} onArea={goTo} withPlace />
                </div>
              </div>
            </>
          )
        }}
      </Answered>
      {opened && (
        <AppDrawer size={440} title={`这个位置（${opened.length} 项）`} onClose={() => setOpened(null)}>
          <ThingLines things={opened} onArea={goTo} />
        </AppDrawer>
      )}
    </section>
  )
}
