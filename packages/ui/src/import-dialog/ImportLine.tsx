import {
  CheckCircleOutlined,
  CloseOutlined,
  ExclamationCircleOutlined,
  FileExcelOutlined,
  ReloadOutlined,
  WarningOutlined,
} from '@ant-design/icons'
import { Button, Progress, Tag } from 'antd'
import type { ReactNode } from 'react'
import type { ImportFile, ImportPreview } from './import-queue.ts'

interface Props {
  readonly file: ImportFile
  onRemove(): void
  onRetry(): void
}

/** One workbook of the dialog: how far it is, what an import would do, and what came of it. */
export function ImportLine({ file, onRemove, onRetry }: Props) {
  const { name, status, percent } = file
  // What the server has taken cannot be taken back by closing the line to it.
  const isStoring = status === 'sending' && percent >= 100
  const isUnderWay = status === 'sending' || status === 'checking'
  return (
    <li className={`import-line import-${lookOf(file)}`}>
      {icons[lookOf(file)]}
      <div className="import-words">
        <span className="import-name">{name}</span>
        <Result file={file} />
      </div>
      <span className="import-tools">
        {status === 'failed' && (
          <Button
            type="text"
            size="small"
            icon={<ReloadOutlined />}
            title="重试"
            aria-label={`重试${name}`}
            onClick={onRetry}
          />
        )}
        {!isStoring && (
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined />}
            title={isUnderWay ? '取消上传' : '移除'}
            aria-label={`${isUnderWay ? '取消上传' : '移除'}${name}`}
            onClick={onRemove}
          />
        )}
      </span>
    </li>
  )
}

function Result({ file }: { readonly file: ImportFile }) {
  const { status, problem, preview, outcome } = file
  if (status === 'failed')
    return (
      <span className="import-result" role="alert">
        {problem}
      </span>
    )
  if (outcome)
    return (
      <span className="import-result" role="status">
        {outcome.report && (
          <>
            <strong>导入成功,但是有错误数据!</strong>
            <br />
          </>
        )}
        {outcome.message}
        {outcome.report && (
          <>
            <br />
            {outcome.report.text}，具体详情请{' '}
            <ReportLinks url={outcome.report.url} markedUrl={outcome.report.markedUrl} text="点击下载" />
          </>
        )}
      </span>
    )
  if (status === 'waiting') return <span className="import-result">等待上传</span>
  if (status === 'checked') return preview && <PreviewWords preview={preview} />
  return <HowFar file={file} />
}

/** The bytes that have been sent, then the rows that have been looked at. */
function HowFar({ file: { name, status, percent, rows } }: { readonly file: ImportFile }) {
  const isThere = percent >= 100
  const words = status === 'checking' ? '已上传，正在预检，不会保存任何数据…' : '已上传，正在逐行校验并导入…'
  return (
    <>
      <Progress
        percent={isThere && rows ? Math.floor((rows.done / rows.total) * 100) : percent}
        size="small"
        status={isThere ? 'active' : 'normal'}
        aria-label={`${name} ${isThere ? '处理中' : '上传中'}`}
      />
      {isThere && (
        <span className="import-result">
          {words}
          {rows && ` ${rows.done.toLocaleString('en')} / ${rows.total.toLocaleString('en')} 行`}
        </span>
      )}
    </>
  )
}

/** What 开始导入 would do, and the first rows that it would refuse. */
function PreviewWords({ preview }: { readonly preview: ImportPreview }) {
  const { total, tried, refused, notes, errors, report } = preview
  const counts = [
    ['新增', preview.inserts],
    ['修改', preview.changes],
    ['未变', preview.same],
    ['拒绝', refused],
  ] as const
  const told = counts.filter(([word, count]) => count > 0 || word === '新增')
  return (
    <div className="import-preview" role="status">
      <span className="import-counts">
        预检共 {total.toLocaleString('en')} 行：
        {told.map(([word, count]) => (
          <Tag key={word} color={word === '拒绝' ? 'error' : word === '未变' ? 'default' : 'success'}>
            {word} {count.toLocaleString('en')} 行
          </Tag>
        ))}
      </span>
      {tried < total && (
        <span className="import-result">
          文件较大，只预检了前 {tried.toLocaleString('en')} 行，其余行在导入时校验
        </span>
      )}
      {notes.map((note) => (
        <span key={note} className="import-result">
          {note}
        </span>
      ))}
      {errors.length > 0 && (
        <ol className="import-errors" aria-label="预检发现的错误" tabIndex={0}>
          {errors.map(({ line, column, reason }) => (
            <li key={line}>
              第 {line} 行{column !== '' && ` ${column}`}：{reason}
            </li>
          ))}
        </ol>
      )}
      {report && (
        <span className="import-result">
          {refused > errors.length &&
            `以上为前 ${errors.length} 处，共 ${refused.toLocaleString('en')} 行被拒绝。`}
          <ReportLinks url={report.url} markedUrl={report.markedUrl} text="下载全部原因" />
        </span>
      )}
    </div>
  )
}

interface ReportLinksProps {
  readonly url: string
  readonly markedUrl: string | null
  readonly text: string
}

/** In a tab of its own, where a report that is not there any more says so in words. */
function ReportLinks({ url, markedUrl, text }: ReportLinksProps) {
  return (
    <>
      <a href={url} target="_blank" rel="noopener">
        {text}
      </a>
      {markedUrl !== null && (
        <>
          {' · '}
          <a href={markedUrl} target="_blank" rel="noopener">
            下载标出错误的表格
          </a>
          ，改正后可直接再次导入
        </>
      )}
    </>
  )
}

type Look = 'plain' | 'failed' | 'partly' | 'done'

const lookOf = ({ status, preview, outcome }: ImportFile): Look =>
  status === 'checked' && preview && preview.refused > 0
    ? 'partly'
    : status === 'failed'
      ? 'failed'
      : outcome?.report
        ? 'partly'
        : outcome
          ? 'done'
          : 'plain'

const icons: Readonly<Record<Look, ReactNode>> = {
  plain: <FileExcelOutlined />,
  failed: <ExclamationCircleOutlined />,
  partly: <WarningOutlined />,
  done: <CheckCircleOutlined />,
}
