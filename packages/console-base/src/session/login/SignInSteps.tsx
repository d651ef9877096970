import { Suspense } from 'react'
import { ChooseForm } from './ChooseForm.tsx'
import { lazyStep } from './lazy-step.tsx'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import type { SignIn } from './use-sign-in.ts'

const SecondFactorForm = lazyStep('SecondFactorForm', () =>
  import('./rare-steps.ts').then((m) => m.SecondFactorForm),
)
const EnrolForm = lazyStep('EnrolForm', () => import('./rare-steps.ts').then((m) => m.EnrolForm))
const RecoveryCodes = lazyStep('RecoveryCodes', () => import('./rare-steps.ts').then((m) => m.RecoveryCodes))
const QrForm = lazyStep('QrForm', () => import('./rare-steps.ts').then((m) => m.QrForm))
const BindPhoneForm = lazyStep('BindPhoneForm', () => import('./rare-steps.ts').then((m) => m.BindPhoneForm))

/** What is asked between the first factor and the first page; nothing while the forms are shown. */
export function SignInSteps({ signIn }: { readonly signIn: SignIn }) {
  return (
    <Suspense fallback={<p className="login-note">正在加载…</p>}>
      <StepForm signIn={signIn} />
    </Suspense>
  )
}

function StepForm({ signIn }: { readonly signIn: SignIn }) {
  const { step } = signIn
  switch (step.kind) {
    case 'forms':
      return null
    case 'qr':
      return <QrForm signIn={signIn} />
    case 'code':
      return <SecondFactorForm signIn={signIn} ticket={step.ticket} />
    case 'enrol':
      return <EnrolForm signIn={signIn} ticket={step.ticket} />
    case 'unbound':
      return <BindPhoneForm signIn={signIn} account={step.account} />
    case 'recovery':
      return <RecoveryCodes codes={step.codes} onKept={() => signIn.proceed(step.accepted)} />
    case 'password': {
      const { accepted } = step
      return (
        <NewPasswordForm
          username={accepted.user.username}
          oldPassword={signIn.password()}
          maxDays={accepted.questions.passwordMaxDays}
          onChanged={() =>
            signIn.proceed({ ...accepted, questions: { ...accepted.questions, password: false } })
          }
        />
      )
    }
    case 'choose': {
      const { accepted } = step
      return (
        <ChooseForm
          user={accepted.user}
          questions={accepted.questions}
          onChosen={() => signIn.enter(accepted)}
        />
      )
    }
  }
}
