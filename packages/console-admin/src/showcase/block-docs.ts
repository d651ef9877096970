import { partDoc, partsIn, type PartDoc } from './part-doc.ts'

/** Sources of the blocks and of their bindings, by path; they come when a block is looked at. */
const sources = import.meta.glob<string>(
  ['../../../ui/src/*/[A-Z]*.tsx', '../../../console-base/src/resource/{widgets,pickers,parts}/[A-Z]*.tsx'],
  { import: 'default', query: '?raw' },
)

/** Paths of the files a module may have a component in. */
function filesOf(from: string): readonly string[] {
  const [, place, rest = ''] = /^@suoan\/(ui|console-base)\/(.+)$/.exec(from) ?? []
  if (place === 'console-base') return [`../../../console-base/src/${rest}`]
  return Object.keys(sources).filter((path) => path.startsWith(`../../../ui/src/${rest}/`))
}

const sourceOf = async (path: string): Promise<string> => (await sources[path]?.()) ?? ''

/** What the sources of the components in an example say of them. */
export async function docsOf(exampleCode: string): Promise<readonly PartDoc[]> {
  const docs = partsIn(exampleCode).map(async ({ name, from }) => {
    for (const path of filesOf(from)) {
      const source = await sourceOf(path)
      // A binding takes the properties of the block that it binds.
      const bound = partsIn(source).flatMap((part) => filesOf(part.from))
      const doc = partDoc(source, name, await Promise.all(bound.map(sourceOf)))
      if (doc) return doc
    }
    return null
  })
  return (await Promise.all(docs)).filter((doc) => doc !== null)
}
