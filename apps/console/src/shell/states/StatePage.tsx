import { Button, Result } from 'antd'
import { useNavigate } from 'react-router'
import type { ReactNode } from 'react'
import { homePath } from '../../session/guard.ts'

/** 403, 404 and 500 (5-screens.md §11). */
export function StatePage({
  status,
  text,
  extra,
}: {
  status: 403 | 404 | 500
  text?: string
  extra?: ReactNode
}) {
  const navigate = useNavigate()
  const texts = {
    403: '抱歉，你无权访问该页面',
    404: '抱歉，你访问的页面不存在或无权访问',
    500: '抱歉，服务器出错了',
  } as const
  return (
    <Result
      status={status === 404 ? '404' : status === 403 ? '403' : '500'}
      title={status}
      subTitle={text ?? texts[status]}
      extra={
        <>
          {extra}
          <Button type="primary" onClick={() => void navigate(homePath)}>
            返回首页
          </Button>
        </>
      }
    />
  )
}
