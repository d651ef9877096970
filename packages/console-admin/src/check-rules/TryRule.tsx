import { checkRuleEndpoints } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { useMutation } from '@tanstack/react-query'
import { Alert, Flex, Form, Input } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { failureText } from '@suoan/console-base/request/failure.ts'
import './check-rules.css'

interface Props {
  readonly ruleName: string
  readonly ruleCode: string
  onClose(): void
}

/** 功能测试: one value against a stored rule; each character in its numbered box (5-screens.md §6.15). */
export function TryRule({ ruleName, ruleCode, onClose }: Props) {
  const [value, setValue] = useState('')
  const check = useMutation({
    // What the rule objects to is the answer, shown in place.
    meta: { quiet: true },
    // The call takes its value encoded twice (4-api.md §7.9).
    mutationFn: () => call(checkRuleEndpoints.check, { ruleCode, value: encodeURIComponent(value) }),
  })
  return (
    <AppModal
      open
      title={`功能测试：${ruleName}`}
      width={800}
      okText="校验"
      confirmLoading={check.isPending}
      okClose={false}
      onOk={() => check.mutate()}
      onCancel={onClose}
    >
      <Form name="try-rule" layout="vertical" onFinish={() => check.mutate()}>
        <Form.Item label="测试值" htmlFor="try-rule-value">
          <Input
            id="try-rule-value"
            value={value}
            maxLength={200}
            placeholder="请输入要校验的值"
            onChange={({ target }) => {
              setValue(target.value)
              check.reset()
            }}
          />
        </Form.Item>
      </Form>
      {check.isSuccess && <Alert type="success" showIcon title="校验通过" />}
      {check.isError && <Alert type="error" showIcon title={failureText(check.error)} />}
      <Flex wrap gap={8} className="try-rule-signs">
        {[...value].map((sign, index) => (
          // The same character may stand at several places.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index} className="try-rule-sign">
            <span>{sign}</span>
            <small>{index + 1}</small>
          </span>
        ))}
      </Flex>
    </AppModal>
  )
}
