import { Button } from 'antd'
import type { FallbackProps } from 'react-error-boundary'
import { Notice } from '@suoan/console-base/states/Notice.tsx'

/** A page that failed while drawing; the other tabs go on. */
export function CrashPage({ resetErrorBoundary }: FallbackProps) {
  return (
    <div className="card">
      <Notice
        kind="error"
        title="页面出现异常"
        text="其他页签不受影响。可重新打开本页；若仍出现，请联系管理员"
      >
        <Button type="primary" onClick={resetErrorBoundary}>
          重新打开
        </Button>
      </Notice>
    </div>
  )
}
