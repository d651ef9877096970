import type { JobRunStatus } from '@suoan/contract'

/** What a run is called, and the colour of its tag. */
export const runStatuses: Readonly<Record<JobRunStatus, { readonly text: string; readonly color: string }>> =
  {
    waiting: { text: '等待执行', color: 'default' },
    running: { text: '执行中', color: 'processing' },
    done: { text: '成功', color: 'success' },
    failed: { text: '失败', color: 'error' },
    timeout: { text: '超时', color: 'error' },
    cancelled: { text: '已终止', color: 'default' },
    interrupted: { text: '中断', color: 'warning' },
    missed: { text: '错过', color: 'warning' },
  }
