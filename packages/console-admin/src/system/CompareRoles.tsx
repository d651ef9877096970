import { roleEndpoints, type RoleDifference } from '@suoan/contract'
import { AppDrawer } from '@suoan/ui/modal'
import { useQuery } from '@tanstack/react-query'
import { Alert, Select, Table, Tag } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { OrError } from '@suoan/console-base/states/OrError.tsx'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { useIsNarrow } from '@suoan/console-base/use-width.ts'
import { roleOptionsQuery } from './role-options.ts'
import './system.css'

interface Props {
  /** Up to two roles to begin with. */
  readonly initial: readonly string[]
  onClose(): void
}

const kinds = ['菜单', '菜单', '按钮/权限']

/** 对比角色: what only one of two roles may do, and where their data rules differ. */
export function CompareRoles({ initial, onClose }: Props) {
  const roles = useQuery(roleOptionsQuery)
  const isNarrow = useIsNarrow()
  const [left, setLeft] = useState(initial[0] ?? null)
  const [right, setRight] = useState(initial[1] ?? null)
  const isReady = left !== null && right !== null && left !== right
  const comparison = useQuery({
    queryKey: ['role', 'compare', left, right],
    queryFn: ({ signal }) =>
      call(roleEndpoints.compare, { left: left ?? '', right: right ?? '' }, { signal, quiet: true }),
    enabled: isReady,
    staleTime: 0,
  })
  const nameOf = (id: string | null) => roles.data?.find(({ value }) => value === id)?.label ?? ''
  const choose = (value: string | null, onChange: (id: string) => void, label: string) => (
    <Select<string>
      aria-label={label}
      placeholder={label}
      showSearch={{ optionFilterProp: 'label' }}
      loading={roles.isFetching}
      options={roles.data ?? []}
      value={value}
      onChange={onChange}
    />
  )
  const data = comparison.data
  return (
    <AppDrawer title="对比角色" size={900} onClose={onClose}>
      <div className="two-choices">
        {choose(left, setLeft, '第一个角色')}
        <span>对比</span>
        {choose(right, setRight, '第二个角色')}
      </div>
      <OrError query={roles}>{null}</OrError>
      {!isReady ? (
        <EmptyState text={left !== null && left === right ? '请选择两个不同的角色' : '请选择两个角色'} />
      ) : (
        <OrError query={comparison}>
          {data && (
            <Alert
              className="selection"
              type="info"
              showIcon
              title={
                data.differences.length === 0
                  ? `两个角色的权限完全相同，共 ${data.same} 项`
                  : `相同 ${data.same} 项，不同 ${data.differences.length} 项`
              }
            />
          )}
          <Table<RoleDifference>
            size="middle"
            bordered
            rowKey="id"
            loading={comparison.isPending}
            dataSource={data?.differences ?? []}
            locale={{ emptyText: '没有不同之处' }}
            {...(isNarrow ? {} : { scroll: { x: 720 } })}
            pagination={{ pageSize: 20, showTotal: (all) => `共 ${all} 条` }}
            columns={[
              {
                title: '菜单或按钮',
                key: 'name',
                render: (_, row) => [...row.trail, row.name].join(' / '),
              },
              {
                title: '类型',
                key: 'kind',
                width: 100,
                hidden: isNarrow,
                render: (_, row) => kinds[row.menuType],
              },
              {
                title: nameOf(left),
                key: 'left',
                width: isNarrow ? '26%' : 160,
                render: (_, row) => <Has row={row} side="left" />,
              },
              {
                title: nameOf(right),
                key: 'right',
                width: isNarrow ? '26%' : 160,
                render: (_, row) => <Has row={row} side="right" />,
              },
            ]}
          />
        </OrError>
      )}
    </AppDrawer>
  )
}

function Has({ row, side }: { row: RoleDifference; side: 'left' | 'right' }) {
  if (row.side !== 'both' && row.side !== side) return <span className="no-grant">没有</span>
  const rules = side === 'left' ? row.leftRules : row.rightRules
  if (row.side === 'both') return <>{rules.length === 0 ? '全部数据' : `限：${rules.join('、')}`}</>
  return (
    <>
      <Tag color="green">有</Tag>
      {rules.length > 0 && `限：${rules.join('、')}`}
    </>
  )
}
