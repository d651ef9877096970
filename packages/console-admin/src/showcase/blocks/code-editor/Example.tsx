import { JsonInput } from '@suoan/console-base/resource/widgets/JsonInput.tsx'
import { CodeEditor, type CodeLanguage } from '@suoan/ui/code-editor'
import { Form } from 'antd'
import { jsonRule } from '@suoan/ui/form-rules'
import { useState } from 'react'
import { Demo } from '../../Demo.tsx'

const query = `SELECT code, name
FROM lo_lock
WHERE status = '1' -- 在用的锁
ORDER BY code`
const answer = JSON.stringify({ lock: 'LK-0007', open: false, battery: 86 }, null, 2)

export default function Example() {
  const [language, setLanguage] = useState<CodeLanguage>('javascript')
  const [code, setCode] = useState('')
  const [sql, setSql] = useState(query)
  return (
    <>
      <Demo label="代码" value={{ language, code }}>
        <CodeEditor
          aria-label="代码"
          language={language}
          onLanguage={setLanguage}
          value={code}
          onChange={setCode}
          height={220}
        />
      </Demo>
      <Demo label="查询语句" value={sql}>
        <CodeEditor aria-label="查询语句" language="sql" value={sql} onChange={setSql} height="auto" wrap />
      </Demo>
      <Form initialValues={{ settings: '{"lock": "LK-0007"}' }} layout="vertical">
        <Form.Item name="settings" label="JSON字段" rules={[jsonRule]}>
          <JsonInput label="JSON字段" disabled={false} />
        </Form.Item>
      </Form>
      <Demo label="只读" value={answer}>
        <CodeEditor aria-label="只读" language="json" value={answer} readOnly height="auto" />
      </Demo>
      <Demo label="不可用" value="锁">
        <CodeEditor aria-label="不可用" language="markdown" value="锁" disabled height={80} />
      </Demo>
    </>
  )
}
