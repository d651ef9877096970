import { operationLog } from '@suoan/contract'
import { Tabs } from 'antd'
import { useState } from 'react'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'

const login = '1'
const operation = '2'
const refused = '3'
const names: Readonly<Record<string, string>> = {
  [login]: '登录日志',
  [operation]: '操作日志',
  [refused]: '拒绝日志',
}
/** When, what and to whom: a narrow window shows these. The call stands in the words, so its path is no column. */
const refusedColumns = ['createTime', 'logContent', 'username', 'userid', 'ip', 'requestParam']
const common = ['logContent', 'userid', 'username', 'ip', 'costTime']

/** 日志管理: logins and operations (5-screens.md §6.21). */
export default function LogPage() {
  const [kind, setKind] = useState(login)
  const isOperation = kind === operation
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
        search={isOperation ? ['logContent', 'createTime', 'operateType'] : ['logContent', 'createTime']}
        list={kind === refused ? refusedColumns : [...common, ...last]}
        columns={{
          logContent: { align: 'left', width: kind === refused ? 400 : 280 },
          userid: { width: 120 },
          username: { width: 120 },
          ip: { width: 130 },
        }}
      />
    </div>
  )
}
