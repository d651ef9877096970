import { roleEndpoints, type WhoCanRow } from '@suoan/contract'
import { AppDrawer } from '@suoan/ui/modal'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Select, Table, type TableColumnsType } from 'antd'
import { useMemo, useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { useSession } from '@suoan/console-base/session/session-store.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { OrError } from '@suoan/console-base/states/OrError.tsx'
import { useIsNarrow } from '@suoan/console-base/use-width.ts'
import { GrantedByTags } from './GrantedByTags.tsx'
import './system.css'

interface Props {
  /** A permission to begin with. */
  readonly code?: string
  onClose(): void
}

/** 谁能做: everybody in force who has a permission, and by which role (asked of what authorises). */
export function WhoCan({ code: first, onClose }: Props) {
  const allAuth = useSession((session) => session.permissions?.allAuth)
  const options = useMemo(
    () =>
      (allAuth ?? []).map(({ action, describe }) => ({ value: action, label: `${describe}（${action}）` })),
    [allAuth],
  )
  const [code, setCode] = useState(first ?? null)
  const [pageNo, setPageNo] = useState(1)
  const isNarrow = useIsNarrow()
  const people = useQuery({
    queryKey: ['role', 'whoCan', code, pageNo],
    queryFn: ({ signal }) =>
      call(roleEndpoints.whoCan, { code: code ?? '', pageNo, pageSize: 10 }, { signal, quiet: true }),
    enabled: code !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <AppDrawer title="谁能做" size={760} onClose={onClose}>
      <Select<string>
        className="full tree-search"
        aria-label="权限"
        placeholder="请选择或输入要查的权限，例如 工作票审批"
        showSearch={{ optionFilterProp: 'label' }}
        options={options}
        value={code}
        onChange={(next) => (setCode(next), setPageNo(1))}
      />
      {code === null ? (
        <EmptyState text="选择一项权限，查看谁能做、凭哪个角色" />
      ) : (
        <OrError query={people}>
          {people.data?.orNamed && (
            <Alert
              className="selection"
              type="info"
              showIcon
              title="在途工作票上被指名的人员，对该票也能做这件事，不需要角色"
            />
          )}
          {people.data !== undefined && people.data.unseen > 0 && (
            <Alert
              className="selection"
              type="warning"
              showIcon
              title={`另有 ${people.data.unseen} 人也能做这件事，他们的账号不在您的可见范围内，请向平台管理员了解`}
            />
          )}
          <Table<WhoCanRow>
            size="middle"
            bordered
            rowKey="id"
            loading={people.isPending || people.isPlaceholderData}
            dataSource={people.data?.records ?? []}
            locale={{
              emptyText: people.data?.unseen ? '您可见的人员中没有人有这项权限' : '没有人有这项权限',
            }}
            {...(isNarrow ? {} : { scroll: { x: 640 } })}
            pagination={{
              current: pageNo,
              pageSize: 10,
              total: Number(people.data?.total ?? 0),
              onChange: setPageNo,
              showTotal: (all) => `共 ${all} 人`,
            }}
            columns={isNarrow ? narrow : wide}
          />
        </OrError>
      )}
    </AppDrawer>
  )
}

const by = {
  title: '凭角色',
  key: 'by',
  render: (_: unknown, row: WhoCanRow) => <GrantedByTags by={row.by} />,
}
const wide: TableColumnsType<WhoCanRow> = [
  { title: '用户账号', dataIndex: 'username', width: 130 },
  { title: '用户姓名', dataIndex: 'realname', width: 130 },
  { title: '部门', key: 'departs', width: 160, render: (_, row) => row.orgCodeTxt || '—' },
  by,
]
/** By which role is what is asked: on a phone it stands beside the name. */
const narrow: TableColumnsType<WhoCanRow> = [
  {
    title: '用户',
    key: 'user',
    render: (_, row) => (
      <>
        {row.realname}
        <div className="no-grant">{[row.username, row.orgCodeTxt].filter(Boolean).join(' · ')}</div>
      </>
    ),
  },
  by,
]
