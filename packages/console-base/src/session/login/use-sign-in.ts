import type { UnboundAccount } from '@suoan/contract'
import { SECOND_STEP_CODE, UNBOUND_CODE } from '@suoan/contract/sign-in-codes'
import { useCallback, useRef, useState } from 'react'
import { RequestFailure } from '../../request/failure.ts'
import { userOf, useSession } from '../session-store.ts'
import type { SessionUser } from '../session-store.ts'
import { storageKeys, writeStored } from '../storage.ts'
import { questionsOf } from './login-steps.ts'
import type { LoginAnswer, LoginQuestions } from './login-steps.ts'
import type { ToastText } from './Toast.tsx'

/** What is known between the accepted sign-in and the first page. */
export interface Accepted {
  readonly token: string
  readonly user: SessionUser
  readonly questions: LoginQuestions
}

/** Where a sign-in stands; `forms` = nothing proved yet. */
export type Step =
  | { readonly kind: 'forms' | 'qr' }
  | { readonly kind: 'code' | 'enrol'; readonly ticket: string }
  | { readonly kind: 'unbound'; readonly account: UnboundAccount }
  | { readonly kind: 'recovery'; readonly codes: readonly string[]; readonly accepted: Accepted }
  | { readonly kind: 'password' | 'choose'; readonly accepted: Accepted }

/** What a form remembers for the steps after it. */
export interface Kept {
  /** '' where the way in had none; asked again when it must be changed. */
  readonly password: string
  /** 自动登录: keep the login for 7 days. */
  readonly remember: boolean
}

/**
 * The way from the first factor to the first page: second factor, recovery codes, forced change of the password, tenant
 * and department, in this order, whichever form or server began it (5-screens.md §3.1, §3.2).
 */
export function useSignIn(onEnter: () => void) {
  const [step, setStep] = useState<Step>({ kind: 'forms' })
  const [toast, setToast] = useState<ToastText | null>(null)
  const kept = useRef<Kept>({ password: '', remember: true })

  const enter = useCallback(
    ({ token, user, questions }: Accepted) => {
      // The console tells it: this page is gone in the next moment.
      useSession.setState({ hasNoDepart: questions.noDepart })
      // Only now is the login kept: a reload before the end starts at the forms again.
      useSession.getState().signIn(token, useSession.getState().user ?? user, kept.current.remember)
      onEnter()
    },
    [onEnter],
  )
  const proceed = useCallback(
    (accepted: Accepted) => {
      const { questions } = accepted
      if (questions.tenantId !== null) useSession.getState().setTenant(questions.tenantId)
      if (questions.password) setStep({ kind: 'password', accepted })
      else if (questions.tenants.length > 0 || questions.departs.length > 0)
        setStep({ kind: 'choose', accepted })
      else enter(accepted)
    },
    [enter],
  )
  const fail = useCallback((text: string) => setToast({ title: '登录失败', text }), [])
  const accept = useCallback(
    (answer: LoginAnswer & { readonly recoveryCodes?: readonly string[] }) => {
      const user = userOf(answer.userInfo)
      if (!user) return fail('服务器返回的用户信息不完整，请联系管理员')
      useSession.setState({ token: answer.token, user })
      if (answer.sysAllDictItems) writeStored(storageKeys.dictionaries, answer.sysAllDictItems)
      const questions = questionsOf(answer)
      const accepted = { token: answer.token, user, questions }
      if (answer.recoveryCodes) setStep({ kind: 'recovery', codes: answer.recoveryCodes, accepted })
      else proceed(accepted)
    },
    [fail, proceed],
  )
  /**
   * Runs a call that may sign in. A call for another step leads to it; any other refusal is given to the caller, who
   * shows it.
   */
  const attempt = useCallback(
    async (call: () => Promise<LoginAnswer>, keep?: Kept): Promise<RequestFailure | null> => {
      if (keep) kept.current = keep
      try {
        accept(await call())
        return null
      } catch (error) {
        if (!(error instanceof RequestFailure)) throw error
        const next = stepOf(error)
        if (!next) return error
        setStep(next)
        return null
      }
    },
    [accept],
  )
  return {
    step,
    toast,
    closeToast: useCallback(() => setToast(null), []),
    fail,
    attempt,
    proceed,
    enter,
    restart: useCallback(() => setStep({ kind: 'forms' }), []),
    /** Shows a code for a telephone instead of the forms. */
    showQr: useCallback((remember: boolean) => {
      kept.current = { password: '', remember }
      setStep({ kind: 'qr' })
    }, []),
    /** The password typed in the first step. */
    password: () => kept.current.password,
  }
}

export type SignIn = ReturnType<typeof useSignIn>

/** The step a refusal asks for; null when it is only a refusal. */
function stepOf(failure: RequestFailure): Step | null {
  const result = failure.envelope?.result
  if (typeof result !== 'object' || result === null) return null
  if (failure.code === SECOND_STEP_CODE && 'ticket' in result && typeof result.ticket === 'string') {
    return { kind: 'kind' in result && result.kind === 'enrol' ? 'enrol' : 'code', ticket: result.ticket }
  }
  if (failure.code === UNBOUND_CODE && 'thirdUserUuid' in result) {
    // The code of the envelope names its shape.
    return { kind: 'unbound', account: result as UnboundAccount }
  }
  return null
}
