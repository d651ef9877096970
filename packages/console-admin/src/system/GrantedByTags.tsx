import type { GrantedBy } from '@suoan/contract'
import { Tag } from 'antd'

/** The roles by which somebody has a permission; those of a department look different. */
export function GrantedByTags({ by }: { by: readonly GrantedBy[] }) {
  return by.map(({ kind, id, name }) => (
    <Tag key={`${kind}-${id}`} color={kind === 'role' ? 'blue' : 'purple'}>
      {kind === 'role' ? name : `部门角色：${name}`}
    </Tag>
  ))
}
