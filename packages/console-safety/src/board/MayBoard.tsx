import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { homePath } from '@suoan/console-base/session/guard.ts'
import { Notice } from '@suoan/console-base/states/Notice.tsx'

/** A page of figures for those who may see the board; the others are told whom to ask. A second try would not help them. */
export function MayBoard({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  if (useCan('lo:board:list')) return children
  return (
    <div className="card">
      <Notice
        kind="warning"
        title="您没有查看看板的权限"
        text="如需查看，请联系管理员为您的角色授权“看板指标”，然后重新登录"
      >
        <Button type="primary" onClick={() => void navigate(homePath)}>
          返回首页
        </Button>
      </Notice>
    </div>
  )
}
