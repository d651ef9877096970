import { offlineEndpoints, type PhoneRow } from '@suoan/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Empty, Flex, Skeleton, Table } from 'antd'
import { useState, type ReactNode } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { Can } from '@suoan/console-base/session/Can.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'
import { StatusBadge } from '@suoan/console-base/status/StatusBadge.tsx'
import { useIsMobile } from '@suoan/console-base/use-width.ts'
import { PhoneActionDialog, phoneActions, type PhoneAction } from './PhoneActionDialog.tsx'

const key = ['phones']

/** 手机: whose terminals carry offline tasks and permissions, which of them are lost, and their return (decision 0651). */
export function PhonesPanel() {
  const isMobile = useIsMobile()
  const client = useQueryClient()
  const [acting, setActing] = useState<{ action: PhoneAction; phone: PhoneRow } | null>(null)
  const phones = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(offlineEndpoints.phones, {}, { signal, quiet: true }),
  })
  if (phones.isPending) return <Skeleton active paragraph={{ rows: 6 }} />
  if (!phones.data) return <ErrorState error={phones.error} onRetry={() => void phones.refetch()} />
  const buttons = (phone: PhoneRow): ReactNode => (
    <Flex wrap gap={4}>
      {phoneActions
        .filter(({ when }) => when(phone))
        .map((action) => (
          <Can key={action.key} do={action.permission}>
            <Button
              type="link"
              size="small"
              danger={action.danger}
              onClick={() => setActing({ action, phone })}
            >
              {action.label}
            </Button>
          </Can>
        ))}
    </Flex>
  )
  const actions = {
    title: '操作',
    key: 'actions',
    width: isMobile ? 96 : 160,
    render: (_: unknown, row: PhoneRow) => buttons(row),
  }
  return (
    <>
      <KeptNote query={phones} />
      <Table<PhoneRow>
        size="middle"
        rowKey="deviceSn"
        pagination={phones.data.length > 20 ? { pageSize: 20 } : false}
        dataSource={phones.data}
        tableLayout="fixed"
        scroll={isMobile ? {} : { x: 900 }}
        locale={{
          emptyText: (
            <Empty description="还没有手机。有人在手机上领取离线任务包或离线授权后，会登记在这里。" />
          ),
        }}
        columns={[...(isMobile ? phoneColumns : columns), actions]}
      />
      {acting && (
        <PhoneActionDialog
          action={acting.action}
          phone={acting.phone}
          onClose={() => setActing(null)}
          onDone={() => void client.invalidateQueries({ queryKey: key })}
        />
      )}
    </>
  )
}

type Column = { title: string; key: string; width?: number; render(_: unknown, row: PhoneRow): ReactNode }

const none = <span className="cell-empty">—</span>

const columns: Column[] = [
  { title: '终端编号', key: 'sn', render: (_, row) => <span className="rollout-text">{row.deviceSn}</span> },
  { title: '登记人', key: 'holder', width: 130, render: (_, row) => holderOf(row) },
  { title: '状态', key: 'state', width: 130, render: (_, row) => <PhoneState phone={row} /> },
  { title: '最近使用', key: 'last', width: 180, render: (_, row) => row.lastSign ?? none },
  { title: '报失时间', key: 'lost', width: 220, render: (_, row) => lossOf(row) ?? none },
]

const phoneColumns: Column[] = [
  {
    title: '手机',
    key: 'phone',
    render: (_, row) => (
      <span className="device-cell">
        <strong>{row.deviceSn}</strong>
        <PhoneState phone={row} />
        <small>{`登记人 ${holderOf(row)}`}</small>
        <small>{`最近使用 ${row.lastSign ?? '—'}`}</small>
        {row.lostTime !== null && <small>{`报失 ${lossOf(row)}`}</small>}
      </span>
    ),
  },
]

const holderOf = ({ holderName }: PhoneRow): string => holderName ?? '无'

const lossOf = ({ lostTime, lostByName }: PhoneRow): string | null =>
  lostTime === null ? null : `${lostTime}${lostByName === null ? '' : `（${lostByName}）`}`

function PhoneState({ phone }: { phone: PhoneRow }) {
  if (phone.lostTime !== null) return <StatusBadge look={{ text: '已报失', icon: 'warn', tone: 'error' }} />
  return phone.holderName === null ? (
    <StatusBadge look={{ text: '未登记', icon: 'none', tone: 'default' }} />
  ) : (
    <StatusBadge look={{ text: '使用中', icon: 'done', tone: 'success' }} />
  )
}
