import { useState, type ImgHTMLAttributes, type ReactNode } from 'react'
import './picture.css'

interface Props extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'onError'> {
  readonly src: string
  readonly alt: string
  /** What stands in its place when it cannot be had; a sign that says so where nothing is given. */
  readonly instead?: ReactNode
}

/**
 * A stored picture. The browser's broken frame with the name of a file tells nobody anything: where the file has been removed,
 * or is not for whoever reads, a sign stands in its place.
 */
export function Picture({ src, alt, instead = <Gone />, ...props }: Props) {
  const [missing, setMissing] = useState<string | null>(null)
  if (missing === src) return instead
  return <img {...props} src={src} alt={alt} onError={() => setMissing(src)} />
}

const Gone = () => (
  <span
    className="picture-gone"
    role="img"
    aria-label="图片无法显示"
    title="图片无法显示，可能已被删除，或您无权查看"
  >
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M4 5h16v14H4zM4 16l5-5 4 4M14 14l2-2 4 4M4 21 20 3" />
    </svg>
  </span>
)
