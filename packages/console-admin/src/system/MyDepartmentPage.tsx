import { department } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Col, Empty, Input, Row, Skeleton, Tabs, Tree } from 'antd'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTree } from '@suoan/console-base/resource/use-tree.ts'
import { useCan, useCanVerb } from '@suoan/console-base/session/Can.tsx'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'
import { findOwn, ownDepartments, searchOwn, type OwnDepartment } from './own-departments.ts'
import { nameOf } from './tree-search.ts'
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

  if (mine.isLoadingError) return <ErrorState error={mine.error} onRetry={() => void mine.refetch()} />
  if (mine.isSuccess && rows.length === 0) return <LeadsNone leads={mine.data.leads} />
  return (
    <Row gutter={[12, 12]}>
      <Col span={24} hidden={!mine.isError}>
        <KeptNote query={mine} />
      </Col>
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
            <Empty description="没有名称相符的部门" />
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

/** Whoever leads no department is told how one comes to lead one; who edits departments goes on from here. */
function LeadsNone({ leads }: { leads: boolean }) {
  const navigate = useNavigate()
  const mayEdit = useCanVerb(department, 'edit')
  return (
    <div className="card">
      {mayEdit ? (
        <EmptyState text="您还不是任何部门的负责人，这里只列出自己负责的部门">
          <EditableDepartments />
          <Button type="primary" onClick={() => void navigate('/isystem/depart')}>
            去部门管理
          </Button>
        </EmptyState>
      ) : (
        <EmptyState
          text={
            leads
              ? '您的部门下暂无有效部门信息'
              : '普通员工暂无此权限；需要管理本部门时，请联系管理员在“部门管理”中把您设为部门负责人'
          }
        />
      )}
    </div>
  )
}

/** What somebody without a department of his own may manage all the same, and how he comes to lead one of them. */
function EditableDepartments() {
  const tree = useTree(department)
  const names = (tree.data ?? []).map(nameOf)
  if (names.length === 0) return null
  return (
    <p className="leads-none">
      您可以在部门管理中管理：{names.slice(0, 8).join('、')}
      {names.length > 8 ? ` 等 ${names.length} 个部门` : ''}
      （含下级）；要在这里管理其中某个部门的人员和角色，请先在它的基本信息里把自己设为“部门负责人”。
    </p>
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
