import { signInEndpoints } from '@suoan/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { DetailList } from '@suoan/ui/detail-list'
import { Button, Result, Space, Spin } from 'antd'
import { useNavigate, useSearchParams } from 'react-router'
import { call, callForMessage } from '@suoan/console-base/request/call.ts'
import { failureText } from '@suoan/console-base/request/failure.ts'
import { homePath } from '@suoan/console-base/session/guard.ts'
import { useSession } from '@suoan/console-base/session/session-store.ts'
import './account.css'
import { deviceOf } from './device-of.ts'

/** 扫码登录 on the telephone: shows which browser asks, and lets it in on a yes (4-api.md §2.1). */
export default function ScanPage() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const who = useSession((session) => session.user)
  const qrcodeId = params.get('qrcodeId') ?? ''
  const place = useQuery({
    queryKey: ['account', 'scan', qrcodeId],
    queryFn: ({ signal }) => call(signInEndpoints.qrPlace, { qrcodeId }, { signal, quiet: true }),
    // A code that was confirmed is over: asking again would only say so.
    staleTime: Infinity,
    retry: false,
  })
  const confirm = useMutation({
    meta: { quiet: true },
    mutationFn: () => callForMessage(signInEndpoints.qrScan, { qrcodeId }),
  })
  const home = <Button onClick={() => void navigate(homePath)}>返回首页</Button>
  const failure = confirm.error ?? place.error
  if (failure)
    return (
      <section className="card">
        <Result status="warning" title={failureText(failure)} extra={home}>
          请在电脑的登录页刷新二维码，再用手机重新扫描。
        </Result>
      </section>
    )
  if (confirm.isSuccess)
    return (
      <section className="card">
        <Result
          status="success"
          title="扫码成功"
          subTitle="电脑正在登录；如不是您本人在操作，请立即到“个人设置 · 安全设置”让该设备退出。"
          extra={home}
        />
      </section>
    )
  return (
    <section className="card">
      <Spin spinning={place.isPending}>
        <Result
          status="info"
          title="在另一台设备上登录？"
          subTitle={`确认后，该设备将以“${who?.realname ?? ''}”的身份登录。不是您本人打开的二维码，请不要确认。`}
          extra={
            <Space wrap>
              <Button
                type="primary"
                size="large"
                disabled={!place.data}
                loading={confirm.isPending}
                onClick={() => confirm.mutate()}
              >
                确认登录
              </Button>
              <Button size="large" onClick={() => void navigate(homePath)}>
                取消
              </Button>
            </Space>
          }
        >
          {place.data && (
            <DetailList
              columns={1}
              items={[
                { key: 'device', label: '设备', children: deviceOf(place.data.userAgent) },
                { key: 'ip', label: '网络地址', children: place.data.ip },
              ]}
            />
          )}
        </Result>
      </Spin>
    </section>
  )
}
