import { notFound } from '@suoan/contract'
import { Button } from 'antd'
import { RequestFailure, failureText, isHandedOver } from '../request/failure.ts'
import { Notice } from './Notice.tsx'

interface Props {
  readonly error: unknown
  onRetry(): void
  /**
   * What is said when the thing is not there, which no second try mends, and where its reader may go instead. Of what was
   * his before the server says who has it now, or who took it from him.
   */
  readonly missing?: { readonly title: string; readonly text: string; readonly go: string; onGo(): void }
}

/** A part of a page that could not be loaded, with the way to try again. */
export function ErrorState({ error, onRetry, missing }: Props) {
  const isHis = !isHandedOver(error)
  if (missing && error instanceof RequestFailure && (!isHis || error.message === notFound.text))
    return (
      <Notice
        kind="warning"
        title={isHis ? missing.title : '已不由您办理'}
        text={isHis ? missing.text : error.message}
      >
        <Button type="primary" onClick={missing.onGo}>
          {missing.go}
        </Button>
      </Notice>
    )
  if (error instanceof RequestFailure && error.kind === 'forbidden')
    return (
      <Notice
        kind="warning"
        title="没有权限"
        text="您的账号不能查看这些内容；如工作需要，请联系管理员授权，授权后点重试。"
      >
        <Button onClick={onRetry}>重试</Button>
      </Notice>
    )
  return (
    <Notice kind="warning" title="加载失败" text={failureText(error)}>
      <Button type="primary" onClick={onRetry}>
        重试
      </Button>
    </Notice>
  )
}
