import { dataSourceEndpoints, dataSourceKinds } from '@suoan/contract'
import { Button, Form, Input, Select, Space } from 'antd'
import { useState } from 'react'
import { feedback } from '@suoan/console-base/feedback.ts'
import { callForMessage } from '@suoan/console-base/request/call.ts'
import { runAction } from '@suoan/console-base/resource/run-action.ts'
import { canDo } from '@suoan/console-base/session/may-do.ts'
import { useSession } from '@suoan/console-base/session/session-store.ts'

interface Props {
  readonly value?: string | null
  readonly onChange?: (value: string) => void
  readonly disabled: boolean
  readonly id?: string
}

const usualPorts = new Set(Object.values(dataSourceKinds).map(({ port }) => port))

/** 数据库类型: those that can be read; choosing one writes its usual port. */
export function KindInput({ value, onChange, disabled, id }: Props) {
  const form = Form.useFormInstance()
  return (
    <Select<string | null>
      {...(id === undefined ? {} : { id })}
      disabled={disabled}
      placeholder="请选择数据库类型"
      options={Object.entries(dataSourceKinds).map(([kind, { title }]) => ({ value: kind, label: title }))}
      value={value ?? null}
      onChange={(chosen) => {
        if (chosen === null) return
        onChange?.(chosen)
        const port: unknown = form.getFieldValue('dbPort')
        if (typeof port !== 'number' || usualPorts.has(port))
          form.setFieldValue('dbPort', dataSourceKinds[chosen]?.port)
      }}
    />
  )
}

type Asked = 'dbType' | 'dbHost' | 'dbPort' | 'dbName' | 'dbUsername' | 'dbPassword' | 'dbTls' | 'dbCa'

/** 密码 with the test of what the form says now. */
export function PasswordInput({
  value,
  onChange,
  disabled,
  id,
  row,
}: Props & { readonly row: { readonly id?: string } | null }) {
  const form = Form.useFormInstance()
  const [isTesting, setTesting] = useState(false)
  const mayTest = useSession(({ permissions }) => canDo(permissions, 'system:dataSource:test'))
  const test = async () => {
    const text = (name: Asked) => {
      const found: unknown = form.getFieldValue(name)
      return typeof found === 'string' || typeof found === 'number' ? String(found) : ''
    }
    const missing = (['dbType', 'dbHost', 'dbName', 'dbUsername'] as const).filter(
      (name) => text(name) === '',
    )
    if (missing.length > 0) {
      void feedback().message.warning('请先填写数据库类型、主机、数据库名和用户名')
      return
    }
    const close = feedback().message.loading('连接中……', 0)
    setTesting(true)
    try {
      const { message } = await callForMessage(dataSourceEndpoints.test, {
        id: row?.id ?? null,
        dbType: text('dbType'),
        dbHost: text('dbHost').trim(),
        dbPort: text('dbPort') === '' ? null : Number(text('dbPort')),
        dbName: text('dbName').trim(),
        dbUsername: text('dbUsername').trim(),
        dbPassword: text('dbPassword'),
        dbTls: text('dbTls') || null,
        dbCa: text('dbCa').trim() || null,
      })
      void feedback().message.success(message)
    } finally {
      close()
      setTesting(false)
    }
  }
  return (
    <Space.Compact style={{ width: '100%' }}>
      <Input.Password
        {...(id === undefined ? {} : { id })}
        autoComplete="new-password"
        disabled={disabled}
        maxLength={100}
        placeholder={row?.id ? '不填 = 不修改' : '请输入密码'}
        value={value ?? ''}
        onChange={(event) => onChange?.(event.target.value)}
      />
      {mayTest && (
        <Button disabled={disabled} loading={isTesting} onClick={() => void runAction(test)}>
          测试
        </Button>
      )}
    </Space.Compact>
  )
}
