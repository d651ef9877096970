import { messageEndpoints } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { Alert, Skeleton } from 'antd'
import { lazy, Suspense } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { failureText } from '@suoan/console-base/request/failure.ts'
import './message-center.css'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'

const RichText = lazy(() =>
  import('@suoan/console-base/notices/RichText.tsx').then((m) => ({ default: m.RichText })),
)

export interface PreviewInput {
  readonly templateName: string
  readonly templateContent: string
  readonly templateType: string
  readonly templateVars?: string | null
  readonly event?: string | null
  readonly testData?: string | null
}

/** What a template becomes with its test data, as its receiver would see it; what is missing is named. */
export function Preview({ input }: { readonly input: PreviewInput }) {
  const preview = useQuery({
    queryKey: ['message-preview', input],
    queryFn: ({ signal }) => call(messageEndpoints.preview, input, { signal, quiet: true }),
    enabled: input.templateContent !== '',
    retry: false,
  })
  if (input.templateContent === '')
    return <Alert type="info" showIcon className="message-vars" title="填写模板内容后，这里显示收到的样子" />
  if (preview.isPending) return <Skeleton active paragraph={{ rows: 2 }} />
  if (preview.isLoadingError)
    return <Alert type="error" showIcon className="message-vars" title={failureText(preview.error)} />
  const { title, content, isHtml, missing } = preview.data
  return (
    <>
      <KeptNote query={preview} />
      {missing.length > 0 && (
        <Alert
          type="warning"
          showIcon
          style={{ marginBottom: 'var(--space-s)' }}
          title={`缺少变量：${missing.map(({ name, label }) => (label === name ? name : `${label}（${name}）`)).join('、')}。请在测试数据中填写，否则不能发送`}
        />
      )}
      <section className="message-preview" aria-label="预览">
        <h4>{title}</h4>
        {isHtml ? (
          <Suspense fallback={<Skeleton active paragraph={{ rows: 2 }} />}>
            <RichText html={content} />
          </Suspense>
        ) : (
          <pre>{content}</pre>
        )}
      </section>
    </>
  )
}
