import type { DemoPerson, SignInWays } from '@suoan/contract'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { apiBase } from '../../request/api-base.ts'
import { AccountForm } from './AccountForm.tsx'
import { leaveTo, staysAtLogin, takeArrival } from './arrival.ts'
import { casLogin, fetchWays, thirdLoginUser } from './login-calls.ts'
import { PhoneForm } from './PhoneForm.tsx'
import { goTo, placeState } from './sign-in-place.ts'
import { SignInFrame } from './SignInFrame.tsx'
import { SignInSteps } from './SignInSteps.tsx'
import { useSignIn } from './use-sign-in.ts'

const tabs = { account: '账号密码登录', phone: '手机号登录' } as const
type Tab = keyof typeof tabs

/**
 * The login page: account or phone, other ways, and the steps after them (5-screens.md §3.1–§3.2, §3.6). Built without
 * the component library so that it appears at once.
 */
export function LoginPage({ onEnter, onTyping }: { onEnter(): void; onTyping(): void }) {
  const signIn = useSignIn(onEnter)
  const { attempt, fail } = signIn
  const [tab, setTab] = useState<Tab>('account')
  const ways = useWays()
  const [demoName, setDemoName] = useState('')
  const [isArriving, setArriving] = useState(() => takeArrival().arrival !== null)
  useEffect(() => {
    const { arrival, away } = takeArrival()
    if (!arrival || arrivalsSeen.has(arrival)) return setArriving(false)
    arrivalsSeen.add(arrival)
    if (arrival.kind === 'failed') {
      fail(arrival.text)
      return setArriving(false)
    }
    const call = () =>
      arrival.kind === 'third' ? thirdLoginUser(arrival.token, arrival.source) : casLogin(arrival.ticket)
    void attempt(call, { password: '', remember: away?.remember ?? false }).then((failure) => {
      if (failure) fail(failure.message)
      setArriving(false)
    })
  }, [attempt, fail])

  const auto = ways?.auto === true && !staysAtLogin() ? ways.cas : null
  useEffect(() => {
    if (auto !== null) leaveTo(auto, 'cas', true)
  }, [auto])

  return (
    <SignInFrame toast={signIn.toast} onCloseToast={signIn.closeToast} onTyping={onTyping}>
      {isArriving || auto !== null ? (
        <p className="login-note login-arriving" role="status">
          {auto === null ? '正在登录，请稍候…' : '正在前往单点登录…'}
        </p>
      ) : signIn.step.kind === 'forms' ? (
        <>
          <Tabs chosen={tab} onChoose={setTab} />
          <div role="tabpanel" aria-label={tabs[tab]}>
            {tab === 'account' ? (
              <AccountForm
                key={demoName}
                signIn={signIn}
                initialName={demoName || placeState('username')}
                focusPassword={demoName !== ''}
              >
                <RememberRow />
              </AccountForm>
            ) : ways?.phone === false ? (
              <p className="login-note">
                系统还没有配置短信，暂不能用手机号登录。请用账号密码登录，或联系管理员。
              </p>
            ) : (
              <PhoneForm signIn={signIn}>
                <RememberRow />
              </PhoneForm>
            )}
          </div>
          {ways && <OtherWays ways={ways} onQr={() => signIn.showQr(isRemembered())} />}
          {tab === 'account' && (
            <DemoPeople people={ways?.demo ?? []} chosen={demoName} onChoose={setDemoName} />
          )}
        </>
      ) : (
        <SignInSteps signIn={signIn} />
      )}
    </SignInFrame>
  )
}

/** An arrival is acted on once, however often the page is drawn. */
const arrivalsSeen = new WeakSet<object>()

function Tabs({ chosen, onChoose }: { readonly chosen: Tab; onChoose(tab: Tab): void }) {
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const next = chosen === 'account' ? 'phone' : 'account'
    onChoose(next)
    list.current?.querySelector<HTMLButtonElement>(`[data-tab="${next}"]`)?.focus()
  }
  return (
    <div className="login-tabs" role="tablist" aria-label="登录方式" ref={list} onKeyDown={move}>
      {(Object.keys(tabs) as Tab[]).map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          data-tab={tab}
          aria-selected={tab === chosen}
          tabIndex={tab === chosen ? 0 : -1}
          onClick={() => onChoose(tab)}
        >
          {tabs[tab]}
        </button>
      ))}
    </div>
  )
}

function RememberRow() {
  return (
    <div className="login-links">
      <label className="login-remember">
        <input type="checkbox" name="remember" defaultChecked /> 自动登录（7 天）
      </label>
      <span>
        <PlaceLink to="/user/register">注册账户</PlaceLink>
        <PlaceLink to="/user/alteration">忘记密码</PlaceLink>
      </span>
    </div>
  )
}

/** A link between the pages before the login; opens in a new tab like any other when asked to. */
export function PlaceLink({ to, children }: { readonly to: string; readonly children: React.ReactNode }) {
  return (
    <a
      className="login-link"
      href={to}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        goTo(to)
      }}
    >
      {children}
    </a>
  )
}

/** 其他登录方式: what the server has, nothing else. */
function OtherWays({ ways, onQr }: { readonly ways: SignInWays; onQr(): void }) {
  const { cas, qr } = ways
  if (ways.third.length === 0 && cas === null && !qr) return null
  return (
    <div className="login-others">
      <span>其他登录方式</span>
      {ways.third.map(({ source, name }) => (
        <button
          key={source}
          type="button"
          title={name}
          aria-label={name}
          onClick={() =>
            leaveTo(
              `${apiBase()}/sys/thirdLogin/render/${encodeURIComponent(source)}`,
              'third',
              isRemembered(),
            )
          }
        >
          {name.slice(0, 1)}
        </button>
      ))}
      {cas !== null && (
        <button
          type="button"
          title="单点登录"
          aria-label="单点登录"
          onClick={() => leaveTo(cas, 'cas', isRemembered())}
        >
          单
        </button>
      )}
      {qr && (
        <button type="button" title="扫码登录" aria-label="扫码登录" onClick={onQr}>
          码
        </button>
      )}
    </div>
  )
}

/** The people of a demo plant by their roles: a press fills in the account; the password is the one the start has shown. */
function DemoPeople({
  people,
  chosen,
  onChoose,
}: {
  readonly people: readonly DemoPerson[]
  readonly chosen: string
  onChoose(username: string): void
}) {
  if (people.length === 0) return null
  return (
    <section className="login-demo" aria-label="演示人员">
      <p>演示人员：点选后输入密码（首次启动时显示在终端里）</p>
      <div>
        {people.map(({ username, realname, role }) => (
          <button
            key={username}
            type="button"
            aria-pressed={username === chosen}
            title={`${role}，账号 ${username}`}
            onClick={() => onChoose(username)}
          >
            <b>{realname}</b>
            <small>{role}</small>
          </button>
        ))}
      </div>
    </section>
  )
}

const isRemembered = (): boolean =>
  document.querySelector<HTMLInputElement>('input[name="remember"]')?.checked ?? false

/** What the login page offers; until it is known, account and phone. */
export function useWays(): SignInWays | null {
  const [ways, setWays] = useState<SignInWays | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    // Without the answer the page still signs in by account; the form tells when the server is away.
    fetchWays(abort.signal).then(setWays, () => undefined)
    return () => abort.abort()
  }, [])
  return ways
}
