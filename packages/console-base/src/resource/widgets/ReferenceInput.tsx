import type { Field } from '@suoan/contract'
import type { ChoiceProps } from './choice-props.ts'
import { findResource } from './find-resource.ts'
import { lazyInput } from './lazy-input.tsx'
import { RefPicker } from './RefPicker.tsx'

const TreePicker = lazyInput(() => import('./TreePicker.tsx').then((module) => module.TreePicker))

interface Props extends ChoiceProps {
  readonly field: Field
  /** Whether a dialog to choose in may be opened beside the input. */
  readonly withDialog: boolean
}

/** Picks rows of another resource: of a tree in the tree, all others by searching. It knows every description. */
export function ReferenceInput({ field, ...input }: Props) {
  const target = findResource(field.resource)
  return target?.traits.tree ? (
    <TreePicker field={field} target={target} {...input} />
  ) : (
    <RefPicker field={field} {...input} />
  )
}
