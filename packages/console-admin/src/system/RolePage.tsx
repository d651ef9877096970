import { CloseCircleOutlined } from '@ant-design/icons'
import { role } from '@suoan/contract'
import { AppDrawer } from '@suoan/ui/modal'
import { Button, Col, Grid, Row, Tag } from 'antd'
import { Suspense, useState } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import './system.css'
import { RoleMembers } from './RoleMembers.tsx'

const CopyRole = lazyPart('CopyRole', () => import('./CopyRole.tsx').then((m) => m.CopyRole))
const CompareRoles = lazyPart('CompareRoles', () => import('./CompareRoles.tsx').then((m) => m.CompareRoles))
const WhoCan = lazyPart('WhoCan', () => import('./WhoCan.tsx').then((m) => m.WhoCan))
const GrantDrawer = lazyPart('GrantDrawer', () => import('./GrantDrawer.tsx').then((m) => m.GrantDrawer))

interface RoleMore {
  /** The platform's, which a tenant uses and does not change. */
  readonly ofPlatform?: boolean
}
type RoleRow = RowOf<typeof role.fields, RoleMore>

const isOwn = (row: RoleRow) => row.ofPlatform !== true

/** 角色管理: roles at the left, the members of the opened one at the right (5-screens.md §6.3). */
export default function RolePage() {
  const [opened, setOpened] = useState<RoleRow | null>(null)
  const [granting, setGranting] = useState<RoleRow | null>(null)
  const [copied, setCopied] = useState<RoleRow | null>(null)
  const [compared, setCompared] = useState<readonly string[] | null>(null)
  const [asking, setAsking] = useState(false)
  // Side by side from where the list keeps its columns; below that the members would come out of sight, under the list.
  const isWide = Grid.useBreakpoint().xl !== false
  return (
    <Row gutter={[12, 12]}>
      <Col span={opened && isWide ? 12 : 24}>
        <div className="card">
          <ResourceView<typeof role.fields, RoleMore>
            resource={role}
            addLabel="新建角色"
            exportName="角色管理"
            search={['roleName']}
            list={
              opened && isWide
                ? ['roleCode', 'roleName', 'createTime']
                : ['roleCode', 'roleName', 'description', 'createTime']
            }
            columns={{
              roleName: {
                width: 180,
                render: (row) => (
                  <>
                    {row.roleName} {!isOwn(row) && <Tag color="blue">平台</Tag>}
                  </>
                ),
              },
            }}
            mayEdit={isOwn}
            mayDelete={isOwn}
            rowActions={[
              { key: 'users', label: '用户', primary: true, run: (row) => setOpened(row) },
              {
                key: 'grant',
                label: '授权',
                permission: 'system:role:edit',
                when: isOwn,
                run: (row) => setGranting(row),
              },
              {
                key: 'copy',
                label: '复制',
                permission: 'system:role:add',
                when: isOwn,
                run: (row) => setCopied(row),
              },
            ]}
            toolbar={[
              {
                key: 'compare',
                label: '对比角色',
                run: (_list, ticked) => setCompared(ticked.map(({ id }) => id).slice(0, 2)),
              },
              { key: 'who', label: '谁能做', run: () => setAsking(true) },
            ]}
          />
        </div>
      </Col>
      {opened && !isWide && (
        <AppDrawer title={`角色“${opened.roleName}”的用户`} size={760} onClose={() => setOpened(null)}>
          <RoleMembers key={opened.id} roleId={opened.id} />
        </AppDrawer>
      )}
      {opened && isWide && (
        <Col span={12}>
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
        {copied && <CopyRole role={copied} onClose={() => setCopied(null)} />}
        {compared && <CompareRoles initial={compared} onClose={() => setCompared(null)} />}
        {asking && <WhoCan onClose={() => setAsking(false)} />}
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
