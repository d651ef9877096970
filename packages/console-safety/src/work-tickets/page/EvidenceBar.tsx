import { CheckCircleOutlined, CloseCircleOutlined, DownloadOutlined, SafetyOutlined } from '@ant-design/icons'
import { auditEndpoints, evidenceEndpoints, type TicketDetail, type ZeroProof } from '@suoan/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button, List, Modal, Space, Tag } from 'antd'
import { wireTimeOf } from '@suoan/console-base/status/wire-time.ts'
import { call } from '@suoan/console-base/request/call.ts'
import { requestFile } from '@suoan/console-base/request/client.ts'
import { saveFile } from '@suoan/console-base/request/save-file.ts'
import { Can, useCan } from '@suoan/console-base/session/Can.tsx'
import { ticketKey } from '../ticket-queries.ts'

/** Is this record whole, what proves that the start was safe, and the whole of it as one file (M1, M4, M14). */
export function EvidenceBar({ detail: { ticket } }: { detail: TicketDetail }) {
  const mayVerify = useCan('lo:audit:verify')
  const chain = useQuery({
    queryKey: [...ticketKey, 'chain', ticket.id, ticket.revision],
    queryFn: ({ signal }) =>
      call(auditEndpoints.verify, { kind: 'work', id: ticket.id }, { signal, quiet: true }),
    enabled: mayVerify,
  })
  const proof = useMutation({
    mutationFn: () => call(evidenceEndpoints.zeroProof, { id: ticket.id }),
  })
  const save = useMutation({
    mutationFn: async () => {
      const { path } = evidenceEndpoints.evidencePackage
      saveFile(
        await requestFile({ method: 'GET', path, query: { id: ticket.id } }),
        `证据包-${ticket.workNo}.zip`,
      )
    },
  })
  return (
    <>
      <Space wrap>
        {chain.data?.ok === true && (
          <Tag color="success" icon={<CheckCircleOutlined />}>
            链完整，{chain.data.checked} 行
          </Tag>
        )}
        {chain.data?.ok === false && (
          <Tag color="error" icon={<CloseCircleOutlined />}>
            链断开
          </Tag>
        )}
        {ticket.realStart && (
          <Button icon={<SafetyOutlined />} loading={proof.isPending} onClick={() => proof.mutate()}>
            零能量证明
          </Button>
        )}
        <Can do="lo:audit:export">
          <Button icon={<DownloadOutlined />} loading={save.isPending} onClick={() => save.mutate()}>
            导出证据包
          </Button>
        </Can>
      </Space>
      {chain.data?.firstBreak && (
        <Alert className="gap-top" type="error" showIcon title={chain.data.firstBreak.text} />
      )}
      <Modal
        open={proof.isSuccess}
        title="零能量证明"
        footer={null}
        width={640}
        onCancel={() => proof.reset()}
      >
        {proof.data && <ProofView proof={proof.data} />}
      </Modal>
    </>
  )
}

/** The certificate as people read it: verdict first, then what it says of each point. */
function ProofView({ proof }: { proof: ZeroProof }) {
  const { body, gaps, hash, kid } = proof
  return (
    <>
      {gaps.length === 0 ? (
        <Alert type="success" showIcon title="证明成立：开始作业时，所有必须隔离的能量均已切断并经他人验证" />
      ) : (
        <Alert
          type="error"
          showIcon
          title="证明不成立"
          description={gaps.map(({ rule, text }) => (
            <p key={`${rule}${text}`}>
              {rule} {text}
            </p>
          ))}
        />
      )}
      <List
        size="small"
        dataSource={[...body.points]}
        locale={{ emptyText: `本票不需要能量隔离：${body.noIsoReason}` }}
        renderItem={(point) => (
          <List.Item key={point.pointId}>
            <List.Item.Meta
              title={point.pointCode}
              description={
                <>
                  {point.closure?.event && (
                    <div>
                      {wireTimeOf(point.closure.event.at)} {point.closure.lockCode} 上报关锁（日志第{' '}
                      {point.closure.event.seq} 行）
                    </div>
                  )}
                  {point.proof && (
                    <div>
                      {wireTimeOf(point.proof.at)} {point.proof.verifierName} 验证：
                      {point.proof.value === null ? '结论合格' : `${point.proof.value} ${point.proof.unit}`}
                      {point.verifyLimit && `（判据 ${point.verifyLimit}）`}
                    </div>
                  )}
                </>
              }
            />
          </List.Item>
        )}
      />
      <p className="hint cell-whole">
        开始 {wireTimeOf(body.at)} · 摘要 {hash} · 登记于流转链第 {proof.transSeq} 行 · 密钥 {kid}
      </p>
    </>
  )
}
