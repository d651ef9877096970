import { ClearOutlined, CopyOutlined, UndoOutlined } from '@ant-design/icons'
import {
  area,
  areaEndpoints,
  departArea,
  departAreaEndpoints,
  department,
  departmentEndpoints,
  permissionOf,
  type DepartNode as Depart,
} from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Input, Segmented, Tree } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { showFailure } from '@suoan/console-base/feedback.ts'
import { call } from '@suoan/console-base/request/call.ts'
import { confirmAction } from '@suoan/console-base/resource/run-action.ts'
import { resourceKey } from '@suoan/console-base/resource/resource-key.ts'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'
import { OrError } from '@suoan/console-base/states/OrError.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import { useIsMobile } from '@suoan/console-base/use-width.ts'
import '@suoan/console-base/resource/resource.css'
import { areasToShow, branchesOf, coveredBy, type ShownArea } from './area-nodes.ts'
import { RiskMark } from './RiskMark.tsx'
import './depart-areas.css'

const PreviewDialog = lazyPart('PreviewDialog', () =>
  import('./PreviewDialog.tsx').then((m) => m.PreviewDialog),
)
const CopyDialog = lazyPart('CopyDialog', () => import('./CopyDialog.tsx').then((m) => m.CopyDialog))

const relTypes = [1, 2, 3, 4] as const
const relText = (relType: number) => labelOf('lo_depart_area_rel', String(relType))

interface DepartNode {
  readonly key: string
  readonly title: string
  readonly children?: DepartNode[]
}
const departNodes = (rows: readonly Depart[]): DepartNode[] =>
  rows.map(({ id, title, children }) => ({
    key: id,
    title,
    ...(children === null || children.length === 0 ? {} : { children: departNodes(children) }),
  }))

/** 部门区域: a department at the left, its areas by one relation as ticks at the right; saved after a look at what changes. */
export default function DepartAreaPage() {
  const [params, setParams] = useSearchParams()
  const departId = params.get('departId')
  const relType = relTypes.find((each) => String(each) === params.get('relType')) ?? 1
  const [isDirty, setDirty] = useState(false)
  const departs = useQuery({
    queryKey: [...resourceKey(department), 'tree', 'top'],
    queryFn: ({ signal }) => call(departmentEndpoints.top, {}, { signal, quiet: true }),
  })
  const nodes = useMemo(() => departNodes(departs.data ?? []), [departs.data])
  const go = (next: { departId?: string; relType?: number }) => {
    const move = () => {
      setDirty(false)
      const address = new URLSearchParams(params)
      if (next.departId !== undefined) address.set('departId', next.departId)
      if (next.relType !== undefined) address.set('relType', String(next.relType))
      setParams(address, { replace: true })
    }
    if (!isDirty) return move()
    confirmAction({ title: '放弃未保存的勾选？', content: '换到别处后，刚才的勾选不会保留。' }, move)
  }
  return (
    <div className="card depart-areas">
      <nav className="depart-areas-left" aria-label="部门">
        <h2>部门区域</h2>
        <OrError query={departs}>
          {departs.isPending ? (
            <LoadingState rows={6} />
          ) : nodes.length === 0 ? (
            <EmptyState text="没有您可以查看的部门" />
          ) : (
            <Tree<DepartNode>
              blockNode
              defaultExpandAll
              treeData={nodes}
              selectedKeys={departId === null ? [] : [departId]}
              onSelect={([key]) => {
                if (typeof key === 'string') go({ departId: key })
              }}
            />
          )}
        </OrError>
      </nav>
      <section className="depart-areas-right" aria-label="区域">
        {departId === null ? (
          <EmptyState text="请在左侧选择部门，再勾选它的区域" />
        ) : (
          <>
            <Segmented
              value={relType}
              options={relTypes.map((value) => ({ value, label: relText(value) }))}
              onChange={(value) => go({ relType: value })}
            />
            <Areas
              key={`${departId} ${relType}`}
              departId={departId}
              relType={relType}
              departs={nodes}
              onDirty={setDirty}
            />
          </>
        )}
      </section>
    </div>
  )
}

interface AreasProps {
  readonly departId: string
  readonly relType: number
  readonly departs: readonly DepartNode[]
  onDirty(isDirty: boolean): void
}

