import {
  AlignCenterOutlined,
  AlignLeftOutlined,
  AlignRightOutlined,
  BoldOutlined,
  ClearOutlined,
  ItalicOutlined,
  MenuFoldOutlined,
  MenuOutlined,
  MenuUnfoldOutlined,
  MinusOutlined,
  OrderedListOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import type { Editor } from '@tiptap/core'
import type { ReactNode } from 'react'

/** A button of the toolbar; `keys` also does it. */
export interface Tool {
  readonly name: string
  readonly keys?: string
  readonly icon: ReactNode
  readonly isOn?: (editor: Editor) => boolean
  readonly isOff?: (editor: Editor) => boolean
  readonly run: (editor: Editor) => unknown
}

export const history: readonly Tool[] = [
  {
    name: '撤销',
    keys: 'Ctrl+Z',
    icon: <UndoOutlined />,
    isOff: (editor) => !editor.can().undo(),
    run: (editor) => editor.chain().focus().undo().run(),
  },
  {
    name: '重做',
    keys: 'Ctrl+Y',
    icon: <RedoOutlined />,
    isOff: (editor) => !editor.can().redo(),
    run: (editor) => editor.chain().focus().redo().run(),
  },
]

export const marks: readonly Tool[] = [
  {
    name: '加粗',
    keys: 'Ctrl+B',
    icon: <BoldOutlined />,
    isOn: (editor) => editor.isActive('bold'),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    name: '斜体',
    keys: 'Ctrl+I',
    icon: <ItalicOutlined />,
    isOn: (editor) => editor.isActive('italic'),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    name: '下划线',
    keys: 'Ctrl+U',
    icon: <UnderlineOutlined />,
    isOn: (editor) => editor.isActive('underline'),
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
  {
    name: '删除线',
    keys: 'Ctrl+Shift+S',
    icon: <StrikethroughOutlined />,
    isOn: (editor) => editor.isActive('strike'),
    run: (editor) => editor.chain().focus().toggleStrike().run(),
  },
]

const align = (name: string, side: string, key: string, icon: ReactNode): Tool => ({
  name,
  keys: `Ctrl+Shift+${key}`,
  icon,
  isOn: (editor) => editor.isActive({ textAlign: side }),
  run: (editor) => editor.chain().focus().toggleTextAlign(side).run(),
})

export const blocks: readonly Tool[] = [
  align('左对齐', 'left', 'L', <AlignLeftOutlined />),
  align('居中', 'center', 'E', <AlignCenterOutlined />),
  align('右对齐', 'right', 'R', <AlignRightOutlined />),
  align('两端对齐', 'justify', 'J', <MenuOutlined />),
  {
    name: '无序列表',
    keys: 'Ctrl+Shift+8',
    icon: <UnorderedListOutlined />,
    isOn: (editor) => editor.isActive('bulletList'),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: '有序列表',
    keys: 'Ctrl+Shift+7',
    icon: <OrderedListOutlined />,
    isOn: (editor) => editor.isActive('orderedList'),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    name: '增加缩进',
    keys: 'Tab',
    icon: <MenuUnfoldOutlined />,
    isOff: (editor) => !editor.can().sinkListItem('listItem'),
    run: (editor) => editor.chain().focus().sinkListItem('listItem').run(),
  },
  {
    name: '减少缩进',
    keys: 'Shift+Tab',
    icon: <MenuFoldOutlined />,
    isOff: (editor) => !editor.can().liftListItem('listItem'),
    run: (editor) => editor.chain().focus().liftListItem('listItem').run(),
  },
  {
    name: '引用',
    keys: 'Ctrl+Shift+B',
    icon: <span className="rich-text-sign">”</span>,
    isOn: (editor) => editor.isActive('blockquote'),
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    name: '分割线',
    icon: <MinusOutlined />,
    run: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
]

export const clearing: Tool = {
  name: '清除格式',
  icon: <ClearOutlined />,
  run: (editor) => editor.chain().focus().unsetAllMarks().clearNodes().unsetTextAlign().run(),
}

interface TableStep {
  readonly key: string
  readonly label: string
  readonly run: (editor: Editor) => unknown
}

const table = (rows: number, cols: number): TableStep => ({
  key: `${rows}x${cols}`,
  label: `插入 ${rows} 行 ${cols} 列`,
  run: (editor) => editor.chain().focus().insertTable({ rows, cols, withHeaderRow: true }).run(),
})

export const tableSizes: readonly TableStep[] = [table(2, 2), table(3, 3), table(4, 4), table(6, 3)]

export const tableSteps: readonly TableStep[] = [
  { key: 'above', label: '在上方插入行', run: (editor) => editor.chain().focus().addRowBefore().run() },
  { key: 'below', label: '在下方插入行', run: (editor) => editor.chain().focus().addRowAfter().run() },
  { key: 'left', label: '在左侧插入列', run: (editor) => editor.chain().focus().addColumnBefore().run() },
  { key: 'right', label: '在右侧插入列', run: (editor) => editor.chain().focus().addColumnAfter().run() },
  { key: 'head', label: '切换标题行', run: (editor) => editor.chain().focus().toggleHeaderRow().run() },
  { key: 'join', label: '合并或拆分单元格', run: (editor) => editor.chain().focus().mergeOrSplit().run() },
  { key: 'noRow', label: '删除行', run: (editor) => editor.chain().focus().deleteRow().run() },
  { key: 'noColumn', label: '删除列', run: (editor) => editor.chain().focus().deleteColumn().run() },
  { key: 'noTable', label: '删除表格', run: (editor) => editor.chain().focus().deleteTable().run() },
]
