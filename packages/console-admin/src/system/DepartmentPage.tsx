import { DeleteOutlined, DownloadOutlined, ImportOutlined, PlusOutlined } from '@ant-design/icons'
import { department, departmentEndpoints, permissionOf } from '@suoan/contract'
import { branchKeys } from '@suoan/ui/pickers'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Col, Input, Row, Skeleton, Space, Tabs } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import { callForMessage } from '@suoan/console-base/request/call.ts'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { exportList } from '@suoan/console-base/resource/export-list.ts'
import { FormDialog } from '@suoan/console-base/resource/parts/FormDialog.tsx'
import { resourceApi } from '@suoan/console-base/resource/resource-api.ts'
import '@suoan/console-base/resource/resource.css'
import { confirmAction, runAction } from '@suoan/console-base/resource/run-action.ts'
import { resourceKey } from '@suoan/console-base/resource/resource-key.ts'
import { useTree } from '@suoan/console-base/resource/use-tree.ts'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { feedback } from '@suoan/console-base/feedback.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { OrError } from '@suoan/console-base/states/OrError.tsx'
import { DepartmentForm, DirectorsItem, withDirectors } from './DepartmentForm.tsx'
import { DepartmentTree } from './DepartmentTree.tsx'
import { choicesOf, filterTree, findRow, nameOf } from './tree-search.ts'
import './system.css'

const ImportFiles = lazyPart('ImportFiles', () =>
  import('@suoan/console-base/resource/parts/ImportFiles.tsx').then((m) => m.ImportFiles),
)
const DepartmentGrants = lazyPart('DepartmentGrants', () =>
  import('./DepartmentGrants.tsx').then((m) => m.DepartmentGrants),
)

const noDirectors: readonly string[] = []
const addNames = ['departName', 'orgCategory', 'departOrder', 'mobile', 'fax', 'region', 'address', 'memo']

