import { SavedViews, ShareViewDialog, type SavedView, type ViewAudience } from '@suoan/ui/saved-views'
import { useState } from 'react'
import { Demo } from '../../Demo.tsx'

const first: readonly SavedView[] = [
  { id: '1', name: '低电量的锁', isOwn: true, owner: '张工', isDefault: true, audiences: [] },
  {
    id: '2',
    name: '压缩机房',
    isOwn: false,
    owner: '李班长',
    isDefault: false,
    audiences: [{ kind: 'role', id: 'keeper', name: '锁具管理员' }],
  },
]
const everybody: readonly ViewAudience[] = [
  { kind: 'role', id: 'keeper', name: '锁具管理员' },
  { kind: 'role', id: 'guard', name: '监护人' },
  { kind: 'depart', id: 'd1', name: '生产部' },
]
const load = (words: string) => Promise.resolve(everybody.filter(({ name }) => name.includes(words)))

export default function Example() {
  const [views, setViews] = useState(first)
  const [opened, setOpened] = useState<string | null>('1')
  const [shared, setShared] = useState<SavedView | null>(null)
  const change = (id: string, more: Partial<SavedView>) => {
    setViews(views.map((view) => (view.id === id ? { ...view, ...more } : view)))
    return Promise.resolve(true)
  }
  return (
    <Demo label="视图" value={{ opened, views: views.map(({ name }) => name) }}>
      <div>
        <SavedViews
          views={views}
          opened={opened}
          isChanged
          mayShare
          onOpen={setOpened}
          onSave={(name, overwrite) => {
            const id = `view ${name}`
            const own = { id, name, isOwn: true, owner: '张工', isDefault: false, audiences: [] }
            if (!overwrite) setViews([own, ...views])
            setOpened(overwrite ? opened : id)
            return Promise.resolve(true)
          }}
          onRename={(id, name) => change(id, { name })}
          onRemove={(id) => setViews(views.filter((view) => view.id !== id))}
          onDefault={(id) => setViews(views.map((view) => ({ ...view, isDefault: view.id === id })))}
          onShare={setShared}
          onCopyLink={() => setOpened(opened)}
        />
        {shared && (
          <ShareViewDialog
            view={shared}
            load={load}
            onShare={(audiences) => change(shared.id, { audiences })}
            onClose={() => setShared(null)}
          />
        )}
      </div>
    </Demo>
  )
}
