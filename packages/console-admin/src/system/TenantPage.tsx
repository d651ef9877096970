import { tenant, type NewTenant } from '@suoan/contract'
import { Suspense, useState } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { ResourceView, type FormProps } from '@suoan/console-base/resource/resource-page.tsx'

const TenantForm = lazyPart('TenantForm', () => import('./TenantForm.tsx').then((m) => m.TenantForm))
const NewTenantDialog = lazyPart('NewTenantDialog', () =>
  import('./NewTenantDialog.tsx').then((m) => m.NewTenantDialog),
)
const TenantMembers = lazyPart('TenantMembers', () =>
  import('./TenantMembers.tsx').then((m) => m.TenantMembers),
)

type TenantRow = RowOf<typeof tenant.fields>

/** 租户管理 (5-screens.md §6.6): a tenant is added with its administrator, and people are put into it here. */
export default function TenantPage() {
  const [made, setMade] = useState<NewTenant | null>(null)
  const [opened, setOpened] = useState<TenantRow | null>(null)
  const [Form] = useState(() => (props: FormProps) => <TenantForm {...props} onMade={setMade} />)
  return (
    <div className="card">
      <ResourceView<typeof tenant.fields>
        resource={tenant}
        list={['name', 'id', 'beginDate', 'endDate', 'status']}
        rowActions={[{ key: 'members', label: '用户', primary: true, run: (row) => setOpened(row) }]}
        Form={Form}
      />
      <Suspense fallback={null}>
        {made && <NewTenantDialog made={made} onClose={() => setMade(null)} />}
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
