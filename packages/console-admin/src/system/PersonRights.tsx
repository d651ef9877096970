import { roleEndpoints, type PersonGrant } from '@suoan/contract'
import { AppDrawer } from '@suoan/ui/modal'
import { useQuery } from '@tanstack/react-query'
import { Input, Table } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { OrError } from '@suoan/console-base/states/OrError.tsx'
import { useIsNarrow } from '@suoan/console-base/use-width.ts'
import { GrantedByTags } from './GrantedByTags.tsx'
import './system.css'

interface Props {
  readonly userId: string
  readonly name: string
  onClose(): void
}

/** 权限来源: what a person may do, and by which role (asked of what authorises him). */
export function PersonRights({ userId, name, onClose }: Props) {
  const [word, setWord] = useState('')
  const isNarrow = useIsNarrow()
  const grants = useQuery({
    queryKey: ['role', 'personGrants', userId],
    queryFn: ({ signal }) => call(roleEndpoints.personGrants, { userId }, { signal, quiet: true }),
    staleTime: 0,
  })
  const wanted = word.trim().toLowerCase()
  const rows = (grants.data ?? []).filter((row) =>
    [row.name, row.code, ...row.trail, ...row.by.map((each) => each.name)].some((text) =>
      text.toLowerCase().includes(wanted),
    ),
  )
  return (
    <AppDrawer title={`权限来源：${name}`} size={860} onClose={onClose}>
      <Input.Search
        allowClear
        className="tree-search"
        placeholder="按权限、菜单或角色名称筛选"
        onChange={(event) => setWord(event.target.value)}
      />
      <OrError query={grants}>
        <Table<PersonGrant>
          size="middle"
          bordered
          rowKey="code"
          loading={grants.isPending}
          dataSource={rows}
          locale={{ emptyText: wanted ? '没有符合条件的权限' : '该用户没有任何权限，请为他分配角色' }}
          {...(isNarrow ? {} : { scroll: { x: 720 } })}
          pagination={{ pageSize: 20, showTotal: (all) => `共 ${all} 项` }}
          columns={[
            {
              title: '能做',
              key: 'name',
              render: (_, row) => (
                <>
                  {[...row.trail.slice(-1), row.name].join(' / ')}
                  {isNarrow && <div className="no-grant long-code">{row.code}</div>}
                </>
              ),
            },
            { title: '权限编码', dataIndex: 'code', width: 230, hidden: isNarrow },
            {
              title: '凭角色',
              key: 'by',
              width: isNarrow ? '42%' : 280,
              render: (_, row) => <GrantedByTags by={row.by} />,
            },
          ]}
        />
      </OrError>
    </AppDrawer>
  )
}
