import {
  CheckCircleOutlined,
  CloseCircleOutlined,
  DownloadOutlined,
  ExclamationCircleOutlined,
} from '@ant-design/icons'
import { auditEndpoints as audit, type AnchorRow } from '@suoan/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Popconfirm, Space, Table, Tag } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { requestFile } from '@suoan/console-base/request/client.ts'
import { saveFile } from '@suoan/console-base/request/save-file.ts'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { numberText } from '@suoan/kit/number-text'
import { feedback } from '@suoan/console-base/feedback.ts'
import { OrError } from '@suoan/console-base/states/OrError.tsx'

/** The signed anchors, newest first. */
export function AnchorTable() {
  const [pageNo, setPageNo] = useState(1)
  const mayMake = useCan('lo:audit:anchor')
  const anchors = useQuery({
    queryKey: ['audit', 'anchors', pageNo],
    queryFn: ({ signal }) => call(audit.anchors, { pageNo, pageSize: 10 }, { signal, quiet: true }),
  })
  const make = useMutation({
    mutationFn: () => call(audit.anchorMake, {}),
    onSuccess: (row) => {
      void feedback().message.success(
        `第 ${row.anchorNo} 号锚点已生成，包含 ${numberText(row.rowCount)} 行新记录`,
      )
      setPageNo(1)
      void anchors.refetch()
    },
  })
  const check = useMutation({
    mutationFn: (row: AnchorRow) => call(audit.anchorCheck, { id: row.id }),
    onSuccess: ({ ok, text, leaves }, row) => {
      const { modal } = feedback()
      const title = `第 ${row.anchorNo} 号锚点${ok ? '成立' : '不成立'}`
      const content = `签名有效，前根相接，${leaves} 个叶子重新计算后与根相符。记录本身是否被改动，请用“校验证据链”逐行核对。`
      if (ok) modal.success({ title, content })
      else modal.error({ title, content: text })
    },
  })
  const saveKey = async () => {
    const { kid, publicKey } = await call(audit.publicKey, {})
    saveFile(new Blob([publicKey], { type: 'application/x-pem-file' }), `锁安公钥-${kid}.pem`)
  }
  const saveAnchor = async (row: AnchorRow) => {
    const file = await requestFile({ method: 'GET', path: audit.anchorFile.path, query: { id: row.id } })
    saveFile(file, `锚点-${row.anchorNo}-${row.date}.json`)
  }
  return (
    <section className="card" aria-label="审计锚点">
      <Space wrap className="toolbar">
        <h2 className="audit-title">审计锚点</h2>
        {mayMake && (
          <Popconfirm
            title="现在生成一个锚点？"
            description="把上一个锚点之后的全部记录签名固定。锚点不能删除。"
            onConfirm={() => make.mutate()}
          >
            <Button type="primary" loading={make.isPending}>
              立即生成
            </Button>
          </Popconfirm>
        )}
        <Button icon={<DownloadOutlined />} onClick={() => void saveKey()}>
          下载公钥
        </Button>
      </Space>
      <p className="hint">每天 00:10 自动生成。请把锚点文件和公钥另存到系统之外：它们是日后核对的依据。</p>
      <OrError query={anchors}>
        <Table<AnchorRow>
          size="middle"
          bordered
          rowKey="id"
          loading={anchors.isPending || check.isPending}
          dataSource={anchors.data?.records ?? []}
          scroll={{ x: 1110 }}
          locale={{ emptyText: `还没有锚点；每天 00:10 自动生成${mayMake ? '，也可以立即生成' : ''}` }}
          pagination={{
            current: pageNo,
            pageSize: 10,
            total: Number(anchors.data?.total ?? 0),
            onChange: setPageNo,
            showTotal: (all, [from, to]) => `${from}-${to} 共 ${all} 条`,
          }}
          columns={[
            { title: '序号', dataIndex: 'anchorNo', align: 'center', width: 70 },
            {
              title: '日期',
              key: 'date',
              width: 150,
              render: (_, row) => `${row.date}${row.daily === 1 ? '' : '（手动）'}`,
            },
            { title: '状态', key: 'state', width: 220, render: (_, row) => <AnchorState row={row} /> },
            {
              title: '新记录',
              key: 'rowCount',
              align: 'right',
              width: 90,
              render: (_, row) => numberText(row.rowCount),
            },
            {
              title: '根',
              key: 'root',
              width: 170,
              render: (_, row) => (
                <code className="audit-hash" title={row.merkleRoot}>
                  {row.merkleRoot.slice(0, 16)}…
                </code>
              ),
            },
            { title: '算法', dataIndex: 'hashName', align: 'center', width: 90 },
            { title: '生成时间', dataIndex: 'madeTime', align: 'center', width: 170 },
            {
              title: '操作',
              key: 'actions',
              width: 150,
              render: (_, row) => (
                <Space>
                  <Button type="link" size="small" onClick={() => check.mutate(row)}>
                    重算
                  </Button>
                  <Button type="link" size="small" onClick={() => void saveAnchor(row)}>
                    下载
                  </Button>
                </Space>
              ),
            },
          ]}
        />
      </OrError>
    </section>
  )
}

function AnchorState({ row }: { row: AnchorRow }) {
  if (row.signature === 'invalid')
    return (
      <Tag color="error" icon={<CloseCircleOutlined />}>
        签名无效
      </Tag>
    )
  if (!row.linked)
    return (
      <Tag color="error" icon={<CloseCircleOutlined />}>
        与前一锚点不相接
      </Tag>
    )
  if (row.signature === 'otherKey')
    return (
      <Tag color="warning" icon={<ExclamationCircleOutlined />}>
        由其他密钥签名
      </Tag>
    )
  return (
    <Tag color="success" icon={<CheckCircleOutlined />}>
      签名有效，前后相接
    </Tag>
  )
}
