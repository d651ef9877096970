import { Avatar } from 'antd'
import { fileUrl } from '@suoan/console-base/request/api-base.ts'

/** A person's picture, or the first sign of his name. */
export function OwnAvatar(props: { name: string; avatar: string | null; size: number }) {
  return (
    <Avatar
      size={props.size}
      className="account-avatar"
      style={{ fontSize: props.size / 2.6 }}
      {...(props.avatar ? { src: <img src={fileUrl(props.avatar)} alt={`${props.name}的头像`} /> } : {})}
    >
      {props.name.slice(0, 1)}
    </Avatar>
  )
}
