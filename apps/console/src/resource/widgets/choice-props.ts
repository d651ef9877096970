/** What a form gives to an input that chooses one text or several. */
export interface ChoiceProps {
  readonly multiple?: boolean
  readonly placeholder?: string
  readonly disabled?: boolean
  readonly value?: string | string[]
  readonly onChange?: (value: string | string[]) => void
  readonly id?: string
}
