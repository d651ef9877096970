import { permission, permissionEndpoints } from '@suoan/contract'
import { Suspense, useState } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { call } from '@suoan/console-base/request/call.ts'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { loadTreeTable, ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import './system.css'
import { MenuIcon } from '@suoan/console-base/icons.tsx'
import { PermissionForm } from './PermissionForm.tsx'

const DataRules = lazyPart('DataRules', () => import('./DataRules.tsx').then((m) => m.DataRules))
/** `menu_type`. */
const menuKind = { group: 0, page: 1, button: 2 } as const
const kinds = ['菜单', '菜单', '按钮/权限']

const menusBelow = (parentIds: readonly string[], signal: AbortSignal) =>
  call(permissionEndpoints.childrenOfMany, { parentIds: parentIds.join(',') }, { signal, quiet: true })

export const ahead = [loadTreeTable]

/** 菜单管理: the tree of menus and buttons (5-screens.md §6.4). */
export default function PermissionPage() {
  const [ruled, setRuled] = useState<RowOf<typeof permission.fields> | null>(null)
  return (
    <div className="card">
      <ResourceView
        resource={permission}
        asTree
        treeVerb="getSystemMenuList"
        treeBelow={menusBelow}
        advanced={false}
        search={[]}
        columns={{
          name: { width: 240 },
          menuType: { render: (row) => kinds[row.menuType ?? menuKind.group] ?? '' },
          icon: {
            width: 90,
            render: (row) => (row.icon ? <MenuIcon name={row.icon} /> : null),
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
            when: (row) => row.menuType !== menuKind.group,
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
