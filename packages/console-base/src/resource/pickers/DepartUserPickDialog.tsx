import { FolderOutlined, RedoOutlined } from '@ant-design/icons'
import { department, permissionOf, user, userEndpoints } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { drop, include, NamePaste, shortName, toggle, toNextRow } from '@suoan/ui/pickers'
import type { Chosen } from '@suoan/ui/pickers'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Input, Skeleton, Table, Tag, Tree } from 'antd'
import type { TreeDataNode } from 'antd'
import { useMemo, useState } from 'react'
import { call } from '../../request/call.ts'
import type { ListRow } from '../list-row.ts'
import { useTree } from '../use-tree.ts'
import { useHiddenParts } from '../../session/Can.tsx'
import { EmptyState } from '../../states/EmptyState.tsx'
import { OrError } from '../../states/OrError.tsx'
import { peopleByNames } from './people-search.ts'
import './pickers.css'

interface Props {
  readonly initial: readonly Chosen[]
  readonly multiple: boolean
  /** Field of the user that is stored. */
  readonly by?: string
  onConfirm(chosen: readonly Chosen[]): void
  onCancel(): void
}

/** Tags that are drawn of those chosen: a pasted list may have ten thousand names. */
const mostTags = 100

/**
 * 根据部门选择用户, 1250 wide: departments in a card at the left, their people in one at the right (5-screens.md §13.7).
 * Needs `system:user:list` and `system:depart:list`.
 */
export function DepartUserPickDialog({ initial, multiple, by = 'id', onConfirm, onCancel }: Props) {
  const departs = useTree(department)
  const hidden = useHiddenParts(permissionOf(user, 'column:'))
  const { names } = peopleByNames(by)
  const [chosen, setChosen] = useState(initial)
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState({ departId: '', username: '', pageNo: 1 })
  const { departId, username, pageNo } = asked
  const users = useQuery({
    queryKey: ['resource', 'user', 'pick', 'depart', asked],
    queryFn: ({ signal }) =>
      call(
        userEndpoints.pick,
        {
          ...(departId ? { departId } : {}),
          ...(username ? { username } : {}),
          pageNo,
          pageSize: 10,
        },
        { signal, quiet: true },
      ),
    placeholderData: keepPreviousData,
  })
  const choiceOf = (row: ListRow): Chosen => ({
    key: String(row[by] ?? row.id),
    label: String(row['realname'] ?? row['username']),
  })
  const choose = (row: ListRow) => setChosen(toggle(chosen, choiceOf(row), multiple))
  const nodes = useMemo(() => (departs.data ?? []).map(nodeOf), [departs.data])
  return (
    <AppModal
      open
      fullscreen
      title="根据部门选择用户"
      width={1250}
      okClose={false}
      onOk={() => onConfirm(chosen)}
      onCancel={onCancel}
    >
      <div className="depart-users">
        <section aria-label="部门">
          <OrError query={departs}>
            {departs.isPending ? (
              <Skeleton active />
            ) : nodes.length === 0 ? (
              <EmptyState text="还没有部门，请先在部门管理中新增" />
            ) : (
              <Tree.DirectoryTree
                treeData={nodes}
                defaultExpandedKeys={nodes.slice(0, 1).map(({ key }) => key)}
                expandAction="doubleClick"
                selectedKeys={departId ? [departId] : []}
                onSelect={([key]) =>
                  setAsked({ ...asked, departId: key === undefined ? '' : String(key), pageNo: 1 })
                }
              />
            )}
          </OrError>
        </section>
        <section aria-label="部门的用户" onKeyDown={toNextRow}>
          <div className="depart-users-query">
            <label htmlFor="depart-users-name">用户账号：</label>
            <Input.Search
              id="depart-users-name"
              allowClear
              placeholder="请输入账号"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onSearch={(text) => setAsked({ ...asked, username: text.trim(), pageNo: 1 })}
            />
            <Button
              icon={<RedoOutlined />}
              onClick={() => {
                setTyped('')
                setAsked({ departId: '', username: '', pageNo: 1 })
              }}
            >
              重置
            </Button>
          </div>
          {multiple && names && (
            <NamePaste
              search={names}
              onAdd={(found) => setChosen((now) => include(now, found))}
              onDrop={(key) => setChosen((now) => drop(now, [key]))}
            />
          )}
          <div className="depart-users-chosen" aria-live="polite">
            已选择 <b>{chosen.length}</b> 人
            {chosen.slice(0, mostTags).map((one) => (
              <Tag
                key={one.key}
                closable
                closeIcon={<span aria-label={`删除 ${one.label}`}>×</span>}
                onClose={(event) => {
                  event.preventDefault()
                  setChosen(drop(chosen, [one.key]))
                }}
              >
                {shortName(one.label)}
              </Tag>
            ))}
            {chosen.length > mostTags && `另有 ${chosen.length - mostTags} 人`}
          </div>
          <OrError query={users}>
            <Table<ListRow>
              size="middle"
              bordered
              rowKey={(row) => choiceOf(row).key}
              loading={users.isFetching}
              dataSource={users.data?.records ?? []}
              scroll={{ x: 640 }}
              locale={{ emptyText: <EmptyState text="没有符合条件的用户，请换个部门或账号再查" /> }}
              onRow={(row) => ({ onClick: () => choose(row), className: 'record-picker-row' })}
              rowSelection={{
                type: multiple ? 'checkbox' : 'radio',
                columnWidth: 48,
                hideSelectAll: true,
                selectedRowKeys: chosen.map(({ key }) => key),
                getCheckboxProps: (row) => ({ 'aria-label': `选择 ${choiceOf(row).label}` }),
                onSelect: choose,
              }}
              pagination={{
                current: pageNo,
                pageSize: 10,
                total: Number(users.data?.total ?? 0),
                showSizeChanger: false,
                onChange: (no) => setAsked({ ...asked, pageNo: no }),
                showTotal: (all, [from, to]) => `${from}-${to} 共 ${all} 条`,
              }}
              columns={[
                { title: '用户账号', dataIndex: 'username', ellipsis: true },
                { title: '用户姓名', dataIndex: 'realname', ellipsis: true },
                ...(hidden.includes('sex')
                  ? []
                  : [{ title: '性别', dataIndex: 'sex_dictText', width: 70, align: 'center' as const }]),
                ...(hidden.includes('phone') ? [] : [{ title: '手机', dataIndex: 'phone', width: 130 }]),
                { title: '部门', dataIndex: 'orgCodeTxt', ellipsis: true },
              ]}
            />
          </OrError>
        </section>
      </div>
    </AppModal>
  )
}

function nodeOf(row: ListRow): TreeDataNode {
  const children = row.children?.map(nodeOf)
  return {
    key: row.id,
    title: String(row['departName'] ?? row['title'] ?? row.id),
    isLeaf: !children?.length,
    // A department without others in it is a folder, too.
    ...(children?.length ? {} : { icon: <FolderOutlined /> }),
    ...(children ? { children } : {}),
  }
}
