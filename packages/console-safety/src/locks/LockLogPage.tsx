import { SafetyCertificateOutlined } from '@ant-design/icons'
import { lockLog, lockLogEndpoints } from '@suoan/contract'
import { Suspense, useState } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { feedback } from '@suoan/console-base/feedback.ts'
import { queryClient } from '@suoan/console-base/query-client.ts'
import { callForMessage } from '@suoan/console-base/request/call.ts'
import { requestFile } from '@suoan/console-base/request/client.ts'
import { saveFile } from '@suoan/console-base/request/save-file.ts'
import type { ColumnOverrides } from '@suoan/console-base/resource/parts/ResourceTable.tsx'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import type { ResourceList } from '@suoan/console-base/resource/use-resource-list.ts'
import { TwoFacts } from '../status/TwoFacts.tsx'
import { logMarkKey, LogMarkCell } from './LogMarkCell.tsx'
import './locks.css'

const TextDialog = lazyPart('TextDialog', () =>
  import('@suoan/console-base/text-dialog/TextDialog.tsx').then((m) => m.TextDialog),
)

type Row = RowOf<typeof lockLog.fields>

const names = [
  'occurTime',
  'lockCode',
  'areaName',
  'eventType',
  'opResult',
  'mark',
  'userName',
  'workNo',
  'source',
]

const columns: ColumnOverrides<Row> = {
  lockCode: {
    title: '锁具',
    beside: ['lockName'],
    width: 170,
    render: (row) => <TwoFacts first={<strong>{row.lockCode}</strong>} second={row.lockName} />,
  },
  areaName: { title: '区域', width: 120 },
  eventType: {
    title: '事件 / 方式',
    beside: ['openMethod'],
    width: 120,
    render: (row) => <TwoFacts first={row.eventType_dictText} second={row.openMethod_dictText} />,
  },
  opResult: {
    title: '结果 / 失败码',
    beside: ['failCode'],
    width: 124,
    render: (row) => <TwoFacts first={row.opResult_dictText} second={row.failCode} />,
  },
  userName: {
    title: '操作人 / 第二人',
    beside: ['coUserName'],
    width: 132,
    render: (row) => <TwoFacts first={row.userName} second={row.coUserName} />,
  },
  workNo: { width: 150, render: (row) => <span className="cell-whole">{row.workNo ?? '—'}</span> },
  source: {
    title: '来源 / 接收',
    beside: ['recvTime', 'historical', 'timeQuality'],
    width: 170,
    render: (row) => (
      <TwoFacts
        first={[row.source_dictText, row.historical === 1 ? '补传' : ''].filter(Boolean).join(' · ')}
        second={row.recvTime}
      />
    ),
  },
  mark: { title: '证据链 / 备注', width: 150, sorter: false, render: (row) => <LogMarkCell id={row.id} /> },
}

/** What was searched for as CSV and PDF with the heads of the chains, under a manifest that the server has signed (decision 0968). */
async function exportSigned({ wire }: ResourceList): Promise<void> {
  const blob = await requestFile({ method: 'GET', path: lockLogEndpoints.exportSigned.path, query: wire })
  saveFile(blob, '锁具日志-签名.zip')
  void feedback().message.success('锁具日志-签名.zip 已导出，内附核对方法')
}

/** 锁具日志: the archive of lock operations; rows are append-only. Who did what to which lock, and how it ended, stand first. */
export default function LockLogPage() {
  const [remarked, setRemarked] = useState<Row | null>(null)
  return (
    <div className="card">
      <ResourceView
        resource={lockLog}
        selectable={false}
        exportName="锁具日志"
        list={names}
        columns={columns}
        toolbar={[
          {
            key: 'signed',
            label: '导出签名文件',
            icon: <SafetyCertificateOutlined />,
            permission: 'lo:lockLog:export',
            run: exportSigned,
          },
        ]}
        rowActions={[{ key: 'remark', label: '备注', permission: 'lo:warn:ack', run: setRemarked }]}
      />
      <Suspense fallback={null}>
        {remarked && (
          <TextDialog
            title={`备注：${remarked.lockCode ?? ''} ${remarked.occurTime ?? ''}`}
            label="备注"
            hint="备注写在记录旁边，署您的姓名和时间，不能修改；记录本身不变。"
            required
            max={255}
            onClose={() => setRemarked(null)}
            onSend={async (remark) => {
              const { message } = await callForMessage(lockLogEndpoints.remark, {
                logId: remarked.id,
                remark,
              })
              void feedback().message.success(message)
              await queryClient.invalidateQueries({ queryKey: [logMarkKey, remarked.id] })
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
