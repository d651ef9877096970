import { SafetyCertificateOutlined } from '@ant-design/icons'
import { auditEndpoints, operationLog } from '@suoan/contract'
import { Tabs } from 'antd'
import { useState } from 'react'
import { feedback } from '@suoan/console-base/feedback.ts'
import { requestFile } from '@suoan/console-base/request/client.ts'
import { saveFile } from '@suoan/console-base/request/save-file.ts'
import type { ResourceList } from '@suoan/console-base/resource/use-resource-list.ts'
import type { ColumnOverrides } from '@suoan/console-base/resource/parts/ResourceTable.tsx'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import { useIsMobile } from '@suoan/console-base/use-width.ts'
import './log.css'

const login = '1'
const operation = '2'
const refused = '3'
const names: Readonly<Record<string, string>> = {
  [login]: '登录日志',
  [operation]: '操作日志',
  [refused]: '拒绝日志',
}
/** When, what and by whom: call and object stand in the words, so they are no columns. */
const refusedColumns = ['createTime', 'logContent', 'username', 'ip']
/** Who, when and about what: an object is found by its name in the words, or by its number among the parameters. */
const byPerson = ['logContent', 'userid', 'username', 'createTime', 'ip']
const common = ['logContent', 'userid', 'username', 'ip', 'costTime']

type Row = RowOf<typeof operationLog.fields>

const whole = (row: Row) => <span className="cell-whole">{row.logContent}</span>
const who = (row: Row) => [row.username, row.userid].filter(Boolean).join(' ')

/** What was tried, to its end: a cut path says nothing of what it was about. */
const refusedLooks: ColumnOverrides<Row> = {
  createTime: { width: 170 },
  logContent: { align: 'left', width: 560, render: whole },
  username: { title: '操作人', width: 140, render: who },
  ip: { width: 130 },
}
const phoneLooks: ColumnOverrides<Row> = {
  logContent: {
    align: 'left',
    width: 200,
    render: (row) => (
      <>
        {whole(row)}
        <small className="log-foot">{[row.createTime, who(row), row.ip].filter(Boolean).join(' · ')}</small>
      </>
    ),
  },
}
const looks: ColumnOverrides<Row> = {
  logContent: { align: 'left', width: 280 },
  userid: { width: 120 },
  username: { width: 120 },
  ip: { width: 130 },
}

/** What was searched for, as a sheet whose manifest the server has signed (decision 0887). */
async function exportSigned({ wire }: ResourceList, name: string): Promise<void> {
  const blob = await requestFile({ method: 'GET', path: auditEndpoints.signedLog.path, query: wire })
  saveFile(blob, `${name}-签名.zip`)
  void feedback().message.success(`${name}-签名.zip 已导出，内附核对方法`)
}

/** 日志管理: logins and operations (5-screens.md §6.21). */
export default function LogPage() {
  const [kind, setKind] = useState(login)
  const isMobile = useIsMobile()
  const isOperation = kind === operation
  const isRefused = kind === refused
  const last = isOperation ? ['operateType', 'requestUrl', 'createTime'] : ['createTime']
  return (
    <div className="card">
      <Tabs
        activeKey={kind}
        onChange={setKind}
        items={[
          { key: login, label: '登录日志' },
          { key: operation, label: '操作日志' },
          { key: refused, label: '拒绝日志' },
        ]}
      />
      <ResourceView
        key={kind}
        resource={operationLog}
        stateIn="component"
        fixed={{ logType: kind }}
        exportName={names[kind] ?? '日志'}
        search={
          kind === login ? byPerson : [...byPerson, ...(isOperation ? ['operateType'] : []), 'requestParam']
        }
        toolbar={[
          {
            key: 'signed',
            label: '导出签名表格',
            icon: <SafetyCertificateOutlined />,
            permission: 'system:log:export',
            run: (list) => exportSigned(list, names[kind] ?? '日志'),
          },
        ]}
        list={isRefused ? (isMobile ? ['logContent'] : refusedColumns) : [...common, ...last]}
        columns={isRefused ? (isMobile ? phoneLooks : refusedLooks) : looks}
      />
    </div>
  )
}
