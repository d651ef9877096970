import { tenant, type TenantAdmin } from '@suoan/contract'
import { Suspense, useState } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { request } from '@suoan/console-base/request/client.ts'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { ResourceView, type FormProps } from '@suoan/console-base/resource/resource-page.tsx'

const TenantForm = lazyPart('TenantForm', () => import('./TenantForm.tsx').then((m) => m.TenantForm))
const TenantAdminDialog = lazyPart('TenantAdminDialog', () =>
  import('./TenantAdminDialog.tsx').then((m) => m.TenantAdminDialog),
)
const TenantMembers = lazyPart('TenantMembers', () =>
  import('./TenantMembers.tsx').then((m) => m.TenantMembers),
)

type TenantRow = RowOf<typeof tenant.fields>

/** 租户管理 (5-screens.md §6.6): a tenant is added with its administrator, and people are put into it here. */
export default function TenantPage() {
  const [told, setTold] = useState<{ readonly admin: TenantAdmin; readonly isNew: boolean } | null>(null)
  const [opened, setOpened] = useState<TenantRow | null>(null)
  const [Form] = useState(() => (props: FormProps) => (
    <TenantForm {...props} onMade={(admin) => setTold({ admin, isNew: true })} />
  ))
  return (
    <div className="card">
      <ResourceView<typeof tenant.fields>
        resource={tenant}
        list={['name', 'id', 'beginDate', 'endDate', 'status']}
        rowActions={[
          { key: 'members', label: '用户', primary: true, run: (row) => setOpened(row) },
          {
            key: 'resetAdmin',
            label: '重置管理员密码',
            permission: 'system:tenant:edit',
            question: (row) =>
              `“${row.name ?? row.id}”的管理员丢失了密码？重置后他的登录都会失效，须用一次性密码重新登录。`,
            run: async (row) => {
              const { result } = await request<TenantAdmin>({
                method: 'POST',
                path: '/sys/tenant/resetAdminPassword',
                body: { id: Number(row.id) },
              })
              setTold(result && { admin: result, isNew: false })
            },
          },
        ]}
        Form={Form}
      />
      <Suspense fallback={null}>
        {told && <TenantAdminDialog {...told} onClose={() => setTold(null)} />}
        {opened && (
          <TenantMembers
            tenantId={Number(opened.id)}
            name={opened.name ?? String(opened.id)}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </div>
  )
}
