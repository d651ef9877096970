import { Button } from 'antd'
import type { FallbackProps } from 'react-error-boundary'
import { Notice } from './Notice.tsx'

/** A page that failed while drawing; the other tabs go on. A chunk that cannot be fetched is told apart. */
export function CrashPage({ error, resetErrorBoundary }: FallbackProps) {
  const missing =
    error instanceof Error && /dynamically imported module|Loading chunk|CSS_CHUNK/.test(error.message)
  return (
    <div className="card">
      {missing ? (
        <Notice kind="error" title="页面资源加载失败" text="网络中断或系统已更新，请刷新浏览器后重试">
          <Button type="primary" onClick={() => location.reload()}>
            刷新浏览器
          </Button>
        </Notice>
      ) : (
        <Notice
          kind="error"
          title="页面出现异常"
          text="其他页签不受影响。可重新打开本页；若仍出现，请联系管理员"
        >
          <Button type="primary" onClick={resetErrorBoundary}>
            重新打开
          </Button>
        </Notice>
      )}
    </div>
  )
}
