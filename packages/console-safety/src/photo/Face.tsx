import { Image } from 'antd'
import type { ReactNode } from 'react'
import { fileUrl } from '@suoan/console-base/request/api-base.ts'
import './photo.css'

interface Props {
  /** The stored path of the register's photo; null where there is none. */
  readonly photo: string | null
  readonly name: string
  readonly children?: ReactNode
}

/** Somebody without an account as the register shows him, for whoever stands before him to compare. */
export function Face({ photo, name, children }: Props) {
  return (
    <div className="face">
      {photo ? (
        <Image src={fileUrl(photo)} alt={`${name}的登记照片`} width={96} height={120} />
      ) : (
        <span className="face-missing">没有登记照片</span>
      )}
      <div className="face-about">
        <b>{name}</b>
        {children}
        <p className={photo ? 'hint' : 'sign-bad'}>
          {photo ? '请核对是否为本人' : '没有照片可以核对，请查验本人的身份证件'}
        </p>
      </div>
    </div>
  )
}
