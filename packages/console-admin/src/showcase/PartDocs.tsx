import type { MemberDoc, PartDoc } from './part-doc.ts'
import { wordsOf } from './words-of.ts'

/** Properties and events of the components in an example: which there are, their sources say; what they mean, our words. */
export function PartDocs({ docs }: { readonly docs: readonly PartDoc[] }) {
  if (docs.length === 0) return <p className="showcase-summary">此组件没有可设置的属性</p>
  return docs.map((doc) => (
    <section key={doc.name} className="showcase-part" aria-label={`${doc.name} 的属性与事件`}>
      <h4>{doc.name}</h4>
      <Says words={wordsOf(doc.name) ?? doc.says} />
      <Members part={doc.name} title="属性" members={doc.properties} />
      <Members part={doc.name} title="事件" members={doc.events} />
      {doc.alsoTakes !== '' && (
        <p className="showcase-summary">
          还可使用 <code>{doc.alsoTakes}</code> 的其余属性
        </p>
      )}
    </section>
  ))
}

const Says = ({ words }: { readonly words: string }) =>
  words === '' ? null : <p className="showcase-summary">{words}</p>

interface MembersProps {
  readonly part: string
  readonly title: string
  readonly members: readonly MemberDoc[]
}

function Members({ part, title, members }: MembersProps) {
  if (members.length === 0) return null
  return (
    <table className="showcase-members">
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">名称</th>
          <th scope="col">类型</th>
          <th scope="col">说明</th>
        </tr>
      </thead>
      <tbody>
        {members.map(({ name, type, isRequired, says }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
              {isRequired && <span className="showcase-required">必填</span>}
            </th>
            <td>
              <code>{type}</code>
            </td>
            <td>{wordsOf(part, name) ?? (says || '—')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
