import { createContext, use, useEffect, useEffectEvent } from 'react'

/** Why an input cannot be stored as it stands, in words; null where it can. */
type Judge = () => string | null

/** What an input of several parts, such as a table, says of itself when its form is sent. */
export class FieldJudge {
  #judge: Judge | null = null

  register(judge: Judge): () => void {
    this.#judge = judge
    return () => {
      if (this.#judge === judge) this.#judge = null
    }
  }

  /** A rule of antd's form: rejected with the reason. */
  readonly validate = async (): Promise<void> => {
    const problem = this.#judge?.() ?? null
    if (problem !== null) throw new Error(problem)
  }
}

export const FieldJudgeContext = createContext<FieldJudge | null>(null)

/** Lets the form item around this input ask it before the form is sent. */
export function useFieldJudge(judge: Judge): void {
  const field = use(FieldJudgeContext)
  const ask = useEffectEvent(judge)
  useEffect(() => field?.register(() => ask()), [field])
}
