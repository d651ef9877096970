import { Suspense, useEffect } from 'react'
import { useIsDark } from '../../settings/use-is-dark.ts'
import './login.css'
import { lazyStep } from './lazy-step.tsx'
import { LoginPage } from './LoginPage.tsx'
import { usePath } from './sign-in-place.ts'

const RegisterPage = lazyStep('RegisterPage', () => import('./RegisterPage.tsx').then((m) => m.RegisterPage))
const RegisterResultPage = lazyStep('RegisterResultPage', () =>
  import('./RegisterPage.tsx').then((m) => m.RegisterResultPage),
)
const AlterationPage = lazyStep('AlterationPage', () =>
  import('./AlterationPage.tsx').then((m) => m.AlterationPage),
)
const AppLoginPage = lazyStep('AppLoginPage', () => import('./AppLoginPage.tsx').then((m) => m.AppLoginPage))

/** The pages that can be seen without a login (1-shell.md §2.1): login, registration, forgotten password, chat-app login. */
export function SignInArea({ onEnter, onTyping }: { onEnter(): void; onTyping(): void }) {
  const path = usePath()
  const isDark = useIsDark()
  useEffect(() => {
    document.documentElement.classList.toggle('dark', isDark)
  }, [isDark])
  return (
    <Suspense fallback={<div className="login" />}>
      {path === '/user/register' ? (
        <RegisterPage />
      ) : path === '/user/register-result' ? (
        <RegisterResultPage />
      ) : path === '/user/alteration' ? (
        <AlterationPage />
      ) : path === '/oauth2-app/login' ? (
        <AppLoginPage onEnter={onEnter} />
      ) : (
        <LoginPage onEnter={onEnter} onTyping={onTyping} />
      )}
    </Suspense>
  )
}
