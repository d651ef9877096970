import type {
  JSONContent,
  MarkdownParseHelpers,
  MarkdownRendererHelpers,
  MarkdownToken,
  RenderContext,
} from '@tiptap/core'
import { BulletList, ListItem, OrderedList, TaskItem, TaskList } from '@tiptap/extension-list'

/*
 * The library reads ordered lists and tasks by tokenizers of its own, which lose the columns of what stands in an item. The
 * lists of the Markdown reader itself are right, so they alone are read here; and items are written with a blank line
 * before each block, as they are read.
 */

/** Never finds anything. */
const none = (name: string) => ({ name, level: 'block', start: () => -1, tokenize: () => undefined }) as const

/** Lists of `-`: tasks among other items stand in a list of their own. */
const Bullets = BulletList.extend({
  parseMarkdown: ({ ordered, items = [] }, helpers) =>
    ordered === true
      ? []
      : groupsOf(items, isTask).map(({ is: isTasks, of }) => ({
          type: isTasks ? 'taskList' : 'bulletList',
          content: of.map((item) => ({
            type: isTasks ? 'taskItem' : 'listItem',
            ...(isTasks ? { attrs: { checked: item.checked === true } } : {}),
            content: blocksOf(item, helpers),
          })),
        })),
})

const Numbers = OrderedList.extend({
  markdownTokenizer: none('orderedList'),
  parseMarkdown: ({ ordered, start, items = [] }, helpers) =>
    ordered === true
      ? {
          type: 'orderedList',
          ...(typeof start === 'number' && start !== 1 ? { attrs: { start } } : {}),
          content: items.map((item) => ({ type: 'listItem', content: blocksOf(item, helpers) })),
        }
      : [],
})

const Tasks = TaskList.extend({
  markdownTokenizer: none('taskList'),
  // Read with the other lists.
  markdownTokenName: 'list',
  parseMarkdown: () => [],
})

const Item = ListItem.extend({
  // Markdown lets an item begin with whatever stands in it.
  content: 'block+',
  renderMarkdown: (node, helpers, context) => {
    const sign = context.parentType === 'orderedList' ? `${numberOf(context)}. ` : '- '
    return sign + indented(node, helpers, sign.length)
  },
})

const Task = TaskItem.extend({
  content: 'block+',
  renderMarkdown: (node, helpers) =>
    `- [${node.attrs?.['checked'] === true ? 'x' : ' '}] ${indented(node, helpers, 2)}`,
}).configure({
  nested: true,
  a11y: { checkboxLabel: ({ textContent }, checked) => `${checked ? '已完成' : '未完成'}：${textContent}` },
})

export const listExtensions = [Bullets, Numbers, Tasks, Item, Task]

/** A box stands before words; a heading that begins with one is a heading. */
const isTask = ({ task, tokens = [] }: MarkdownToken): boolean =>
  task === true && ['text', 'paragraph'].includes(tokens.find(({ type }) => type !== 'checkbox')?.type ?? '')

/** What stands in an item; words without a blank line around them are a paragraph too. */
function blocksOf({ tokens = [] }: MarkdownToken, helpers: MarkdownParseHelpers): JSONContent[] {
  const blocks = tokens.flatMap((token) => {
    if (token.type === 'checkbox' || token.type === 'space') return []
    if (token.type === 'text')
      return [helpers.createNode('paragraph', undefined, helpers.parseInline(token.tokens ?? [token]))]
    return helpers.parseChildren([token])
  })
  return blocks.length > 0 ? blocks : [{ type: 'paragraph' }]
}

/** The blocks of an item, each line but the first below the first. */
function indented({ content = [] }: JSONContent, helpers: MarkdownRendererHelpers, width: number): string {
  return content
    .map((block, index) => {
      const text = helpers.renderChild?.(block, index) ?? helpers.renderChildren([block])
      // A list follows its words at once: a blank line would loosen all of them.
      const gap = index === 0 ? '' : block.type?.endsWith('List') ? '\n' : '\n\n'
      return gap + text
    })
    .join('')
    .split('\n')
    .map((line, index) => (index === 0 || line === '' ? line : ' '.repeat(width) + line))
    .join('\n')
}

const numberOf = ({ index, meta }: RenderContext): number => {
  const attrs: unknown = meta?.['parentAttrs']
  const start = typeof attrs === 'object' && attrs !== null && 'start' in attrs ? attrs.start : 1
  return (typeof start === 'number' ? start : 1) + index
}

/** Neighbours of one kind, in their order. */
function groupsOf<T>(all: readonly T[], isKind: (each: T) => boolean): { is: boolean; of: T[] }[] {
  const groups: { is: boolean; of: T[] }[] = []
  for (const each of all) {
    const is = isKind(each)
    const last = groups.at(-1)
    if (last?.is === is) last.of.push(each)
    else groups.push({ is, of: [each] })
  }
  return groups
}
