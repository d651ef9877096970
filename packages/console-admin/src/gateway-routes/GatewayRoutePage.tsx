import {
  gatewayRoute,
  gatewayRouteEndpoints as calls,
  routeStatus,
  type GatewayRouteRow,
  type UpstreamHealth,
} from '@suoan/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Badge, Button, Dropdown, Space, Table, Tag, Tooltip, Typography } from 'antd'
import { Suspense, useState } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { feedback } from '@suoan/console-base/feedback.ts'
import { call, callForMessage } from '@suoan/console-base/request/call.ts'
import { resourceApi } from '@suoan/console-base/resource/resource-api.ts'
import '@suoan/console-base/resource/resource.css'
import { confirmAction } from '@suoan/console-base/resource/run-action.ts'
import { Can, useCanVerb } from '@suoan/console-base/session/Can.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'
import { useIsNarrow } from '@suoan/console-base/use-width.ts'
import './gateway-routes.css'

const RouteDrawer = lazyPart('RouteDrawer', () => import('./RouteDrawer.tsx').then((m) => m.RouteDrawer))

/** 路由网关 (5-screens.md §6.18): which neighbouring systems are reached under which paths. */
export default function GatewayRoutePage() {
  const routes = useQuery({
    queryKey: [gatewayRoute.name, 'list'],
    queryFn: ({ signal }) => call(calls.list, {}, { signal, quiet: true }),
    refetchInterval: 30_000,
  })
  const [edited, setEdited] = useState<{ readonly row: GatewayRouteRow | null } | null>(null)
  const isNarrow = useIsNarrow()
  const mayEdit = useCanVerb(gatewayRoute, 'edit')
  const mayDelete = useCanVerb(gatewayRoute, 'delete')
  const remove = (row: GatewayRouteRow) =>
    confirmAction(
      { title: '提示', content: `确定删除路由“${row.name}”吗？正在使用它的人会立即断开。` },
      async () => {
        void feedback().message.success(await resourceApi(gatewayRoute).remove(row.id))
        void routes.refetch()
      },
    )
  if (routes.isLoadingError)
    return (
      <div className="card">
        <ErrorState error={routes.error} onRetry={() => void routes.refetch()} />
      </div>
    )
  const actions = (row: GatewayRouteRow) => (
    <Space>
      {mayEdit && (
        <Button type="link" size="small" onClick={() => setEdited({ row })}>
          编辑
        </Button>
      )}
      {mayDelete && (
        <Dropdown
          trigger={['click', 'hover']}
          menu={{ items: [{ key: 'delete', label: '删除', danger: true }], onClick: () => remove(row) }}
        >
          <Button type="link" size="small">
            更多
          </Button>
        </Dropdown>
      )}
    </Space>
  )
  return (
    <div className="card">
      <KeptNote query={routes} />
      <Service onCleared={() => void routes.refetch()} />
      <Can do="system:gatewayRoute:add">
        <Space className="toolbar">
          <Button type="primary" onClick={() => setEdited({ row: null })}>
            新增
          </Button>
        </Space>
      </Can>
      <Table<GatewayRouteRow>
        size="middle"
        bordered
        rowKey="id"
        tableLayout="fixed"
        loading={routes.isPending}
        dataSource={routes.data ?? []}
        {...(isNarrow ? {} : { scroll: { x: 820 } })}
        locale={{ emptyText: '还没有路由；新增后，视频、ERP 等邻近系统可以凭锁安的登录打开' }}
        pagination={{
          pageSize: 10,
          hideOnSinglePage: true,
          showTotal: (all, [from, to]) => `${from}-${to} 共 ${all} 条`,
        }}
        columns={
          isNarrow
            ? [
                {
                  title: '路由',
                  key: 'route',
                  render: (_, row) => (
                    <>
                      <div>
                        {row.name} <StatusTag status={row.status} />
                      </div>
                      <div className="route-health">{row.routerId}</div>
                      <div style={{ overflowWrap: 'anywhere' }}>{row.uri}</div>
                      {isServed(row) && <Health health={row.health} />}
                      <div>{actions(row)}</div>
                    </>
                  ),
                },
              ]
            : [
                { title: '路由ID', dataIndex: 'routerId', width: 170, ellipsis: true },
                { title: '路由名称', dataIndex: 'name', width: 180, ellipsis: true },
                {
                  title: '路由URI',
                  key: 'uri',
                  render: (_, row) => (
                    <>
                      <div style={{ overflowWrap: 'anywhere' }}>{row.uri}</div>
                      {isServed(row) && <Health health={row.health} />}
                    </>
                  ),
                },
                {
                  title: '状态',
                  key: 'status',
                  align: 'center',
                  width: 90,
                  render: (_, row) => <StatusTag status={row.status} />,
                },
                {
                  title: '操作',
                  key: 'actions',
                  align: 'center',
                  fixed: 'right',
                  width: 147,
                  render: (_, row) => actions(row),
                },
              ]
        }
      />
      <Suspense fallback={null}>
        {edited && (
          <RouteDrawer
            row={edited.row}
            onClose={() => setEdited(null)}
            onSaved={() => (setEdited(null), void routes.refetch())}
          />
        )}
      </Suspense>
    </div>
  )
}

const isServed = ({ status }: Pick<GatewayRouteRow, 'status'>): boolean => status === routeStatus.on

const StatusTag = ({ status }: { readonly status: number }) =>
  isServed({ status }) ? <Tag color="green">正常</Tag> : <Tag color="pink">禁用</Tag>

const healthLooks = { up: 'success', down: 'error', unknown: 'default' } as const
const healthTitles = { up: '上游正常', down: '上游异常', unknown: '上游尚未检查' } as const

/** What this node last heard of the upstream. */
function Health({ health: { state, text, checkedAt } }: { readonly health: UpstreamHealth }) {
  return (
    <Tooltip title={checkedAt === null ? '' : `${text}，检查于 ${checkedAt}`}>
      <Badge status={healthLooks[state]} text={<span className="route-health">{healthTitles[state]}</span>} />
    </Tooltip>
  )
}

/** Where routes are served, and where they may lead: what the configuration says. */
function Service({ onCleared }: { onCleared(): void }) {
  const state = useQuery({
    queryKey: [gatewayRoute.name, 'state'],
    queryFn: ({ signal }) => call(calls.state, {}, { signal, quiet: true }),
  })
  const clear = useMutation({
    mutationFn: () => callForMessage(calls.clearRedis, {}),
    onSuccess: ({ message }) => {
      void feedback().message.success(message)
      onCleared()
    },
  })
  if (!state.data) return null
  const { url, hosts } = state.data
  if (url === null)
    return (
      <Alert
        className="selection"
        type="warning"
        showIcon
        title="路由网关没有启用：请运维人员在配置 GATEWAY_ROUTE_PORT 中填写端口后重新启动；现在可以先编写路由，保存时把状态设为禁用"
      />
    )
  return (
    <Alert
      className="selection"
      type={hosts.length === 0 ? 'warning' : 'info'}
      showIcon
      title={
        <>
          邻近系统经由 <Typography.Text code>{url}</Typography.Text> 打开；
          {hosts.length === 0
            ? '还没有允许任何主机，请运维人员在配置 GATEWAY_ROUTE_HOSTS 中填写后重新启动'
            : `允许的主机：${hosts.join('、')}`}
        </>
      }
      action={
        <Can do="system:gatewayRoute:clear">
          <Button size="small" loading={clear.isPending} onClick={() => clear.mutate()}>
            刷新各节点
          </Button>
        </Can>
      }
    />
  )
}
