import { Form, Select } from 'antd'
import { useMemo } from 'react'
import { pagesOf } from '@suoan/console-base/session/menu-pages.ts'
import { useSession } from '@suoan/console-base/session/session-store.ts'

interface Props {
  readonly id?: string
  readonly disabled: boolean
  readonly value?: string
  onChange?(component: string): void
}

/** A page of the menu by its component; its route goes into the field `url` beside. */
export function HomePageSelect({ id, disabled, value, onChange }: Props) {
  const menu = useSession((session) => session.permissions?.menu)
  const form = Form.useFormInstance()
  const options = useMemo(() => {
    const seen = new Set<string>()
    return pagesOf(menu ?? []).flatMap((page) => {
      const { component, path, title, trail } = page
      // A page with a parameter, a container and a frame are no first page.
      if (component.startsWith('layouts/') || path.includes(':') || seen.has(component)) return []
      seen.add(component)
      return [{ value: component, path, label: [...trail.map((above) => above.title), title].join(' / ') }]
    })
  }, [menu])
  return (
    <Select<string | null>
      {...(id === undefined ? {} : { id })}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder="请选择首页"
      disabled={disabled}
      options={options}
      value={value ?? null}
      onChange={(component) => {
        if (component !== null) onChange?.(component)
        form.setFieldValue('url', options.find((option) => option.value === component)?.path)
      }}
    />
  )
}
