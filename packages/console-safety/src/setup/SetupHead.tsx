import type { SetupStep } from '@suoan/contract'
import { Progress } from 'antd'
import type { ReactNode } from 'react'

/** What the checklist is, and how much of it is done; its actions at the right. */
export function SetupHead({ steps, children }: { steps: readonly SetupStep[]; children?: ReactNode }) {
  const done = steps.filter(({ state }) => state === 'done').length
  const isDone = done === steps.length
  return (
    <header className="setup-head">
      <div>
        <h3>
          开始使用
          <small>
            已完成 {done} / {steps.length}
          </small>
        </h3>
        <p>
          {isDone
            ? '各步都已完成，首页不再显示这张清单。以后删改了人员、锁具或流程，这里会重新指出缺什么。'
            : '依次做完以下各步，就能开出第一张工作票。是否完成按系统里的实际数据判断。'}
        </p>
      </div>
      {children && <div className="setup-actions">{children}</div>}
      <Progress
        className="setup-progress"
        percent={Math.round((done / steps.length) * 100)}
        showInfo={false}
        size="small"
        status="normal"
        aria-label={`已完成 ${done} 步，共 ${steps.length} 步`}
      />
    </header>
  )
}
