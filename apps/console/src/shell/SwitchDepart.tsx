import { ClusterOutlined } from '@ant-design/icons'
import { AppModal } from '@suoan/ui/modal'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Avatar, Select, Spin, Tooltip } from 'antd'
import { useEffect, useState } from 'react'
import { request } from '@suoan/console-base/request/client.ts'
import { selectDepart } from '@suoan/console-base/session/login/login-calls.ts'
import type { Depart } from '@suoan/console-base/session/login/login-steps.ts'
import { userOf, useSession } from '@suoan/console-base/session/session-store.ts'
import { feedback } from '@suoan/console-base/feedback.ts'
import { queryClient } from '@suoan/console-base/query-client.ts'
import { OrError } from '@suoan/console-base/states/OrError.tsx'

/** 部门切换: the department in force for this person (5-screens.md §2.9). */
export function SwitchDepart({ onClose }: { onClose(): void }) {
  const username = useSession((session) => session.user?.username) ?? ''
  const departs = useQuery({
    queryKey: ['session', 'departs'],
    queryFn: async ({ signal }) =>
      (
        await request<{ list: Depart[]; orgCode: string | null }>({
          method: 'GET',
          path: '/sys/user/getCurrentUserDeparts',
          signal,
        })
      ).result,
  })
  const [picked, setPicked] = useState<string | null>(null)
  const [bad, setBad] = useState(false)
  const list = departs.data?.list ?? []
  const current = list.find((depart) => depart.orgCode === departs.data?.orgCode)
  const value = picked ?? current?.orgCode ?? null
  const none = departs.isSuccess && list.length === 0

  useEffect(() => {
    if (!none) return
    void feedback().message.warning('您尚未设置部门信息!')
    onClose()
  }, [none, onClose])

  const save = useMutation({
    mutationFn: (orgCode: string) => selectDepart(username, orgCode),
    onSuccess: (answer) => {
      const user = userOf(answer)
      if (user) useSession.getState().setUser(user)
      void feedback().message.success('部门切换成功')
      onClose()
      // What may be seen depends on the department.
      void queryClient.invalidateQueries()
    },
  })

  return (
    <AppModal
      open={!none}
      title={departs.data ? `部门切换（当前部门 : ${current?.departName ?? '未选择'}）` : '部门切换'}
      width={450}
      mask={{ closable: false }}
      cancelText="关闭"
      okText="确认"
      confirmLoading={save.isPending}
      okButtonProps={{ disabled: !departs.data }}
      onCancel={onClose}
      okClose={false}
      onOk={() => {
        setBad(!value)
        if (value) save.mutate(value)
      }}
    >
      <OrError query={departs}>
        <Spin spinning={departs.isPending}>
          <div className="switch-depart">
            <Tooltip title="您隶属于多部门，请选择当前所在部门">
              <Avatar
                style={{ background: 'var(--solid-ok)' }}
                icon={<ClusterOutlined style={{ color: 'var(--on-colour)' }} />}
              />
            </Tooltip>
            <Select
              className="grow"
              placeholder="请选择登录部门"
              {...(bad && !value ? { status: 'error' as const } : {})}
              value={value}
              onChange={setPicked}
              showSearch={{ optionFilterProp: 'label' }}
              options={list.map((depart) => ({ value: depart.orgCode, label: depart.departName }))}
            />
          </div>
        </Spin>
      </OrError>
    </AppModal>
  )
}
