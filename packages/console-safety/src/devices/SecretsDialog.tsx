import type { DeviceLogin } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { Alert, Button, Checkbox, Table, Typography } from 'antd'
import { useState } from 'react'

interface Props {
  readonly logins: readonly DeviceLogin[]
  onClose(): void
}

/** What devices sign in with: shown this once, to be copied into the devices before it is closed. */
export function SecretsDialog({ logins, onClose }: Props) {
  const [kept, setKept] = useState(false)
  const withSecret = logins.filter(({ secret }) => secret !== null)
  return (
    <AppModal
      open
      width={760}
      title="设备密钥"
      footer={
        <Button type="primary" disabled={withSecret.length > 0 && !kept} onClick={onClose}>
          关闭
        </Button>
      }
      closable={false}
      maskClosable={false}
      keyboard={false}
    >
      <Alert
        type="warning"
        showIcon
        className="device-note"
        title="密钥只显示这一次，服务器只保存摘要，关闭后任何人都不能再查看。"
        description="请现在写入设备（MQTT 用户名和密码）。没有写入或遗失时，请重新更换密钥。"
      />
      <Table<DeviceLogin>
        size="small"
        rowKey="deviceSn"
        pagination={false}
        scroll={{ x: 'max-content', y: 360 }}
        dataSource={[...logins]}
        columns={[
          { title: '序列号', dataIndex: 'deviceSn' },
          {
            title: 'MQTT 用户名',
            dataIndex: 'username',
            render: (text: string, row) =>
              row.secret === null ? '—' : <Typography.Text copyable>{text}</Typography.Text>,
          },
          {
            title: '密钥（密码）',
            dataIndex: 'secret',
            render: (text: string | null) =>
              text === null ? (
                '经由上级网关或钥匙通信，没有密钥'
              ) : (
                <Typography.Text copyable code>
                  {text}
                </Typography.Text>
              ),
          },
          {
            title: '旧密钥',
            dataIndex: 'oldUntil',
            render: (text: string | null) => (text ? `有效至 ${text}` : '—'),
          },
        ]}
      />
      {withSecret.length > 0 && (
        <div className="device-kept">
          <Typography.Text
            copyable={{
              text: withSecret
                .map(({ deviceSn, username, secret }) => `${deviceSn},${username},${secret}`)
                .join('\n'),
              tooltips: ['复制全部', '已复制'],
            }}
          >
            复制全部（序列号,用户名,密钥）
          </Typography.Text>
          <Checkbox checked={kept} onChange={(event) => setKept(event.target.checked)}>
            已写入设备或妥善保存
          </Checkbox>
        </div>
      )}
    </AppModal>
  )
}
