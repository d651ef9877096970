import { useState } from 'react'
import type { FormEvent } from 'react'
import { RequestFailure } from '../../request/failure.ts'
import { userOf, useSession } from '../session-store.ts'
import type { SessionUser } from '../session-store.ts'
import { selectDepart } from './login-calls.ts'
import { FieldIcon } from './LoginField.tsx'
import type { LoginQuestions } from './login-steps.ts'

interface Props {
  readonly user: SessionUser
  readonly questions: LoginQuestions
  onChosen(): void
}

/** Choice of tenant and department after the login (5-screens.md §3.2); shows only what has to be asked. */
export function ChooseForm({ user, questions, onChosen }: Props) {
  const { tenants, departs } = questions
  const [bad, setBad] = useState<{ tenant?: boolean; depart?: boolean }>({})
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const subject = [tenants.length > 0 ? '租户' : '', departs.length > 0 ? '部门' : '']
    .filter(Boolean)
    .join('和')

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const tenant = String(data.get('tenant') ?? '')
    const orgCode = String(data.get('depart') ?? '')
    const missing = { tenant: tenants.length > 0 && !tenant, depart: departs.length > 0 && !orgCode }
    setBad(missing)
    if (missing.tenant || missing.depart) return
    setBusy(true)
    try {
      if (tenant) useSession.getState().setTenant(Number(tenant))
      if (orgCode) {
        const chosen = userOf(await selectDepart(user.username, orgCode))
        if (chosen) useSession.getState().setUser(chosen)
      }
      onChosen()
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error
      setProblem(error.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <h2 className="login-tab">请选择{subject}</h2>
      {tenants.length > 0 && (
        <Choice
          name="tenant"
          icon="tenant"
          hint="您有多个租户，请选择登录租户"
          placeholder="请选择登录租户"
          bad={bad.tenant === true}
          options={tenants.map((tenant) => ({ value: String(tenant.id), text: tenant.name }))}
        />
      )}
      {departs.length > 0 && (
        <Choice
          name="depart"
          icon="depart"
          hint="您有多个部门，请选择登录部门"
          placeholder="请选择登录部门"
          bad={bad.depart === true}
          options={departs.map((depart) => ({ value: depart.orgCode, text: depart.departName }))}
          initial={departs.find((depart) => depart.orgCode === user.orgCode)?.orgCode}
        />
      )}
      <div className="login-error" role="alert">
        {problem}
      </div>
      <button className="login-button" type="submit" disabled={busy}>
        {busy ? '提交中…' : '确认'}
      </button>
    </form>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly icon: 'tenant' | 'depart'
  readonly hint: string
  readonly placeholder: string
  readonly bad: boolean
  readonly options: readonly { value: string; text: string }[]
  readonly initial?: string | undefined
}

function Choice({ name, icon, hint, placeholder, bad, options, initial = '' }: ChoiceProps) {
  return (
    <div className="login-field">
      <label className={bad ? 'login-input login-input-bad' : 'login-input'} title={hint}>
        <FieldIcon name={icon} />
        <span className="login-hidden">{placeholder}</span>
        <select name={name} defaultValue={initial} aria-invalid={bad}>
          <option value="">{placeholder}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
      </label>
      <div className="login-error">{bad ? `${placeholder}！` : ''}</div>
    </div>
  )
}
