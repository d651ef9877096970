import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { MenuPage } from '@suoan/console-base/session/menu-pages.ts'
import { tourSteps } from './tour-steps.ts'

const KEY = 'suoan-demo-tour'
/** Where he left it; `over` once he has seen or skipped it: it never comes again in this browser. */
const kept = (): string => localStorage.getItem(KEY) ?? '0'

/** The five-minute walk: one page after the other, with what to look at there. Skipped once, it is gone for good. */
export function DemoTour({ pages }: { readonly pages: readonly MenuPage[] }) {
  const [at, setAt] = useState(kept)
  const navigate = useNavigate()
  const steps = tourSteps.filter(({ path }) => pages.some((page) => page.path === path))
  const index = Number(at)
  const step = steps[index]
  const keep = (value: string) => {
    localStorage.setItem(KEY, value)
    setAt(value)
  }
  if (at === 'over' || step === undefined) return null
  const isLast = index === steps.length - 1
  return (
    <aside className="demo-tour" aria-label="五分钟导览">
      <small>
        五分钟导览 {index + 1} / {steps.length}
      </small>
      <b>{step.title}</b>
      <p>{step.text}</p>
      <div>
        <Button type="text" onClick={() => keep('over')}>
          {isLast ? '结束' : '跳过，不再显示'}
        </Button>
        <Button type="link" onClick={() => void navigate(step.path)}>
          打开{step.title}
        </Button>
        {!isLast && <Button onClick={() => keep(String(index + 1))}>下一步</Button>}
      </div>
    </aside>
  )
}
