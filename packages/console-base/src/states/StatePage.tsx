import { Button } from 'antd'
import { useNavigate } from 'react-router'
import type { ReactNode } from 'react'
import { homePath } from '../session/guard.ts'
import { StateDrawing } from './StateDrawing.tsx'
import './state-page.css'
import type { StateCode } from './state-code.ts'

const texts: Readonly<Record<StateCode, { readonly say: string; readonly next: string }>> = {
  403: { say: '抱歉，你无权访问该页面', next: '如需使用，请联系管理员授权后重新登录。' },
  404: {
    say: '抱歉，你访问的页面不存在或无权访问',
    next: '请检查地址，或从菜单重新进入；若应有权限，请联系管理员。',
  },
  500: { say: '抱歉，服务器出错了', next: '请稍后重试；若仍出现，请联系管理员并说明操作与时间。' },
}

/** 403, 404 and 500: drawing at the left, code, text and the way home at the right (5-screens.md §11). */
export function StatePage({ status, extra }: { status: StateCode; extra?: ReactNode }) {
  const navigate = useNavigate()
  const { say, next } = texts[status]
  return (
    <section className="card state-page" aria-labelledby={`state-${status}`}>
      <StateDrawing status={status} />
      <div>
        <h1 id={`state-${status}`}>{status}</h1>
        <p className="state-say">{say}</p>
        <p className="state-next">{next}</p>
        <div className="state-actions">
          <Button type="primary" onClick={() => void navigate(homePath)}>
            返回首页
          </Button>
          {extra}
        </div>
      </div>
    </section>
  )
}
