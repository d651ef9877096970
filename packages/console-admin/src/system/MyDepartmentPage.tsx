import { useQuery } from '@tanstack/react-query'
import { Col, Empty, Input, Row, Skeleton, Tabs, Tree } from 'antd'
import { useMemo, useState } from 'react'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { findOwn, ownDepartments, searchOwn, type OwnDepartment } from './own-departments.ts'
import './system.css'
import { DepartmentBasics } from './DepartmentBasics.tsx'
import { DepartmentMembers } from './DepartmentMembers.tsx'
import { DepartmentRoles } from './DepartmentRoles.tsx'

/** 我的部门: the departments that one leads, their people and their roles (5-screens.md §6.8). */
export default function MyDepartmentPage() {
  const mine = useQuery({
    queryKey: ['department', 'mine'],
    queryFn: ({ signal }) => ownDepartments(signal),
  })
  const [keyword, setKeyword] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const maySeeRoles = useCan('system:departRole:list')
  const rows = mine.data?.rows ?? noDepartments
  const shown = useMemo(() => searchOwn(rows, keyword).map(nodeOf), [rows, keyword])
  const row = findOwn(rows, chosen ?? rows[0]?.id ?? '')

  if (mine.isError) return <ErrorState error={mine.error} onRetry={() => void mine.refetch()} />
  const isPlain = mine.isSuccess && !mine.data.leads
  return (
    <Row gutter={[12, 12]}>
      <Col xs={24} lg={7}>
        <div className="card">
          <Input.Search
            allowClear
            className="tree-search"
            placeholder="请输入部门名称"
            onChange={(event) => setKeyword(event.target.value.trim())}
          />
          {mine.isPending ? (
            <Skeleton active paragraph={{ rows: 6 }} />
          ) : shown.length > 0 ? (
            <Tree
              key={keyword}
              aria-label="我的部门"
              showLine
              blockNode
              defaultExpandAll
              treeData={shown}
              selectedKeys={row ? [row.id] : []}
              onSelect={(keys) => keys[0] !== undefined && setChosen(String(keys[0]))}
            />
          ) : (
            <Empty
              description={
                keyword
                  ? '没有名称相符的部门'
                  : isPlain
                    ? '普通员工暂无此权限，部门负责人由管理员在“部门管理”中指定'
                    : '您的部门下暂无有效部门信息'
              }
            />
          )}
        </div>
      </Col>
      <Col xs={24} lg={17}>
        <div className="card">
          {row === null ? (
            <EmptyState text="请先选择一个部门!" />
          ) : (
            <Tabs
              defaultActiveKey="members"
              items={[
                { key: 'basic', label: '基本信息', children: <DepartmentBasics row={row} rows={rows} /> },
                {
                  key: 'members',
                  label: '用户信息',
                  children: <DepartmentMembers key={row.id} departId={row.id} name={row.title} />,
                },
                ...(maySeeRoles
                  ? [
                      {
                        key: 'roles',
                        label: '部门角色',
                        children: <DepartmentRoles key={row.id} departId={row.id} />,
                      },
                    ]
                  : []),
              ]}
            />
          )}
        </div>
      </Col>
    </Row>
  )
}

interface Node {
  readonly key: string
  readonly title: string
  readonly children?: Node[]
}

const noDepartments: readonly OwnDepartment[] = []

const nodeOf = ({ id, title, children }: OwnDepartment): Node => ({
  key: id,
  title,
  ...(children ? { children: children.map(nodeOf) } : {}),
})
