import {
  BgColorsOutlined,
  DownOutlined,
  FontColorsOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  LinkOutlined,
  PictureOutlined,
  TableOutlined,
} from '@ant-design/icons'
import { groundColors, textColors } from '@suoan/kit/rich-text'
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { Button, Dropdown, Tooltip } from 'antd'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { ToolRow } from '../tool-row/index.ts'
import { LinkPanel } from './LinkPanel.tsx'
import { blocks, clearing, history, marks, tableSizes, tableSteps, type Tool } from './tools.tsx'

interface Props {
  readonly editor: Editor
  readonly label: string
  readonly isFull: boolean
  onFull(): void
  /** Pictures that were chosen; without it none can be inserted. */
  readonly onPictures?: ((files: readonly File[]) => void) | undefined
}

const allTools = [...history, ...marks, ...blocks, clearing]
const levels = [1, 2, 3, 4] as const

/** What can be done with the text. */
export function Toolbar({ editor, label, isFull, onFull, onPictures }: Props) {
  const chooser = useRef<HTMLInputElement>(null)
  const now = useEditorState({
    editor,
    selector: ({ editor: at }) => ({
      tools: allTools.map(({ isOn, isOff }) => ({ isOn: isOn?.(at), isOff: isOff?.(at) === true })),
      level: levels.find((level) => at.isActive('heading', { level })) ?? 0,
      isInTable: at.isActive('table'),
    }),
  })
  const buttonsOf = (tools: readonly Tool[]) =>
    tools.map((tool) => {
      const state = now.tools[allTools.indexOf(tool)]
      return (
        <ToolButton
          key={tool.name}
          name={tool.name}
          keys={tool.keys}
          isOn={state?.isOn}
          isOff={state?.isOff}
          icon={tool.icon}
          onPress={() => tool.run(editor)}
        />
      )
    })
  const chain = () => editor.chain().focus()
  return (
    <ToolRow className="rich-text-tools" label={`${label}的格式`}>
      {buttonsOf(history)}
      <Choices
        name="段落样式"
        shows={now.level === 0 ? '正文' : `标题 ${now.level}`}
        items={[
          { key: '0', label: '正文', run: () => chain().setParagraph().run() },
          ...levels.map((level) => ({
            key: String(level),
            label: `标题 ${level}`,
            run: () => chain().setHeading({ level }).run(),
          })),
        ]}
      />
      {buttonsOf(marks)}
      <Choices
        name="文字颜色"
        icon={<FontColorsOutlined />}
        items={[
          { key: 'none', label: '默认颜色', run: () => chain().unsetColor().run() },
          ...textColors.map(({ name, color }) => ({
            key: color,
            label: <span style={{ color }}>{name}</span>,
            run: () => chain().setColor(color).run(),
          })),
        ]}
      />
      <Choices
        name="背景颜色"
        icon={<BgColorsOutlined />}
        items={[
          { key: 'none', label: '无背景', run: () => chain().unsetBackgroundColor().run() },
          ...groundColors.map(({ name, color }) => ({
            key: color,
            label: (
              <span className="rich-text-swatch" style={{ backgroundColor: color }}>
                {name}
              </span>
            ),
            run: () => chain().setBackgroundColor(color).run(),
          })),
        ]}
      />
      {buttonsOf(blocks)}
      <LinkPanel editor={editor} icon={<LinkOutlined />} />
      {onPictures && (
        <>
          <ToolButton name="插入图片" icon={<PictureOutlined />} onPress={() => chooser.current?.click()} />
          <input
            ref={chooser}
            hidden
            type="file"
            accept="image/*"
            multiple
            aria-label={`${label}的图片`}
            onChange={({ target }) => {
              onPictures([...(target.files ?? [])])
              target.value = ''
            }}
          />
        </>
      )}
      <Choices
        name="表格"
        icon={<TableOutlined />}
        items={(now.isInTable ? tableSteps : tableSizes).map((step) => ({
          ...step,
          run: () => step.run(editor),
        }))}
      />
      {buttonsOf([clearing])}
      <ToolButton
        name={isFull ? '退出全屏' : '全屏'}
        icon={isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
        onPress={onFull}
      />
    </ToolRow>
  )
}

interface ButtonProps {
  readonly name: string
  readonly keys?: string | undefined
  readonly icon: ReactNode
  readonly isOn?: boolean | undefined
  readonly isOff?: boolean | undefined
  onPress(): unknown
}

function ToolButton({ name, keys, icon, isOn, isOff = false, onPress }: ButtonProps) {
  return (
    <Tooltip title={keys ? `${name}（${keys}）` : name}>
      <Button
        size="small"
        type="text"
        icon={icon}
        aria-label={name}
        disabled={isOff}
        className={isOn ? 'rich-text-on' : ''}
        {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
        // The selection in the text stays while the button is pressed.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => void onPress()}
      />
    </Tooltip>
  )
}

interface ChoicesProps {
  readonly name: string
  /** A drawing, or the words of what holds now: these belong to the name then. */
  readonly icon?: ReactNode
  readonly shows?: string
  readonly items: readonly { readonly key: string; readonly label: ReactNode; readonly run: () => unknown }[]
}

function Choices({ name, icon, shows, items }: ChoicesProps) {
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: items.map(({ key, label }) => ({ key, label })),
        onClick: ({ key }) => void items.find((item) => item.key === key)?.run(),
      }}
    >
      <Button
        size="small"
        type="text"
        title={name}
        aria-label={shows === undefined ? name : `${name}：${shows}`}
        onMouseDown={(event) => event.preventDefault()}
      >
        {shows ?? icon}
        <DownOutlined aria-hidden className="rich-text-more" />
      </Button>
    </Dropdown>
  )
}
