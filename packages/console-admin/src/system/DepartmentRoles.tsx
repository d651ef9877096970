import { departRole } from '@suoan/contract'
import { Suspense, useState } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { FormDialog } from '@suoan/console-base/resource/parts/FormDialog.tsx'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { ResourceView, type FormProps } from '@suoan/console-base/resource/resource-page.tsx'

const DepartRoleGrants = lazyPart('DepartRoleGrants', () =>
  import('./DepartRoleGrants.tsx').then((m) => m.DepartRoleGrants),
)

type RoleRow = RowOf<typeof departRole.fields>

/** 部门角色: the roles of one department, and what they are granted of what it has (5-screens.md §6.8). */
export function DepartmentRoles({ departId }: { departId: string }) {
  const [granting, setGranting] = useState<RoleRow | null>(null)
  const [Form] = useState(() => (props: FormProps) => (
    <FormDialog
      {...props}
      resource={departRole}
      names={['roleName', 'roleCode', 'description']}
      fixed={props.mode === 'add' ? { departId } : {}}
    />
  ))
  return (
    <>
      <ResourceView<typeof departRole.fields>
        resource={departRole}
        fixed={{ deptId: departId }}
        stateIn="component"
        addLabel="新建部门角色"
        exportName="部门角色"
        search={['roleName']}
        list={['roleName', 'roleCode', 'departId', 'description']}
        rowActions={[
          {
            key: 'grant',
            label: '授权',
            permission: 'system:departRole:edit',
            run: (row) => setGranting(row),
          },
        ]}
        Form={Form}
      />
      <Suspense fallback={null}>
        {granting && (
          <DepartRoleGrants
            departId={departId}
            roleId={granting.id}
            roleName={granting.roleName ?? ''}
            onClose={() => setGranting(null)}
          />
        )}
      </Suspense>
    </>
  )
}
