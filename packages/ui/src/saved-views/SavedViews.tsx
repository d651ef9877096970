import { LinkOutlined, MoreOutlined, SaveOutlined } from '@ant-design/icons'
import { Alert, App, Button, Dropdown, Empty, Input, Spin, Tag } from 'antd'
import { useState } from 'react'
import { nameProblem, type SavedView } from './saved-view.ts'
import './saved-views.css'

interface Props {
  readonly views: readonly SavedView[]
  readonly isLoading?: boolean
  /** Why the views cannot be shown. */
  readonly problem?: string | undefined
  /** The view that is open; null = none. */
  readonly opened: string | null
  /** The list is asked or drawn otherwise than the open view says. */
  readonly isChanged: boolean
  readonly mayShare: boolean
  /** null closes the open view. */
  onOpen(id: string | null): void
  /** Keeps the list as it stands, also over one of that name. Resolves to false when it was not kept. */
  onSave(name: string, overwrite: boolean): Promise<boolean>
  onRename(id: string, name: string): Promise<boolean>
  onRemove(id: string): void
  /** null = the list opens without a view. */
  onDefault(id: string | null): void
  onShare(view: SavedView): void
  onCopyLink(): void
}

/** 视图: how a list is asked and drawn, under names: opened, saved, renamed, shared, deleted, one of them the default (5-screens.md §4). */
export function SavedViews(props: Props) {
  const { views, isLoading = false, problem, opened, isChanged, onOpen, onSave, onCopyLink } = props
  const { message, modal } = App.useApp()
  const [name, setName] = useState('')
  const [isSaving, setSaving] = useState(false)
  const current = views.find(({ id }) => id === opened)

  const save = async (wanted: string) => {
    const said = nameProblem(wanted)
    if (said !== null) return void message.warning(said)
    const title = wanted.trim()
    const isTaken = views.some((view) => view.isOwn && view.name === title)
    const content = `“${title}”已存在，是否用当前列表覆盖？`
    if (isTaken && !(await modal.confirm({ title: '提示', content }))) return
    setSaving(true)
    if (await onSave(title, isTaken)) setName('')
    setSaving(false)
  }

  if (problem !== undefined) return <Alert type="warning" showIcon title={problem} />
  return (
    <div className="saved-views">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save(name)
        }}
      >
        <Input
          aria-label="视图名称"
          placeholder="为当前列表命名"
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button htmlType="submit" type="primary" icon={<SaveOutlined />} loading={isSaving}>
          保存
        </Button>
      </form>
      {current?.isOwn && isChanged && (
        <Button block onClick={() => void onSave(current.name, true)}>
          保存修改到“{current.name}”
        </Button>
      )}
      <Spin spinning={isLoading} delay={300}>
        {views.length === 0 && !isLoading ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有视图，命名后保存当前列表" />
        ) : (
          <ul aria-label="视图">
            {views.map((view) => (
              <Item key={view.id} view={view} {...props} />
            ))}
          </ul>
        )}
      </Spin>
      <div className="saved-views-foot">
        <Button type="link" size="small" icon={<LinkOutlined />} onClick={onCopyLink}>
          复制链接
        </Button>
        <Button type="link" size="small" disabled={opened === null} onClick={() => onOpen(null)}>
          不用视图
        </Button>
      </div>
    </div>
  )
}

/** A view: its name opens it, its menu does the rest. */
function Item({
  view,
  opened,
  mayShare,
  onOpen,
  onRename,
  onRemove,
  onDefault,
  onShare,
}: Props & { readonly view: SavedView }) {
  const { message, modal } = App.useApp()
  const [name, setName] = useState<string | null>(null)
  const { id, isOwn, isDefault, audiences } = view
  const withWhom = audiences.map((audience) => audience.name).join('、')

  const rename = async (wanted: string) => {
    if (wanted.trim() === view.name) return setName(null)
    const said = nameProblem(wanted)
    if (said !== null) return void message.warning(said)
    if (await onRename(id, wanted.trim())) setName(null)
  }
  const remove = async () => {
    const content = `删除后不能恢复${audiences.length > 0 ? `；已共享给${withWhom}，他们也将看不到` : ''}。`
    if (await modal.confirm({ title: `删除视图“${view.name}”？`, content, okType: 'danger' })) onRemove(id)
  }
  const canRemove = isOwn || mayShare
  const items = [
    {
      key: 'default',
      label: isDefault ? '取消默认' : '设为默认',
      onClick: () => onDefault(isDefault ? null : id),
    },
    ...(isOwn ? [{ key: 'rename', label: '重命名', onClick: () => setName(view.name) }] : []),
    ...(isOwn && mayShare ? [{ key: 'share', label: '共享…', onClick: () => onShare(view) }] : []),
    ...(canRemove ? [{ key: 'remove', label: '删除', danger: true, onClick: () => void remove() }] : []),
  ]
  if (name !== null) {
    return (
      <li>
        <Input
          autoFocus
          size="small"
          aria-label={`${view.name} 的新名称`}
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onPressEnter={(event) => !event.nativeEvent.isComposing && void rename(name)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            setName(null)
          }}
          onBlur={() => void rename(name)}
        />
      </li>
    )
  }
  return (
    <li aria-current={id === opened ? 'true' : undefined}>
      <button type="button" className="saved-view-open" title={view.name} onClick={() => onOpen(id)}>
        {view.name}
      </button>
      {isDefault && <Tag color="blue">默认</Tag>}
      {!isOwn && <Tag title={`${view.owner || '已离开的人员'} 共享`}>{view.owner || '共享'}</Tag>}
      {isOwn && audiences.length > 0 && <Tag title={`已共享给${withWhom}`}>已共享</Tag>}
      <Dropdown trigger={['click']} menu={{ items }}>
        <Button type="text" size="small" icon={<MoreOutlined />} aria-label={`${view.name} 的操作`} />
      </Dropdown>
    </li>
  )
}
