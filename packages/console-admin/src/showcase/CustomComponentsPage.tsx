import { Empty, Input, Menu, Spin, Tabs } from 'antd'
import { Suspense, useEffect, useRef, useState, type ComponentType } from 'react'
import { blocks, findBlocks } from './blocks.ts'
import './showcase.css'

const [first] = blocks
/** The block that stands there at once. */
export const ahead = first ? [() => first.load()] : []

/** 常见案例 → 自定义组件: each block alive, with its value and the code that makes it (5-screens.md §14). */
export default function CustomComponentsPage() {
  const [typed, setTyped] = useState('')
  const [key, setKey] = useState(first?.key)
  const found = findBlocks(blocks, typed)
  const chosen = found.find((block) => block.key === key) ?? found[0]
  const list = useRef<HTMLElement>(null)
  const shown = chosen?.key
  const heading = useRef<HTMLHeadingElement>(null)
  // On a phone the list is lower than its blocks; the one that is looked at stays in sight in it.
  useEffect(() => {
    if (shown !== undefined)
      list.current?.querySelector('.ant-menu-item-selected')?.scrollIntoView({ block: 'nearest' })
    // The list is longer than most blocks: whoever chooses one at its end sees it from its beginning.
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [shown])
  return (
    <div className="card showcase-blocks">
      <nav aria-label="组件" ref={list}>
        <Input.Search
          allowClear
          placeholder="搜索组件名称"
          aria-label="搜索组件"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Menu
          className="showcase-list"
          selectedKeys={chosen ? [chosen.key] : []}
          items={found.map((block) => ({ key: block.key, label: block.title }))}
          onClick={(item) => setKey(item.key)}
        />
      </nav>
      {chosen ? (
        <section key={chosen.key} aria-label={chosen.title}>
          <h3 ref={heading}>{chosen.title}</h3>
          <p className="showcase-summary">
            {chosen.summary}
            {chosen.unused && <> 目前没有页面使用：{chosen.unused}</>}
          </p>
          <Suspense fallback={<Spin />}>
            <chosen.Example />
          </Suspense>
          <Tabs
            className="gap-top"
            items={[
              { key: 'code', label: '示例代码', children: <Shown part={chosen.Code} /> },
              { key: 'docs', label: '属性与事件', children: <Shown part={chosen.Docs} /> },
            ]}
          />
        </section>
      ) : (
        <Empty description={`没有名称含“${typed.trim()}”的组件，请换一个词搜索`} />
      )}
    </div>
  )
}

const Shown = ({ part: Part }: { readonly part: ComponentType }) => (
  <Suspense fallback={<Spin />}>
    <Part />
  </Suspense>
)
