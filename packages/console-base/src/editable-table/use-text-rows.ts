import { useState } from 'react'

/** How a stored text stands as rows, and as the text again. */
export interface TextCodec<R> {
  /** The rows; null where the text would lose something in them. */
  read(text: string): readonly R[] | null
  /** The text; empty for nothing. */
  write(rows: readonly R[]): string
}

interface State<R> {
  /** The text these rows are; another one came from outside. */
  readonly text: string
  readonly rows: readonly R[] | null
  /** The text that came from outside last, and how its rows are written. */
  readonly stored: { readonly text: string; readonly written: string }
}

/**
 * The rows of a text that a form holds. Rows that came to stand as they were are given back as the very text that was
 * stored.
 */
export function useTextRows<R>(value: string, codec: TextCodec<R>, onText: (text: string) => void) {
  const [state, setState] = useState(() => stateOf(value, codec))
  // The form may set another value from outside, for instance what somebody else saved.
  if (state.text !== value) setState(stateOf(value, codec))
  return {
    rows: state.rows,
    change(rows: readonly R[]) {
      const written = codec.write(rows)
      const text = written === state.stored.written ? state.stored.text : written
      setState({ ...state, text, rows })
      onText(text)
    },
  }
}

function stateOf<R>(text: string, codec: TextCodec<R>): State<R> {
  const rows = codec.read(text)
  return { text, rows, stored: { text, written: rows ? codec.write(rows) : text } }
}