/** The ticks of one department by one relation. */
function Areas({ departId, relType, departs, onDirty }: AreasProps) {
  const client = useQueryClient()
  const isMobile = useIsMobile()
  const maySave = useCan(permissionOf(departArea, 'edit')) && !isMobile
  const areas = useQuery({
    queryKey: [...resourceKey(area), 'tree', 'counted'],
    queryFn: ({ signal }) => call(areaEndpoints.queryTreeList, { withCount: '1' }, { signal, quiet: true }),
  })
  const stored = useQuery({
    queryKey: [...resourceKey(departArea), 'byDepart', departId],
    queryFn: ({ signal }) => call(departAreaEndpoints.queryByDepart, { departId }, { signal, quiet: true }),
  })
  const [words, setWords] = useState('')
  const [ticked, setTicked] = useState<ReadonlySet<string> | null>(null)
  const [unfolded, setUnfolded] = useState<readonly string[] | null>(null)
  const [isCopying, setCopying] = useState(false)
  const ofType = stored.data?.byType.find((each) => each.relType === relType)
  const before = useMemo(() => new Set(ofType?.relations.map(({ areaId }) => areaId)), [ofType])
  const now = ticked ?? before
  const shown = useMemo(() => areasToShow(areas.data ?? [], words.trim()), [areas.data, words])
  const covered = useMemo(() => coveredBy(areas.data ?? [], now), [areas.data, now])
  const owners = new Map(stored.data?.owners.map(({ areaId, ...owner }) => [areaId, owner]))
  const changes =
    [...now].filter((id) => !before.has(id)).length + [...before].filter((id) => !now.has(id)).length
  const tick = (next: ReadonlySet<string> | null) => {
    setTicked(next)
    onDirty(next !== null)
  }
  const wanted = { departId, relType, areaIds: [...now] }
  const preview = useMutation({
    meta: { quiet: true },
    mutationFn: () => call(departAreaEndpoints.preview, wanted, { quiet: true }),
    onError: showFailure,
  })
  if (areas.isPending || stored.isPending) return <LoadingState rows={8} />
  if (!areas.data) return <ErrorState error={areas.error} onRetry={() => void areas.refetch()} />
  if (!stored.data) return <ErrorState error={stored.error} onRetry={() => void stored.refetch()} />
  if (areas.data.length === 0) return <EmptyState text="还没有区域，请先在“区域管理”中新增" />
  const titleOf = (node: ShownArea) => {
    const owner = relType === 1 ? owners.get(node.key) : undefined
    const isOthers = owner !== undefined && owner.departId !== departId
    return (
      <span className="depart-area-row">
        <span>{node.title}</span>
        <RiskMark level={node.riskLevel} />
        <small>{node.locks === 0 ? '没有锁具' : `${node.locks} 把锁`}</small>
        {covered.has(node.key) && !now.has(node.key) && <small>随上级区域</small>}
        {isOthers && <small>属地：{owner.departName}</small>}
      </span>
    )
  }
  return (
    <>
      <KeptNote query={[areas, stored]} />
      {isMobile && (
        <Alert className="gap-top" type="info" showIcon title="手机上只能查看；请在电脑上勾选和保存" />
      )}
      <div className="depart-areas-tools">
        <Input.Search
          allowClear
          className="depart-areas-search"
          placeholder="区域名称或编码"
          aria-label="按名称或编码查找区域"
          onSearch={setWords}
        />
        {maySave && (
          <>
            <Button icon={<CopyOutlined />} onClick={() => setCopying(true)}>
              从部门复制
            </Button>
            <Button icon={<ClearOutlined />} disabled={now.size === 0} onClick={() => tick(new Set())}>
              清空
            </Button>
            <Button icon={<UndoOutlined />} disabled={ticked === null} onClick={() => tick(null)}>
              撤销
            </Button>
            <Button
              type="primary"
              disabled={changes === 0}
              loading={preview.isPending}
              onClick={() => preview.mutate()}
            >
              {changes === 0 ? '保存' : `查看变更并保存（${changes}）`}
            </Button>
          </>
        )}
      </div>
      <p className="depart-areas-note">已勾选 {now.size} 个区域；勾选一个区域即包含其下级。</p>
      {shown.length === 0 ? (
        <EmptyState text="没有符合的区域" />
      ) : (
        <Tree<ShownArea>
          blockNode
          checkable
          checkStrictly
          disabled={!maySave}
          selectable={false}
          treeData={shown}
          titleRender={titleOf}
          checkedKeys={{ checked: [...now], halfChecked: [] }}
          expandedKeys={[...(unfolded ?? branchesOf(shown))]}
          onExpand={(keys) => setUnfolded(keys.map(String))}
          onCheck={(_, { node, checked }) => {
            const next = new Set(now)
            if (checked) next.add(node.key)
            else next.delete(node.key)
            const isAsStored = next.size === before.size && [...next].every((id) => before.has(id))
            tick(isAsStored ? null : next)
          }}
        />
      )}
      <Suspense fallback={null}>
        {preview.data && (
          <PreviewDialog
            difference={preview.data}
            relation={relText(relType)}
            save={(version: string) =>
              call(departAreaEndpoints.saveBatch, { ...wanted, version }, { quiet: true })
            }
            onClose={() => preview.reset()}
            onSaved={() => {
              tick(null)
              void client.invalidateQueries({ queryKey: resourceKey(departArea) })
            }}
            onStale={() => {
              preview.reset()
              void client.invalidateQueries({ queryKey: resourceKey(departArea) })
            }}
          />
        )}
        {isCopying && (
          <CopyDialog
            departs={departs}
            departId={departId}
            relType={relType}
            relation={relText(relType)}
            onClose={() => setCopying(false)}
            onCopied={(ids) => tick(new Set([...now, ...ids]))}
          />
        )}
      </Suspense>
    </>
  )
}
