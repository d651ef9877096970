import { DepartUserPickDialog } from '@suoan/console-base/resource/pickers/DepartUserPickDialog.tsx'
import { UserPickDialog } from '@suoan/console-base/resource/pickers/UserPickDialog.tsx'
import { RefPicker } from '@suoan/console-base/resource/widgets/RefPicker.tsx'
import type { Chosen } from '@suoan/ui/pickers'
import { Button } from 'antd'
import { useState } from 'react'
import { Demo } from '../../Demo.tsx'

export default function Example() {
  const [person, setPerson] = useState<string | string[]>('')
  const [roles, setRoles] = useState<string | string[]>([])
  const [post, setPost] = useState<string | string[]>('')
  const [people, setPeople] = useState<readonly Chosen[]>([])
  const [open, setOpen] = useState<'people' | 'ofDepart' | null>(null)
  const picker = {
    multiple: true,
    initial: people,
    onCancel: () => setOpen(null),
    onConfirm(chosen: readonly Chosen[]) {
      setPeople(chosen)
      setOpen(null)
    },
  }
  return (
    <>
      <Demo label="一名用户" value={person}>
        <RefPicker
          field={{ kind: 'ref', label: '一名用户', resource: 'user', by: 'username' }}
          value={person}
          onChange={setPerson}
        />
      </Demo>
      <Demo label="多名用户" value={people}>
        <Button onClick={() => setOpen('people')}>选择用户</Button>
      </Demo>
      <Demo label="部门的用户" value={people.map(({ key }) => key)}>
        <Button onClick={() => setOpen('ofDepart')}>根据部门选择用户</Button>
      </Demo>
      <Demo label="角色" value={roles}>
        <RefPicker
          field={{ kind: 'refs', label: '角色', resource: 'role', by: 'roleCode' }}
          multiple
          value={roles}
          onChange={setRoles}
        />
      </Demo>
      <Demo label="职务" value={post}>
        <RefPicker
          field={{ kind: 'ref', label: '职务', resource: 'position', by: 'code' }}
          value={post}
          onChange={setPost}
        />
      </Demo>
      {open === 'people' && <UserPickDialog {...picker} />}
      {open === 'ofDepart' && <DepartUserPickDialog {...picker} by="username" />}
    </>
  )
}
