import { apiDocEndpoints } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Empty, Input, Space, Spin, Table, Tag, Typography } from 'antd'
import { useMemo, useState } from 'react'
import { requestBare } from '@suoan/console-base/request/bare.ts'
import { saveFile } from '@suoan/console-base/request/save-file.ts'
import '@suoan/console-base/resource/resource.css'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'

/** What of an OpenAPI 3.1 document is shown; the server makes it (`packages/platform/src/api-doc`). */
interface OpenApi {
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}
interface Operation {
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: unknown }>> }
}
interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema?: unknown
}
interface Call extends Operation {
  readonly key: string
  readonly method: string
  readonly path: string
}

const colours: Readonly<Record<string, string>> = { get: 'blue', post: 'green', put: 'orange', delete: 'red' }

/** 接口文档: every call with its permission and input, found by words of its title or path. */
export default function ApiDocPage() {
  const [word, setWord] = useState('')
  const doc = useQuery({
    queryKey: ['api-doc'],
    queryFn: ({ signal }) =>
      requestBare<OpenApi>({ method: 'GET', path: apiDocEndpoints.openApi.path, signal }),
    staleTime: Infinity,
  })
  const calls = useMemo(() => (doc.data === undefined ? [] : callsOf(doc.data)), [doc.data])
  const wanted = word.trim().toLowerCase()
  const found = calls.filter(({ path, summary = '', description = '' }) =>
    `${path} ${summary} ${description}`.toLowerCase().includes(wanted),
  )
  if (doc.isLoadingError)
    return (
      <div className="card">
        <ErrorState error={doc.error} onRetry={() => void doc.refetch()} />
      </div>
    )
  return (
    <div className="card">
      <KeptNote query={doc} />
      <Space className="toolbar" wrap>
        <Input.Search
          allowClear
          placeholder="名称、路径或权限"
          aria-label="查找接口"
          style={{ width: 200 }}
          onChange={(event) => setWord(event.target.value)}
        />
        <Button
          disabled={doc.data === undefined}
          onClick={() => saveFile(new Blob([JSON.stringify(doc.data, null, 2)]), 'suoan-openapi.json')}
        >
          下载 OpenAPI
        </Button>
      </Space>
      <Typography.Paragraph type="secondary">
        {doc.data === undefined ? '' : `版本 ${doc.data.info.version}，共 ${found.length} 个接口`}
      </Typography.Paragraph>
      <Spin spinning={doc.isPending}>
        <Table<Call>
          size="small"
          dataSource={found}
          rowKey="key"
          locale={{ emptyText: <Empty description="没有这样的接口" /> }}
          pagination={{ pageSize: 20, showSizeChanger: false }}
          expandable={{ expandedRowRender: (call) => <InputOf call={call} />, expandRowByClick: true }}
          columns={[
            {
              title: '接口',
              key: 'call',
              render: (_, { method, path, summary, description }) => (
                <>
                  <Space size={4} wrap>
                    <Tag color={colours[method] ?? 'default'}>{method.toUpperCase()}</Tag>
                    <Typography.Text code style={{ overflowWrap: 'anywhere' }}>
                      {path}
                    </Typography.Text>
                  </Space>
                  <div>
                    {summary}　<Typography.Text type="secondary">{description}</Typography.Text>
                  </div>
                </>
              ),
            },
          ]}
        />
      </Spin>
    </div>
  )
}

function callsOf({ paths }: OpenApi): Call[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      key: `${method} ${path}`,
      method,
      path,
    })),
  )
}

/** Parameters, and the JSON that a body must be. */
function InputOf({ call: { parameters = [], requestBody } }: { readonly call: Call }) {
  const schema = requestBody === undefined ? undefined : Object.values(requestBody.content)[0]?.schema
  if (parameters.length === 0 && schema === undefined)
    return <Typography.Text type="secondary">没有参数</Typography.Text>
  return (
    <>
      {parameters.map((each) => (
        <div key={`${each.in} ${each.name}`} style={{ overflowWrap: 'anywhere' }}>
          <Typography.Text strong>{each.name}</Typography.Text>
          {each.required === true ? '（必填）' : ''}　
          <Typography.Text type="secondary">
            {each.in === 'path' ? '路径' : '查询'}　{JSON.stringify(each.schema)}
          </Typography.Text>
        </div>
      ))}
      {schema !== undefined && (
        <pre style={{ maxHeight: 400, overflow: 'auto', margin: 0 }}>{JSON.stringify(schema, null, 2)}</pre>
      )}
    </>
  )
}
