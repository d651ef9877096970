import { dutyShift, dutyShiftEndpoints } from '@suoan/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Tag } from 'antd'
import { Suspense, useState } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { call } from '@suoan/console-base/request/call.ts'
import { useDictionary } from '@suoan/console-base/resource/dictionaries.ts'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import type { ResourceList } from '@suoan/console-base/resource/use-resource-list.ts'
import { Answered } from '@suoan/console-base/states/Answered.tsx'
import './duty-shifts.css'

const ArrangeDialog = lazyPart('ArrangeDialog', () =>
  import('./ArrangeDialog.tsx').then((m) => m.ArrangeDialog),
)
const queryKey = ['duty-now']

/** 值班表: who is on duty now, the shifts, and making them by turns (decision 0831). */
export default function DutyShiftPage() {
  const client = useQueryClient()
  const [arranged, setArranged] = useState<ResourceList | null>(null)
  return (
    <div className="card">
      <ResourceView
        resource={dutyShift}
        search={['dutyPost', 'userId', 'areaId']}
        above={<Now />}
        columns={{
          dutyPost: { width: 110, align: 'center' },
          areaId: { width: 180, align: 'left', render: (row) => row.areaId_dictText || '全厂' },
          userId: { width: 140, align: 'left' },
          sequence: { width: 100, align: 'center' },
          startTime: { width: 170, align: 'center' },
          endTime: { width: 170, align: 'center' },
        }}
        toolbar={[
          {
            key: 'arrange',
            label: '轮换排班',
            permission: 'lo:dutyShift:add',
            run: (list) => setArranged(list),
          },
        ]}
        emptyText="还没有排班。没有人值班时，三级警告通知全部“值班室”岗位人员"
      />
      <Suspense fallback={null}>
        {arranged && (
          <ArrangeDialog
            onClose={() => setArranged(null)}
            onDone={() => {
              arranged.reload()
              void client.invalidateQueries({ queryKey })
            }}
          />
        )}
      </Suspense>
    </div>
  )
}

/** Who is on duty now, post by post, and where there is nobody. */
function Now() {
  const posts = useDictionary('lo_duty_post')
  const now = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(dutyShiftEndpoints.now, {}, { signal, quiet: true }),
    refetchInterval: 60_000,
  })
  return (
    <Answered query={now} rows={1}>
      {({ onDuty, calls }) => (
        <section className="duty-now" aria-label="当前值班">
          {posts.map(({ value, text }) => {
            const people = onDuty.filter(({ dutyPost }) => dutyPost === value)
            return (
              <div key={value} className="duty-post">
                <b>{text}</b>
                {people.length === 0 ? (
                  <Tag color="warning">此刻无人值班，通知全部“{text}”岗位人员</Tag>
                ) : (
                  people.map((each) => (
                    <Tag key={each.id} color={each.hasPhone ? 'success' : 'error'}>
                      {each.sequence}. {each.realname}
                      {each.areaName ? `（${each.areaName}）` : ''}
                      {each.hasPhone ? '' : '，没有登记手机号'} 至 {each.endTime.slice(5, 16)}
                    </Tag>
                  ))
                )}
              </div>
            )
          })}
          {!calls && (
            <Alert
              type="info"
              showIcon
              title="没有接通语音电话（VOICE_URL），值班人只收到站内消息、短信和邮件"
            />
          )}
        </section>
      )}
    </Answered>
  )
}
