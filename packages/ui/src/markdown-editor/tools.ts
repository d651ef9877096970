import { beginLines, insertBlock, surround, type SourceEdit } from './source-edit.ts'

/** What the toolbar does: in the source as an edit of the text, in the visual mode as a command of the editor. */
export const tools = [
  { key: 'heading', name: '标题', sign: 'H', source: beginLines('## ') },
  { key: 'bold', name: '加粗', sign: 'B', source: surround('**', '粗体文字') },
  { key: 'italic', name: '斜体', sign: 'I', source: surround('*', '斜体文字') },
  { key: 'strike', name: '删除线', sign: 'S', source: surround('~~', '删除的文字') },
  { key: 'quote', name: '引用', sign: '”', source: beginLines('> ') },
  { key: 'bullets', name: '无序列表', sign: '•', source: beginLines('- ') },
  { key: 'numbers', name: '有序列表', sign: '①', source: beginLines('1. ') },
  { key: 'tasks', name: '任务列表', sign: '☑', source: beginLines('- [ ] ') },
  { key: 'code', name: '代码', sign: '</>', source: surround('`', '代码') },
  { key: 'codeBlock', name: '代码块', sign: '{ }', source: insertBlock('```\n代码\n```') },
  {
    key: 'table',
    name: '表格',
    sign: '▦',
    source: insertBlock('| 列一 | 列二 |\n| --- | --- |\n| 内容 | 内容 |'),
  },
  { key: 'rule', name: '分割线', sign: '—', source: insertBlock('---') },
] as const satisfies readonly {
  readonly key: string
  readonly name: string
  readonly sign: string
  readonly source: SourceEdit
}[]

export type Tool = (typeof tools)[number]
