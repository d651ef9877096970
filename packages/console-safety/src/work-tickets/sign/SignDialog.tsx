import { signingEndpoints } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Form, Input, Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { failureText } from '@suoan/console-base/request/failure.ts'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import {
  firstWay,
  lockedFor,
  rememberedWay,
  rememberWay,
  signWays,
  waysFor,
  type SignWay,
} from './sign-method.ts'

/** The row that is signed and the content its reader saw. */
export interface SignSubject {
  readonly bizId: string
  readonly contentHash: string
}

interface Props {
  /** What is signed, as the button says it. */
  readonly what: string
  readonly demand: string
  readonly subjects: readonly SignSubject[]
  onProved(signProof: string): void
  onClose(): void
}

/** Proves who signs, right before he does: PIN, password or dynamic code, for this content only. */
export function SignDialog({ what, demand, subjects, onProved, onClose }: Props) {
  const [chosen, setChosen] = useState<SignWay | null>(null)
  const [secret, setSecret] = useState('')
  const state = useQuery({
    queryKey: ['account', 'sign'],
    queryFn: ({ signal }) => call(signingEndpoints.state, {}, { signal, quiet: true }),
    staleTime: 0,
  })
  const ways = state.data ? waysFor(demand, state.data) : []
  const way = chosen ?? (state.data ? firstWay(ways, state.data, rememberedWay()) : null)
  const locked = state.data && way ? lockedFor(way, state.data) : 0
  const prove = useMutation({
    meta: { quiet: true },
    mutationFn: (method: SignWay) =>
      call(signingEndpoints.prove, { method, secret, subjects: [...subjects] }, { quiet: true }),
    onSuccess: (proof, method) => {
      if (!proof) return
      rememberWay(method)
      onProved(proof.signProof)
    },
    onError: () => {
      setSecret('')
      // A wrong one may have been the last: then the dialog says for how long.
      void state.refetch()
    },
  })
  const submit = () => {
    if (way && secret !== '' && locked === 0) prove.mutate(way)
  }
  return (
    <AppModal
      open
      title={`签署：${what}`}
      width={480}
      okText="签署"
      okButtonProps={{ size: 'large', disabled: !way || secret === '' || locked > 0 }}
      cancelButtonProps={{ size: 'large' }}
      confirmLoading={prove.isPending}
      okClose={false}
      onOk={submit}
      onCancel={onClose}
    >
      {state.isPending ? (
        <Skeleton active paragraph={{ rows: 2 }} />
      ) : !state.data ? (
        <ErrorState error={state.error} onRetry={() => void state.refetch()} />
      ) : !way ? (
        <Alert
          type="warning"
          showIcon
          title="本步骤须用动态口令签署，您还没有启用"
          description="请在右上角“个人设置 → 安全设置”中绑定动态口令，再回到这里签署。"
        />
      ) : (
        <Form layout="vertical" component="div">
          <p>{`请验证本人。签名只对您看到的这份内容有效${subjects.length > 1 ? `（共 ${subjects.length} 项）` : ''}。`}</p>
          {ways.length > 1 && (
            <Segmented
              block
              className="gap-bottom"
              value={way}
              options={ways.map((each) => ({ value: each, label: signWays[each].label }))}
              onChange={(next) => {
                setChosen(next)
                setSecret('')
                prove.reset()
              }}
            />
          )}
          {locked > 0 ? (
            <Alert
              type="error"
              showIcon
              title={`${signWays[way].label}错误次数过多，${locked} 分钟后可再试`}
              {...(ways.length > 1 ? { description: '也可以改用其他方式签署。' } : {})}
            />
          ) : (
            <Form.Item label={signWays[way].label} htmlFor="sign-secret">
              <Input.Password
                id="sign-secret"
                key={way}
                autoFocus
                size="large"
                value={secret}
                maxLength={way === 'PWD' ? 256 : 7}
                inputMode={way === 'PWD' ? 'text' : 'numeric'}
                autoComplete={way === 'PWD' ? 'current-password' : 'one-time-code'}
                placeholder={signWays[way].placeholder}
                onChange={(event) => setSecret(event.target.value)}
                onPressEnter={submit}
              />
            </Form.Item>
          )}
          {prove.error && locked === 0 && <Alert type="error" showIcon title={failureText(prove.error)} />}
          {!state.data.hasPin && (
            <p className="ant-form-item-extra">可在“个人设置 → 安全设置”中设置 6 位签名口令，签署更快。</p>
          )}
        </Form>
      )}
    </AppModal>
  )
}
