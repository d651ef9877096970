import { QuestionCircleOutlined } from '@ant-design/icons'
import { grantEndpoints } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { Button, DatePicker, Form, Segmented, Skeleton } from 'antd'
import type { Dayjs } from 'dayjs'
import { useId, useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { RefPicker } from '@suoan/console-base/resource/widgets/RefPicker.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { openVerdict } from './open-verdict.ts'
import { VerdictView } from './VerdictView.tsx'

const one = (value: string | string[] | undefined) =>
  Array.isArray(value) ? (value[0] ?? '') : (value ?? '')

interface Asked {
  readonly lockId: string
  readonly userId: string
  readonly workId: string
  readonly onSite: '1' | '0'
  /** `YYYY-MM-DD HH:mm:ss`, empty = now. */
  readonly at: string
}

/** 判定解释: may this person open this lock for this ticket? Nothing is sent to the lock. */
export function ExplainCard({ lockId: fixed }: { lockId?: string }) {
  const formId = useId()
  const [lockId, setLockId] = useState(fixed ?? '')
  const [userId, setUserId] = useState('')
  const [workId, setWorkId] = useState('')
  const [onSite, setOnSite] = useState<'1' | '0'>('1')
  const [at, setAt] = useState<Dayjs | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const explained = useQuery({
    queryKey: ['resource', 'lock', 'explain', asked],
    queryFn: ({ signal }) => {
      const { lockId: id = '', userId: user, workId: work, onSite: here = '1', at: moment } = asked ?? {}
      return call(
        grantEndpoints.explain,
        {
          lockId: id,
          onSite: here,
          ...(user ? { userId: user } : {}),
          ...(work ? { workId: work } : {}),
          ...(moment ? { at: moment } : {}),
        },
        { signal, quiet: true },
      )
    },
    enabled: asked !== null,
    staleTime: 0,
  })
  return (
    <>
      <Form layout="vertical" component="div">
        {!fixed && (
          <Form.Item label="锁具" htmlFor={`${formId}-lock`} required>
            <RefPicker
              id={`${formId}-lock`}
              field={{ kind: 'ref', label: '锁具', resource: 'lock' }}
              {...(lockId ? { value: lockId } : {})}
              onChange={(value) => setLockId(one(value))}
            />
          </Form.Item>
        )}
        <Form.Item label="人员" htmlFor={`${formId}-user`} extra="不选则为本人">
          <RefPicker
            id={`${formId}-user`}
            field={{ kind: 'ref', label: '人员', resource: 'user' }}
            {...(userId ? { value: userId } : {})}
            onChange={(value) => setUserId(one(value))}
          />
        </Form.Item>
        <Form.Item label="工作票" htmlFor={`${formId}-work`}>
          <RefPicker
            id={`${formId}-work`}
            field={{ kind: 'ref', label: '工作票', resource: 'work' }}
            {...(workId ? { value: workId } : {})}
            onChange={(value) => setWorkId(one(value))}
          />
        </Form.Item>
        <LabelledItem label="位置">
          <Segmented<'1' | '0'>
            value={onSite}
            options={[
              { value: '1', label: '在锁旁' },
              { value: '0', label: '不在现场' },
            ]}
            onChange={setOnSite}
          />
        </LabelledItem>
        <LabelledItem label="时间" extra="不选则为现在">
          <DatePicker
            className="full"
            showTime={{ format: 'HH:mm' }}
            format="YYYY-MM-DD HH:mm"
            value={at}
            placeholder="现在"
            onChange={setAt}
          />
        </LabelledItem>
        <Button
          type="primary"
          icon={<QuestionCircleOutlined />}
          disabled={!lockId}
          loading={explained.isFetching}
          onClick={() => {
            setAsked({ lockId, userId, workId, onSite, at: at?.format('YYYY-MM-DD HH:mm:00') ?? '' })
            if (asked) void explained.refetch()
          }}
        >
          可以开锁吗？
        </Button>
      </Form>
      <div className="explain-answer">
        {asked === null ? null : explained.isPending ? (
          <Skeleton active paragraph={{ rows: 3 }} />
        ) : explained.isError ? (
          // No old verdict: 可以开锁 is true of the moment it was asked, and of no later one.
          <ErrorState error={explained.error} onRetry={() => void explained.refetch()} />
        ) : (
          <VerdictView
            verdict={openVerdict(explained.data, explained.data.allow ? '' : explained.data.message)}
          />
        )}
      </div>
    </>
  )
}
