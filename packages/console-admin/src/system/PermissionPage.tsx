import { permission } from '@suoan/contract'
import { Suspense, useState } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import type { ListRow } from '@suoan/console-base/resource/list-row.ts'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import './system.css'
import { MenuIcon } from '@suoan/console-base/icons.tsx'
import { PermissionForm } from './PermissionForm.tsx'

const DataRules = lazyPart('DataRules', () => import('./DataRules.tsx').then((m) => m.DataRules))
const kinds = ['菜单', '菜单', '按钮/权限']

/** 菜单管理: the tree of menus and buttons (5-screens.md §6.4). */
export default function PermissionPage() {
  const [ruled, setRuled] = useState<ListRow | null>(null)
  return (
    <div className="card">
      <ResourceView
        resource={permission}
        asTree
        treeVerb="list"
        advanced={false}
        search={[]}
        columns={{
          name: { width: 240 },
          menuType: { render: (row) => kinds[Number(row['menuType'])] ?? '' },
          icon: {
            width: 70,
            render: (row) => (row['icon'] ? <MenuIcon name={String(row['icon'])} /> : null),
          },
          component: { width: 220 },
          url: { width: 220 },
          sortNo: { width: 80 },
        }}
        rowActions={[
          {
            key: 'rules',
            label: '数据规则',
            permission: 'system:permission:edit',
            when: (row) => Number(row['menuType']) !== 0,
            run: (row) => setRuled(row),
          },
        ]}
        Form={PermissionForm}
        deleteQuestion="确定要删除此菜单以及下级菜单、按钮吗?"
      />
      <Suspense fallback={null}>
        {ruled && <DataRules menu={ruled} onClose={() => setRuled(null)} />}
      </Suspense>
    </div>
  )
}
