import { ExperimentOutlined } from '@ant-design/icons'
import { PageHeader } from '@suoan/ui/page-header'
import { Button, Space } from 'antd'
import { useNavigate } from 'react-router'
import { homePath, testHomePath } from '@suoan/console-base/session/guard.ts'
import { useSession } from '@suoan/console-base/session/session-store.ts'

/** /test/home (1-shell.md §2.1): a plain page to see whether shell, session and page header work. */
export default function TestHomePage() {
  const navigate = useNavigate()
  const user = useSession((session) => session.user)
  return (
    <>
      <PageHeader
        title="系统自检"
        logo={<ExperimentOutlined aria-hidden />}
        crumbs={[
          { title: '首页', path: homePath },
          { title: '系统自检', path: testHomePath },
        ]}
        onCrumb={(path) => void navigate(path)}
        action={
          <Button type="primary" onClick={() => void navigate(homePath)}>
            返回首页
          </Button>
        }
        content="能看到本页，说明登录、菜单与页面框架工作正常。"
      />
      <div className="card">
        <Space orientation="vertical">
          <span>当前用户：{user ? `${user.realname}（${user.username}）` : '未登录'}</span>
          <span>浏览器地址：{location.origin}</span>
        </Space>
      </div>
    </>
  )
}
