import { DictChoice, type DictChoiceProps } from '@suoan/ui/dict-choice'
import { useDictionary } from '../dictionaries.ts'

interface Props extends Omit<DictChoiceProps, 'options'> {
  readonly code: string
}

/** The values of a dictionary in the look of the field; several are a text with separators. */
export function DictInput({ code, ...choice }: Props) {
  const items = useDictionary(code)
  return <DictChoice {...choice} options={items.map(({ value, text }) => ({ value, text }))} />
}
