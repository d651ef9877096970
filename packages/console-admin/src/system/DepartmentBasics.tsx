import { AreaText } from '@suoan/ui/area-linkage'
import { DetailList } from '@suoan/ui/detail-list'
import { findOwn, type OwnDepartment } from './own-departments.ts'

/** 基本信息 of a department that one leads: read only, its place in the tree is the administrator's (5-screens.md §6.8). */
export function DepartmentBasics({ row, rows }: { row: OwnDepartment; rows: readonly OwnDepartment[] }) {
  const parent = row.parentId_dictText ?? findOwn(rows, row.parentId ?? '')?.title
  const items = [
    ['机构名称', row.departName],
    ['上级部门', parent],
    ['机构编码', row.orgCode],
    ['机构类型', row.orgCategory_dictText],
    ['排序', row.departOrder],
    ['手机号', row.mobile],
    ['所在地区', row.region ? <AreaText key="region" code={row.region} /> : null],
    ['地址', row.address],
    ['备注', row.memo],
  ] as const
  return (
    <DetailList
      columns={1}
      items={items.map(([label, value]) => ({
        key: label,
        label,
        children: value === null || value === undefined || value === '' ? '—' : value,
      }))}
    />
  )
}
