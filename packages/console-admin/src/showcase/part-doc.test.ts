import { expect, it } from 'vitest'
import { partDoc, partsIn } from './part-doc.ts'

const source = `import { Input } from 'antd'

export interface PopTextProps extends Omit<Base, 'id'>, Other {
  readonly value?: string | null
  /** What it is called;
   *  it names the field too. */
  readonly title: string
  readonly look:
    | 'one'
    | 'two'
  // Not a comment of a member.
  readonly 'aria-label'?: string
  /** A choice that was taken back gives the empty text. */
  readonly onChange?: (value: string) => void
  load<T>(
    path: string,
    signal: AbortSignal,
  ): Promise<T>
}

/** A line of text
 * (2-data-entry.md §9). */
export function PopText<R extends object>({ value }: PopTextProps) {
  return null
}

export function Bare() {
  return null
}
`

it('a component is read out of its source: its comment, its properties and what it tells', () =>
  expect(partDoc(source, 'PopText')).toEqual({
    name: 'PopText',
    says: 'A line of text (2-data-entry.md §9).',
    alsoTakes: "Omit<Base, 'id'>, Other",
    properties: [
      { name: 'value', type: 'string | null', isRequired: false, says: '' },
      { name: 'title', type: 'string', isRequired: true, says: 'What it is called; it names the field too.' },
      { name: 'look', type: "'one' | 'two'", isRequired: true, says: '' },
      { name: 'aria-label', type: 'string', isRequired: false, says: '' },
      {
        name: 'load',
        type: '<T>( path: string, signal: AbortSignal, ): Promise<T>',
        isRequired: true,
        says: '',
      },
    ],
    events: [
      {
        name: 'onChange',
        type: '(value: string) => void',
        isRequired: false,
        says: 'A choice that was taken back gives the empty text.',
      },
    ],
  }))

it('one without properties has none, and one that stands elsewhere is not found', () => {
  expect(partDoc(source, 'Bare')).toMatchObject({ properties: [], events: [], says: '' })
  expect(partDoc(source, 'Other')).toBeNull()
})

it('a binding takes the properties of the block that it binds', () => {
  const binding = `/** Bound. */\nexport const Bound = (props: Omit<PopTextProps, 'load'>) => null\n`
  expect(partDoc(binding, 'Bound')?.properties).toEqual([])
  expect(partDoc(binding, 'Bound', ['', source])?.events).toHaveLength(1)
})

it('an example names its components by what it imports; functions and types are none', () =>
  expect(
    partsIn(`import { AreaLinkage, areaText, type Area } from '@suoan/ui/area-linkage'
import { Button } from 'antd'
import { DictInput } from '@suoan/console-base/resource/widgets/DictInput.tsx'`),
  ).toEqual([
    { name: 'AreaLinkage', from: '@suoan/ui/area-linkage' },
    { name: 'DictInput', from: '@suoan/console-base/resource/widgets/DictInput.tsx' },
  ]))
