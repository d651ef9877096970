import { fileUrl } from '@suoan/console-base/request/api-base.ts'
import './system.css'

interface Props {
  readonly avatar: string | null
  readonly realname: string | null
}

/** Somebody's picture in a list, else the first sign of his name. Antd's avatar measures it: thirty layouts a page. */
export function UserAvatar({ avatar, realname }: Props) {
  return (
    <span className="user-avatar">
      {avatar ? <img src={fileUrl(avatar)} alt="" /> : (realname ?? '').slice(0, 1)}
    </span>
  )
}
