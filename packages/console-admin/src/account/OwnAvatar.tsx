import { Avatar } from 'antd'
import { Picture } from '@suoan/ui/picture'
import { fileUrl } from '@suoan/console-base/request/api-base.ts'

/** A person's picture, or the first sign of his name. */
export function OwnAvatar(props: { name: string; avatar: string | null; size: number }) {
  const first = props.name.slice(0, 1)
  return (
    <Avatar
      size={props.size}
      className="account-avatar"
      style={{ fontSize: props.size / 2.6 }}
      {...(props.avatar
        ? { src: <Picture src={fileUrl(props.avatar)} alt={`${props.name}的头像`} instead={first} /> }
        : {})}
    >
      {first}
    </Avatar>
  )
}
