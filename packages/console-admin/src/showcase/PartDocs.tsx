import type { MemberDoc, PartDoc } from './part-doc.ts'

/** Properties and events of the components in an example, as their sources say them. */
export function PartDocs({ docs }: { readonly docs: readonly PartDoc[] }) {
  if (docs.length === 0) return <p className="showcase-summary">此组件没有可设置的属性</p>
  return docs.map((doc) => (
    <section key={doc.name} className="showcase-part" aria-label={`${doc.name} 的属性与事件`}>
      <h4>{doc.name}</h4>
      {doc.says !== '' && <p className="showcase-summary">{doc.says}</p>}
      <Members title="属性" members={doc.properties} />
      <Members title="事件" members={doc.events} />
      {doc.alsoTakes !== '' && (
        <p className="showcase-summary">
          还可使用 <code>{doc.alsoTakes}</code> 的其余属性
        </p>
      )}
    </section>
  ))
}

function Members({ title, members }: { readonly title: string; readonly members: readonly MemberDoc[] }) {
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
            <td>{says === '' ? '—' : says}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
