import { useId } from 'react'
import type { InputHTMLAttributes, ReactNode } from 'react'

type Props = InputHTMLAttributes<HTMLInputElement> & {
  readonly label: string
  readonly icon: ReactNode
  readonly error: string | undefined
}

/** One large input of the login page with its icon and its message. */
export function LoginField({ label, icon, error, ...input }: Props) {
  const id = useId()
  return (
    <div className="login-field">
      <label className={error ? 'login-input login-input-bad' : 'login-input'} htmlFor={id}>
        {icon}
        <span className="login-hidden">{label}</span>
        <input
          id={id}
          placeholder={label}
          aria-invalid={Boolean(error)}
          aria-describedby={`${id}-error`}
          {...input}
        />
      </label>
      <div className="login-error" id={`${id}-error`} role={error ? 'alert' : undefined}>
        {error}
      </div>
    </div>
  )
}

const paths = {
  user: 'M12 12a5 5 0 1 0 0-10 5 5 0 0 0 0 10Zm-9 9.5c.6-4.6 4.4-7 9-7s8.4 2.4 9 7',
  lock: 'M5 10.5h14v11H5zM8 10.5V7a4 4 0 0 1 8 0v3.5M12 14.5v3',
  check: 'M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19ZM8 9.5h.01M16 9.5h.01M7.5 14.5c2 3.2 7 3.2 9 0',
  mobile: 'M7 2.5h10v19H7zM11 18.5h2',
  mail: 'M3 5.5h18v13H3zM3.5 6l8.5 7 8.5-7',
  tenant: 'M4 21V4h10v17M14 9h6v12M2 21h20M7.5 8h3M7.5 12h3M7.5 16h3M17 13h.01M17 17h.01',
  depart: 'M12 3v6M5 15v-3h14v3M9.5 3h5v5h-5zM2.5 15.5h5v5h-5zM16.5 15.5h5v5h-5z',
} as const

export function FieldIcon({ name }: { name: keyof typeof paths }) {
  return (
    <svg className="login-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
