import { CloseCircleOutlined } from '@ant-design/icons'
import { role } from '@suoan/contract'
import { Button, Col, Row } from 'antd'
import { Suspense, useState } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import './system.css'
import { RoleMembers } from './RoleMembers.tsx'

const GrantDrawer = lazyPart('GrantDrawer', () => import('./GrantDrawer.tsx').then((m) => m.GrantDrawer))

/** 角色管理: roles at the left, the members of the opened one at the right (5-screens.md §6.3). */
export default function RolePage() {
  const [opened, setOpened] = useState<RowOf<typeof role.fields> | null>(null)
  const [granting, setGranting] = useState<RowOf<typeof role.fields> | null>(null)
  return (
    <Row gutter={[12, 12]}>
      <Col xs={24} xl={opened ? 12 : 24}>
        <div className="card">
          <ResourceView
            resource={role}
            addLabel="新建角色"
            exportName="角色管理"
            search={['roleName']}
            list={
              opened
                ? ['roleCode', 'roleName', 'createTime']
                : ['roleCode', 'roleName', 'description', 'createTime']
            }
            rowActions={[
              { key: 'users', label: '用户', primary: true, run: (row) => setOpened(row) },
              { key: 'grant', label: '授权', permission: 'system:role:edit', run: (row) => setGranting(row) },
            ]}
          />
        </div>
      </Col>
      {opened && (
        <Col xs={24} xl={12}>
          <div className="card">
            <div className="pane-head">
              <h3>角色“{opened.roleName}”的用户</h3>
              <Button
                type="text"
                aria-label="关闭"
                icon={<CloseCircleOutlined />}
                onClick={() => setOpened(null)}
              />
            </div>
            <RoleMembers key={opened.id} roleId={opened.id} />
          </div>
        </Col>
      )}
      <Suspense fallback={null}>
        {granting && (
          <GrantDrawer
            roleId={granting.id}
            roleName={granting.roleName ?? ''}
            onClose={() => setGranting(null)}
          />
        )}
      </Suspense>
    </Row>
  )
}
