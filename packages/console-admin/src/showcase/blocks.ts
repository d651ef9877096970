import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { createElement, type ComponentType } from 'react'
import { docsOf } from './block-docs.ts'
import { PartDocs } from './PartDocs.tsx'

/** What a block is called and found by. `blocks/<key>/entry.ts` says it, `blocks/<key>/Example.tsx` shows it. */
export interface BlockEntry {
  readonly title: string
  /** One sentence: what it is for. */
  readonly summary: string
  /** Other words it is looked for by. */
  readonly keywords: readonly string[]
  /** Why no page of the product has it, where none has. */
  readonly unused?: string
}

/** A block of the gallery; its example and the code of that come when they are shown. */
export interface Block extends BlockEntry {
  readonly key: string
  readonly Example: ComponentType
  readonly Code: ComponentType
  /** Its properties and events. */
  readonly Docs: ComponentType
  /** Loads what stands there when it is chosen: its example and the code of that. */
  load(): Promise<unknown>
}

const entries = import.meta.glob<BlockEntry>('./blocks/*/entry.ts', { eager: true, import: 'default' })
const examples = import.meta.glob<ComponentType>('./blocks/*/Example.tsx', { import: 'default' })
const codes = import.meta.glob<string>('./blocks/*/Example.tsx', { import: 'default', query: '?raw' })

/** Every block with an entry, by title. A folder is all that a new one needs. */
export const blocks: readonly Block[] = Object.entries(entries)
  .map(([path, entry]) => {
    const [, , key = ''] = path.split('/')
    const file = `./blocks/${key}/Example.tsx`
    const [example, code] = [examples[file], codes[file]]
    if (!example || !code) throw new Error(`the block ${key} has an entry and no Example.tsx`)
    const loadCode = () => Promise.all([code(), import('./CodeText.tsx')])
    return {
      ...entry,
      key,
      Example: lazyPart(key, example),
      Code: lazyPart(`${key}-code`, async () => {
        const [text, { CodeText }] = await loadCode()
        return () => createElement(CodeText, { label: entry.title, code: text })
      }),
      load: () => Promise.all([example(), loadCode()]),
      Docs: lazyPart(`${key}-docs`, async () => {
        const docs = await docsOf(await code())
        return () => createElement(PartDocs, { docs })
      }),
    }
  })
  .toSorted((one, other) => one.title.localeCompare(other.title, 'zh-CN'))

/** The blocks whose title, folder, sentence or keywords hold what was typed, in any case. */
export function findBlocks(all: readonly Block[], typed: string): readonly Block[] {
  const words = typed.trim().toLowerCase()
  return all.filter(({ key, title, summary, keywords }) =>
    [key, title, summary, ...keywords].some((each) => each.toLowerCase().includes(words)),
  )
}
