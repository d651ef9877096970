import { operationLog } from '@suoan/contract'
import { Tabs } from 'antd'
import { useState } from 'react'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'

const login = '1'
const operation = '2'
const common = ['logContent', 'userid', 'username', 'ip', 'costTime']

/** 日志管理: logins and operations (5-screens.md §6.21). */
export default function LogPage() {
  const [kind, setKind] = useState(login)
  const isLogin = kind === login
  return (
    <div className="card">
      <Tabs
        activeKey={kind}
        onChange={setKind}
        items={[
          { key: login, label: '登录日志' },
          { key: operation, label: '操作日志' },
        ]}
      />
      <ResourceView
        key={kind}
        resource={operationLog}
        stateIn="component"
        fixed={{ logType: kind }}
        exportName={isLogin ? '登录日志' : '操作日志'}
        search={isLogin ? ['logContent', 'createTime'] : ['logContent', 'createTime', 'operateType']}
        list={isLogin ? [...common, 'createTime'] : [...common, 'operateType', 'requestUrl', 'createTime']}
        columns={{
          logContent: { align: 'left', width: 280 },
          userid: { width: 120 },
          username: { width: 120 },
          ip: { width: 130 },
        }}
      />
    </div>
  )
}
