import { useEffect } from 'react'

export interface ToastText {
  readonly title: string
  readonly text: string
}

/** A notification of the login page, top right, gone after 4 s (1-shell.md §8). */
export function Toast({ value, onClose }: { value: ToastText | null; onClose(): void }) {
  useEffect(() => {
    if (!value) return
    const timer = setTimeout(onClose, 4000)
    return () => clearTimeout(timer)
  }, [value, onClose])
  return (
    <div className="login-toast" role="alert">
      {value && (
        <div className="login-toast-box">
          <strong>{value.title}</strong>
          <span>{value.text}</span>
          <button type="button" aria-label="关闭" onClick={onClose}>
            ×
          </button>
        </div>
      )}
    </div>
  )
}
