import { fileUrl } from '@suoan/console-base/request/api-base.ts'
import { Picture } from '@suoan/ui/picture'
import './system.css'

interface Props {
  readonly avatar: string | null
  readonly realname: string | null
}

/** Somebody's picture in a list, else the first sign of his name. Antd's avatar measures it: thirty layouts a page. */
export function UserAvatar({ avatar, realname }: Props) {
  const first = (realname ?? '').slice(0, 1)
  return (
    <span className="user-avatar">
      {avatar ? <Picture src={fileUrl(avatar)} alt="" instead={first} /> : first}
    </span>
  )
}
