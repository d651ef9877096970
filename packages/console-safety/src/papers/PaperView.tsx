import type { Paper, PaperBlock } from '@suoan/contract'
import { QRCode } from 'antd'
import { fileUrl } from '@suoan/console-base/request/api-base.ts'
import './papers.css'

/** A paper as a page of A4: on the screen to look at, and as the browser prints it. */
export function PaperView({ paper }: { paper: Paper }) {
  const { title, no, head, code, stamp, foot, blocks } = paper
  return (
    <article className={paper.isWide ? 'paper paper-wide' : 'paper'} aria-label={`${title} ${no}`}>
      {stamp && (
        <div className="paper-stamp" aria-hidden>
          {stamp}
        </div>
      )}
      <header>
        <div>
          <h1>{title}</h1>
          <strong>{no}</strong>
          {head.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
        {code && (
          <figure>
            <QRCode
              value={code.text}
              type="svg"
              size={104}
              bordered={false}
              color="#000000"
              bgColor="#ffffff"
            />
            <figcaption>{code.hint}</figcaption>
          </figure>
        )}
      </header>
      {blocks.map((block, index) => (
        // Blocks stand where they stand: a paper that is shown does not change.
        // oxlint-disable-next-line react/no-array-index-key
        <Block key={index} block={block} />
      ))}
      <footer>{foot}</footer>
    </article>
  )
}

function Block({ block }: { block: PaperBlock }) {
  if (block.kind === 'heading') return <h2>{block.text}</h2>
  if (block.kind === 'note') return <p className={`paper-note paper-${block.tone}`}>{block.text}</p>
  if (block.kind === 'fields')
    return (
      <dl>
        {block.items.map(({ label, value, wide }) => (
          <div key={label} className={wide ? 'paper-whole' : ''}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    )
  if (block.kind === 'signs')
    return block.items.length === 0 ? (
      <p className="paper-note">{block.empty}</p>
    ) : (
      <ul className="paper-signs">
        {block.items.map(({ what, name, time, how, image }) => (
          <li key={`${what} ${name} ${time}`}>
            <small>{what}</small>
            <span>
              <strong>{name}</strong>
              {image !== null && <img src={fileUrl(image)} alt={`${name}的签名`} />}
            </span>
            <small>{time}</small>
            <small>{how}</small>
          </li>
        ))}
      </ul>
    )
  return <Rows block={block} />
}

function Rows({ block: { columns, rows, empty } }: { block: Extract<PaperBlock, { kind: 'table' }> }) {
  if (rows.length === 0) return <p className="paper-note">{empty}</p>
  const whole = columns.reduce((sum, { share }) => sum + share, 0)
  return (
    <table>
      <colgroup>
        {columns.map(({ title, share }) => (
          <col key={title} style={{ width: `${(100 * share) / whole}%` }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map(({ title }) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.join('\u0000')}>
            {row.map((text, index) => (
              <td key={columns[index]?.title}>{text}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
