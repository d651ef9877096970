import { PageHeader } from '@suoan/ui/page-header'
import { Button } from 'antd'
import { useState } from 'react'
import { Demo } from '../../Demo.tsx'

export default function Example() {
  const [told, setTold] = useState<object>({})
  const [tab, setTab] = useState('points')
  return (
    <Demo label="页头" value={{ tab, ...told }}>
      <div>
        <PageHeader
          title="罐区隔离方案"
          crumbs={[
            { title: '首页', path: '/' },
            { title: '作业管理', path: '/work' },
            { title: '隔离方案', path: '/plans' },
          ]}
          onCrumb={(path) => setTold({ 前往: path })}
          action={<Button type="primary">提交</Button>}
          content="三个隔离点，两把锁。"
          extra="12 人"
          search={{ onSearch: (text) => setTold({ 搜索: text }) }}
          tabs={{
            items: [
              { key: 'points', label: '隔离点' },
              { key: 'locks', label: '锁具' },
            ],
            active: tab,
            onChange: setTab,
          }}
        />
      </div>
    </Demo>
  )
}
