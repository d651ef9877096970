import { SafetyOutlined } from '@ant-design/icons'
import { Button, Card, Col, Row } from 'antd'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { homePath } from '@suoan/console-base/session/guard.ts'
import { greetingAt } from '@suoan/console-base/session/login/greeting.ts'
import { menuEntries } from '@suoan/console-base/session/menu-pages.ts'
import { useSession } from '@suoan/console-base/session/session-store.ts'
import { MenuIcon } from '@suoan/console-base/icons.tsx'
import { PageLinks } from '@suoan/console-base/menu/PageLinks.tsx'
import './home.css'
import { NoPages } from './NoPages.tsx'
import { safetyPath } from './safety-path.ts'

/** The first page: who is here, and the ways into everything they may open. */
export default function HomePage() {
  const user = useSession((session) => session.user)
  const menu = useSession((session) => session.permissions?.menu)
  const [greeting] = useState(() => greetingAt(new Date().getHours()))
  const navigate = useNavigate()
  const groups = useMemo(() => menuEntries(menu ?? []).filter((entry) => entry.key !== homePath), [menu])
  const maySeeSafety = groups.some((group) => group.children.some((entry) => entry.key === safetyPath))
  return (
    <>
      <div className="card home-hello">
        <h2>
          {user?.realname}，{greeting}
        </h2>
        <p>{user?.orgCodeTxt ? `当前部门：${user.orgCodeTxt}` : '先检查，再上锁；先验电，再作业。'}</p>
        {maySeeSafety && (
          <Button
            size="large"
            type="primary"
            icon={<SafetyOutlined />}
            onClick={() => void navigate(safetyPath)}
          >
            我安全吗
          </Button>
        )}
      </div>
      {groups.length === 0 && <NoPages />}
      <Row gutter={[12, 12]}>
        {groups.map((group) => (
          <Col key={group.key} xs={24} md={12} xxl={8}>
            <Card
              variant="borderless"
              className="home-group"
              title={
                <>
                  <MenuIcon name={group.icon} /> {group.title}
                </>
              }
            >
              <div className="home-links">
                <PageLinks group={group} />
              </div>
            </Card>
          </Col>
        ))}
      </Row>
    </>
  )
}
