import { role, roleEndpoints } from '@suoan/contract'
import { useQueryClient } from '@tanstack/react-query'
import { callForMessage } from '@suoan/console-base/request/call.ts'
import { FormDialog } from '@suoan/console-base/resource/parts/FormDialog.tsx'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { resourceKey } from '@suoan/console-base/resource/resource-key.ts'

interface Props {
  readonly role: RowOf<typeof role.fields>
  onClose(): void
}

/** A new role with the grants, data rules and home page of this one. */
export function CopyRole({ role: source, onClose }: Props) {
  const client = useQueryClient()
  return (
    <FormDialog
      resource={role}
      title={`复制角色：${source.roleName ?? ''}（带授权、数据规则和首页，不带用户）`}
      mode="add"
      names={['roleCode', 'roleName', 'description']}
      row={{ roleName: `${source.roleName ?? ''}（复制）`, description: source.description }}
      send={async (draft) => {
        const text = (name: string) => {
          const value = draft[name]
          return typeof value === 'string' ? value : ''
        }
        const { message } = await callForMessage(roleEndpoints.copy, {
          roleId: source.id,
          roleCode: text('roleCode'),
          roleName: text('roleName'),
          description: text('description') || null,
        })
        void client.invalidateQueries({ queryKey: resourceKey(role) })
        return message
      }}
      onClose={onClose}
    />
  )
}
