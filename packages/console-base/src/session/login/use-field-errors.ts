import { useCallback, useState } from 'react'
import type { FormEvent } from 'react'

/**
 * The messages at the fields of a form, by field name. `onInput` belongs on the form: what is being corrected is no
 * longer called wrong.
 */
export function useFieldErrors() {
  const [errors, setErrors] = useState<Readonly<Partial<Record<string, string>>>>({})
  const onInput = useCallback((event: FormEvent<HTMLFormElement>) => {
    const name = event.target instanceof HTMLInputElement ? event.target.name : ''
    setErrors((before) => (before[name] === undefined ? before : { ...before, [name]: undefined }))
  }, [])
  return { errors, setErrors, onInput }
}