/** 部门管理: the tree at the left, the chosen department at the right (5-screens.md §6.7). */
export default function DepartmentPage() {
  const client = useQueryClient()
  const tree = useTree(department)
  const [keyword, setKeyword] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  // Null until somebody opens or closes a branch.
  const [unfolded, setUnfolded] = useState<readonly string[] | null>(null)
  const [ticked, setTicked] = useState<readonly string[]>([])
  const [adding, setAdding] = useState<'root' | 'below' | null>(null)
  const [isImporting, setImporting] = useState(false)
  const rows = useMemo(() => tree.data ?? [], [tree.data])
  const shown = useMemo(() => choicesOf(filterTree(rows, keyword)), [rows, keyword])
  const opened = unfolded ?? (keyword !== '' || shown.length <= 5 ? branchKeys(shown) : [])
  const row = chosen === null ? null : findRow(rows, chosen)
  const mayAdd = useCan(permissionOf(department, 'add'))
  const mayEdit = useCan(permissionOf(department, 'edit'))
  const mayDelete = useCan(permissionOf(department, 'delete'))
  const mayDeleteMany = useCan(permissionOf(department, 'batch_delete'))
  const mayExport = useCan(permissionOf(department, 'export'))
  const mayImport = useCan(permissionOf(department, 'import'))
  // The tree of menus is the one of roles, and so is the permission to see it (4-api.md §7.2).
  const maySeeMenus = useCan('system:role:list')
  const reload = () => void client.invalidateQueries({ queryKey: resourceKey(department) })
  const remove = useMutation({
    mutationFn: (what: string | readonly string[]) => {
      const api = resourceApi(department)
      return typeof what === 'string' ? api.remove(what) : api.removeBatch(what)
    },
    onSuccess: (message, what) => {
      void feedback().message.success(message)
      setTicked([])
      if (chosen && [what].flat().includes(chosen)) setChosen(null)
      reload()
    },
  })

  const order = useMutation({
    mutationFn: (level: { parentId: string; ids: readonly string[] }) =>
      callForMessage(departmentEndpoints.reorder, { parentId: level.parentId, ids: [...level.ids] }),
    onSuccess: ({ message }) => void feedback().message.success(message),
    // Whatever became of it, the tree shows what is stored.
    onSettled: reload,
  })

  const addBelow = (id: string) => {
    setChosen(id)
    setAdding('below')
    // What is added there is to be seen.
    setUnfolded([...opened, id])
  }
  const askToRemove = (id: string) =>
    confirmAction(
      {
        title: '确认删除',
        content: `确定要删除部门“${nameOf(findRow(rows, id))}”以及子节点数据吗?`,
      },
      () => remove.mutate(id),
    )

  return (
    <Row gutter={[12, 12]}>
      <Col xs={24} lg={12}>
        <div className="card">
          <Space wrap className="toolbar">
            {mayAdd && (
              <>
                <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding('root')}>
                  添加部门
                </Button>
                <Button
                  icon={<PlusOutlined />}
                  onClick={() =>
                    row ? addBelow(row.id) : void feedback().message.warning('请先点击选中上级部门！')
                  }
                >
                  添加下级
                </Button>
              </>
            )}
            {mayExport && (
              <Button
                icon={<DownloadOutlined />}
                onClick={() => void runAction(() => exportList(department, {}, [], '部门信息'))}
              >
                导出
              </Button>
            )}
            {mayImport && (
              <Button icon={<ImportOutlined />} onClick={() => setImporting(true)}>
                导入
              </Button>
            )}
            {mayDeleteMany && ticked.length > 0 && (
              <Button
                icon={<DeleteOutlined />}
                loading={remove.isPending}
                onClick={() =>
                  confirmAction(
                    {
                      title: '确认删除',
                      content: `确定要删除所选中的 ${ticked.length} 条数据，以及子节点数据吗?`,
                    },
                    () => remove.mutate(ticked),
                  )
                }
              >
                批量删除
              </Button>
            )}
          </Space>
          <Alert
            className="selection"
            type="info"
            showIcon
            title={
              <>
                当前选择：{nameOf(row) || '无'}
                {row && (
                  <Button type="link" size="small" className="link" onClick={() => setChosen(null)}>
                    取消选择
                  </Button>
                )}
              </>
            }
          />
          <Input.Search
            allowClear
            className="tree-search"
            placeholder="请输入部门名称"
            onChange={(event) => (setKeyword(event.target.value.trim()), setUnfolded(null))}
          />
          <OrError query={tree}>
            {tree.isPending ? (
              <Skeleton active paragraph={{ rows: 8 }} />
            ) : shown.length === 0 ? (
              <EmptyState text={keyword ? '没有名称相符的部门' : '暂无部门'} />
            ) : (
              <DepartmentTree
                key={keyword}
                tree={shown}
                opened={opened}
                onOpen={setUnfolded}
                chosen={chosen}
                onChoose={setChosen}
                ticked={ticked}
                onTick={setTicked}
                {...(mayAdd ? { onAdd: addBelow } : {})}
                {...(mayDelete ? { onRemove: askToRemove } : {})}
                {...(mayEdit && keyword === ''
                  ? {
                      onOrder: (parentId: string, ids: readonly string[]) => order.mutate({ parentId, ids }),
                    }
                  : {})}
              />
            )}
          </OrError>
        </div>
      </Col>
      {/* On a phone it stands below the tree, which would push it away when it comes. */}
      {!tree.isPending && (
        <Col xs={24} lg={12}>
          <div className="card">
            <Tabs
              items={[
                {
                  key: 'basic',
                  label: '基本信息',
                  children: row ? (
                    <DepartmentForm
                      key={`${row.id}-${String(row['updateTime'])}`}
                      row={row}
                      onSaved={reload}
                    />
                  ) : (
                    <EmptyState text="请先选择一个部门!" />
                  ),
                },
                ...(maySeeMenus
                  ? [
                      {
                        key: 'grants',
                        label: '部门权限',
                        children: row ? (
                          <Suspense fallback={<Skeleton active paragraph={{ rows: 10 }} />}>
                            <DepartmentGrants key={row.id} departId={row.id} />
                          </Suspense>
                        ) : (
                          <EmptyState text="请先选择一个部门!" />
                        ),
                      },
                    ]
                  : []),
              ]}
            />
          </div>
        </Col>
      )}
      {adding && (
        <FormDialog
          resource={department}
          mode="add"
          title={adding === 'below' ? `新增下级部门（上级：${nameOf(row)}）` : '新增部门'}
          row={{ orgCategory: adding === 'below' ? '2' : '1', departOrder: 0 }}
          names={addNames}
          fixed={adding === 'below' && row ? { parentId: row.id } : {}}
          after={{ orgCategory: <DirectorsItem stored={noDirectors} /> }}
          toDraft={withDirectors}
          onClose={() => setAdding(null)}
        />
      )}
      {isImporting && (
        <Suspense fallback={null}>
          <ImportFiles resource={department} onImported={reload} onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </Row>
  )
}
