import { useState } from 'react'

/** The recovery codes, shown this once; the way on opens when the person says that they are kept. */
export function RecoveryCodes({ codes, onKept }: { readonly codes: readonly string[]; onKept(): void }) {
  const [kept, setKept] = useState(false)
  const [copied, setCopied] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      setCopied('已复制，请粘贴到安全的地方')
    } catch (error) {
      // Without a secure origin the browser has no clipboard.
      if (!(error instanceof DOMException || error instanceof TypeError)) throw error
      setCopied('浏览器不允许复制，请手工抄写')
    }
  }
  return (
    <section>
      <h2 className="login-tab">请保存恢复码</h2>
      <p className="login-note">
        手机丢失或更换时，每个恢复码可以代替一次动态口令。恢复码只显示这一次，请抄写或打印后妥善保管。
      </p>
      <ol className="login-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="login-links">
        <label className="login-remember">
          <input type="checkbox" checked={kept} onChange={(event) => setKept(event.target.checked)} />{' '}
          我已保存恢复码
        </label>
        <button type="button" className="login-link" onClick={() => void copy()}>
          复制全部
        </button>
      </div>
      <div className="login-error" role="status">
        {copied}
      </div>
      <button className="login-button" type="button" disabled={!kept} onClick={onKept}>
        进入系统
      </button>
    </section>
  )
}
