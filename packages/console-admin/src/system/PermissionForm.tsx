import { permission, permissionEndpoints } from '@suoan/contract'
import { IconPicker } from '@suoan/ui/icon-picker'
import { LazyTreeSelect, type LazyNode } from '@suoan/ui/lazy-tree'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { AppModal } from '@suoan/ui/modal'
import { Radio } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { failureText } from '@suoan/console-base/request/failure.ts'
import type { ListRow } from '@suoan/console-base/resource/list-row.ts'
import { ConflictDialog } from '@suoan/console-base/resource/parts/ConflictDialog.tsx'
import { FormFields } from '@suoan/console-base/resource/parts/FormFields.tsx'
import type { FormProps } from '@suoan/console-base/resource/resource-page.tsx'
import { useResourceForm } from '@suoan/console-base/resource/use-resource-form.ts'
import { dictNames } from '@suoan/console-base/resource/stored-names.ts'
import { MenuIcon } from '@suoan/console-base/icons.tsx'

const menuFields = [
  'url',
  'component',
  'componentName',
  'icon',
  'sortNo',
  'route',
  'hidden',
  'keepAlive',
  'alwaysShow',
  'internalOrExternal',
]

/** The fields that each kind of row asks for (5-screens.md §6.4). */
const namesOf: Readonly<Record<string, readonly string[]>> = {
  '0': ['menuType', 'name', ...menuFields.slice(0, 3), 'redirect', ...menuFields.slice(3)],
  '1': ['menuType', 'name', 'parentId', ...menuFields],
  '2': ['menuType', 'name', 'parentId', 'url', 'perms', 'permsType', 'status'],
}
const titles = { add: '新增菜单', edit: '编辑菜单', detail: '菜单详情' }

/** One form for menus and buttons; the kind switches what is asked. */
export function PermissionForm({ mode, row, onClose }: FormProps) {
  const below = mode === 'add' && row !== null
  const first = String(row?.['menuType'] ?? (below ? '1' : '0'))
  const [kind, setKind] = useState(first)
  const fresh: Partial<ListRow> = {
    menuType: Number(first),
    component: below ? null : 'layouts/RouteView',
    route: true,
    status: '1',
    permsType: '1',
    ...row,
  }
  const form = useResourceForm(permission, {
    mode,
    row: mode === 'add' ? fresh : row,
    names: namesOf[kind] ?? [],
    onSaved: onClose,
    toDraft: (draft) => ({ ...draft, menuType: Number(kind) }),
  })
  return (
    <AppModal
      open
      fullscreen
      title={below ? '添加子菜单' : titles[mode]}
      width={880}
      confirmLoading={form.save.isPending}
      {...(mode === 'detail' ? { okButtonProps: { style: { display: 'none' } } } : {})}
      okClose={false}
      onOk={form.submit}
      onCancel={onClose}
    >
      <FormFields
        resource={permission}
        form={form}
        columns={2}
        inputs={{
          menuType: false,
          parentId: ({ disabled }) => <MenuPicker disabled={disabled} />,
          icon: ({ disabled }) => (
            <IconPicker disabled={disabled} icon={(name) => <MenuIcon name={name} />} />
          ),
        }}
        after={{
          start: (
            <div className="form-wide">
              <LabelledItem label="菜单类型">
                <Radio.Group
                  optionType="button"
                  value={kind}
                  disabled={mode === 'detail'}
                  onChange={(event) => setKind(String(event.target.value))}
                  options={[
                    { value: '0', label: '一级菜单' },
                    { value: '1', label: '子菜单' },
                    { value: '2', label: '按钮/权限' },
                  ]}
                />
              </LabelledItem>
            </div>
          ),
        }}
      />
      {form.conflict && <ConflictDialog resource={permission} form={form} conflict={form.conflict} />}
    </AppModal>
  )
}

interface MenuPickerProps {
  readonly disabled: boolean
  readonly value?: string
  readonly onChange?: (value: string) => void
}

/** The menus that may have children, level by level; buttons are leaves. */
function MenuPicker({ disabled, value, onChange }: MenuPickerProps) {
  return (
    <LazyTreeSelect
      disabled={disabled}
      placeholder="请选择上级菜单"
      load={loadMenus}
      loadNames={(ids, signal) => dictNames('sys_permission,name,id', ids, signal)}
      failureText={failureText}
      value={value ?? ''}
      onChange={(next) => onChange?.(Array.isArray(next) ? (next[0] ?? '') : next)}
    />
  )
}

async function loadMenus(above: string | null, signal: AbortSignal): Promise<LazyNode[]> {
  const nodes =
    above === null
      ? await call(permissionEndpoints.roots, {}, { signal, quiet: true })
      : await call(permissionEndpoints.children, { parentId: above }, { signal, quiet: true })
  return nodes
    .filter((node) => Number(node['menuType']) !== 2)
    .map(({ id, title, isLeaf }) => ({ value: id, title, isLeaf }))
}
