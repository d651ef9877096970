import { quartzJob, quartzJobEndpoints as calls } from '@suoan/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Tag, Tooltip } from 'antd'
import { Suspense, useState } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { feedback } from '@suoan/console-base/feedback.ts'
import { callForMessage } from '@suoan/console-base/request/call.ts'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import { lazyInput } from '@suoan/console-base/resource/widgets/lazy-input.tsx'
import type { ResourceList } from '@suoan/console-base/resource/use-resource-list.ts'
import { useJobClasses } from './use-job-classes.ts'

const JobClassInput = lazyInput(() => import('./JobInputs.tsx').then((m) => m.JobClassInput))
const CronInput = lazyInput(() => import('./JobInputs.tsx').then((m) => m.CronInput))
const ParameterInput = lazyInput(() => import('./JobInputs.tsx').then((m) => m.ParameterInput))
const JobRuns = lazyPart('JobRuns', () => import('./JobRuns.tsx').then((m) => m.JobRuns))

type Job = RowOf<typeof quartzJob.fields>
const isRunning = ({ status }: Job) => status === 0
const titleOf = ({ description, jobClassName }: Job) => description ?? jobClassName ?? ''

/** 定时任务 (5-screens.md §6.20), with what became of every run. */
export default function QuartzJobPage() {
  const [shown, setShown] = useState<{ readonly job: { id: string; name: string } | null } | null>(null)
  const classes = useJobClasses()
  const client = useQueryClient()
  const take = async (
    endpoint: typeof calls.resume | typeof calls.execute,
    { id }: Job,
    list: ResourceList,
  ) => {
    try {
      const { message } = await callForMessage(endpoint, { id })
      void feedback().message.success(message)
    } finally {
      void client.invalidateQueries({ queryKey: ['quartz-job-runs'] })
      list.reload()
    }
  }
  return (
    <div className="card">
      <ResourceView
        resource={quartzJob}
        exportName="定时任务信息"
        list={['jobClassName', 'cronExpression', 'parameter', 'description', 'status', 'nextFireTime']}
        columns={{
          jobClassName: {
            align: 'left',
            width: 175,
            sorter: true,
            render: (row) => (
              <Tooltip title={classes.find(({ name }) => name === row.jobClassName)?.description}>
                {row.jobClassName}
              </Tooltip>
            ),
          },
          cronExpression: { width: 125 },
          parameter: { width: 90 },
          description: { width: 140, align: 'left' },
          status: {
            width: 90,
            render: (row) =>
              isRunning(row) ? <Tag color="green">已启动</Tag> : <Tag color="orange">已暂停</Tag>,
          },
          nextFireTime: { width: 170 },
        }}
        form={{
          width: 800,
          inputs: {
            jobClassName: (props) => <JobClassInput {...props} />,
            cronExpression: (props) => <CronInput {...props} />,
            parameter: (props) => <ParameterInput {...props} />,
          },
        }}
        toolbar={[{ key: 'runs', label: '全部执行记录', run: () => setShown({ job: null }) }]}
        rowActions={[
          {
            key: 'resume',
            label: '启动',
            primary: true,
            permission: 'system:quartzJob:resume',
            when: (row) => !isRunning(row),
            confirm: '是否启动选中任务?',
            run: (row, list) => take(calls.resume, row, list),
          },
          {
            key: 'pause',
            label: '停止',
            primary: true,
            permission: 'system:quartzJob:pause',
            when: isRunning,
            confirm: '是否暂停选中任务?',
            run: (row, list) => take(calls.pause, row, list),
          },
          {
            key: 'execute',
            label: '执行一次',
            permission: 'system:quartzJob:execute',
            confirm: '是否立即执行任务?',
            run: (row, list) => take(calls.execute, row, list),
          },
          {
            key: 'runs',
            label: '执行记录',
            run: (row) => setShown({ job: { id: row.id, name: titleOf(row) } }),
          },
        ]}
      />
      <Suspense fallback={null}>
        {shown && <JobRuns job={shown.job} onClose={() => setShown(null)} />}
      </Suspense>
    </div>
  )
}
