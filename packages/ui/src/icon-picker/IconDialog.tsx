import { Button, Empty, Input, Spin, Tabs } from 'antd'
import { createElement, useState } from 'react'
import { findIcons, iconTabs, tabOf, useIconSet, type IconTab } from '../icon-sets/index.ts'
import { AppModal } from '../modal/index.ts'

interface Props {
  readonly initial: string
  onConfirm(name: string): void
  onCancel(): void
}

const [{ key: firstTab } = { key: 'direction' as const }] = iconTabs

/** 选择图标: six tabs of icons, opened at the one that the present icon stands in (5-screens.md §6.4). */
export function IconDialog({ initial, onConfirm, onCancel }: Props) {
  const [chosen, setChosen] = useState(initial)
  const [tab, setTab] = useState<IconTab>(tabOf(initial) ?? firstTab)
  const [typed, setTyped] = useState('')
  return (
    <AppModal
      open
      fullscreen
      title="选择图标"
      width={800}
      okText="确认"
      cancelText="取消"
      okButtonProps={{ disabled: chosen === '' }}
      okClose={false}
      onOk={() => onConfirm(chosen)}
      onCancel={onCancel}
    >
      <Input.Search
        allowClear
        placeholder="按英文名称查找，例如 lock"
        aria-label="查找图标"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Tabs
        activeKey={tab}
        onChange={(key) => setTab(iconTabs.find((each) => each.key === key)?.key ?? firstTab)}
        items={iconTabs.map(({ key, title }) => ({
          key,
          label: typed.trim() === '' ? title : `${title}（${findIcons(key, typed).length}）`,
        }))}
      />
      <IconGrid
        tab={tab}
        names={findIcons(tab, typed)}
        chosen={chosen}
        onChoose={setChosen}
        onTake={onConfirm}
      />
    </AppModal>
  )
}

interface GridProps {
  readonly tab: IconTab
  readonly names: readonly string[]
  readonly chosen: string
  onChoose(name: string): void
  /** Chosen and confirmed at once. */
  onTake(name: string): void
}

function IconGrid({ tab, names, chosen, onChoose, onTake }: GridProps) {
  const icons = useIconSet(tab)
  if (icons === 'failed')
    return (
      <Empty
        image={Empty.PRESENTED_IMAGE_SIMPLE}
        description="图标加载失败，请换到其他分类后再试，或刷新页面"
      />
    )
  if (icons === null) return <Spin className="icon-grid-coming" />
  if (names.length === 0)
    return (
      <Empty
        image={Empty.PRESENTED_IMAGE_SIMPLE}
        description="此分类中没有这个名称，请看其他分类或换一个词"
      />
    )
  return (
    <div className="icon-grid" role="group" aria-label="图标">
      {names.map((name) => {
        const Icon = icons[name]
        return (
          <Button
            key={name}
            type={name === chosen ? 'primary' : 'text'}
            title={name}
            aria-label={name}
            aria-pressed={name === chosen}
            icon={Icon ? createElement(Icon) : null}
            onClick={() => onChoose(name)}
            onDoubleClick={() => onTake(name)}
          />
        )
      })}
    </div>
  )
}
