import type { DeviceLogin } from '@suoan/contract'
import { SecretDialog } from '@suoan/console-base/secret-dialog/SecretDialog.tsx'
import { Table, Typography } from 'antd'

interface Props {
  readonly logins: readonly DeviceLogin[]
  onClose(): void
}

/** What devices sign in with: shown this once, to be copied into the devices before it is closed. */
export function SecretsDialog({ logins, onClose }: Props) {
  const withSecret = logins.filter(({ secret }) => secret !== null)
  return (
    <SecretDialog
      title="设备密钥"
      width={760}
      warning="密钥只显示这一次，服务器只保存摘要，关闭后任何人都不能再查看。"
      advice="请现在写入设备（MQTT 用户名和密码）。没有写入或遗失时，请重新更换密钥。"
      keptLabel={withSecret.length > 0 ? '已写入设备或妥善保存' : null}
      copyAll={
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
      }
      onClose={onClose}
    >
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
    </SecretDialog>
  )
}
