/** One property of a component, as its source says it. */
export interface MemberDoc {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  /** The comment above it; empty without one. */
  readonly says: string
}

/** What the source of a component says about it. */
export interface PartDoc {
  readonly name: string
  readonly says: string
  /** Other properties that it takes, by the names of their types. */
  readonly alsoTakes: string
  readonly properties: readonly MemberDoc[]
  /** What it tells: properties called on…. */
  readonly events: readonly MemberDoc[]
}

/** Components that a code imports from our blocks and bindings, with the module of each. */
export function partsIn(code: string): readonly { readonly name: string; readonly from: string }[] {
  return [
    ...code.matchAll(/^import \{([^}]+)\} from '(@suoan\/(?:ui|console-base\/resource)\/[^']+)'$/gm),
  ].flatMap(([, names = '', from = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => /^[A-Z][a-z]\w*$/.test(name))
      .map((name) => ({ name, from })),
  )
}

/**
 * Reads a component out of its source: the comment above it and the members of the type of its properties; null where it
 * does not stand in this file. Sources are formatted, so a member begins a line that is indented by two.
 * @param others sources in which the type may stand instead
 */
export function partDoc(source: string, name: string, others: readonly string[] = []): PartDoc | null {
  const declared = new RegExp(String.raw`^export (?:function|const) ${name}\b`, 'm').exec(source)
  if (!declared) return null
  const typeName = /:\s*(?:\w+<)?(\w*Props)\b/.exec(source.slice(declared.index))?.[1]
  const bodies = [source, ...others].map((each) => (typeName === undefined ? null : bodyOf(each, typeName)))
  const body = bodies.find((each) => each !== null) ?? null
  const members = body === null ? [] : membersOf(body.text)
  const isEvent = ({ name: each }: MemberDoc) => /^on[A-Z]/.test(each)
  return {
    name,
    says: commentAbove(source, declared.index),
    alsoTakes: body?.heritage ?? '',
    properties: members.filter((member) => !isEvent(member)),
    events: members.filter(isEvent),
  }
}

function bodyOf(
  source: string,
  typeName: string,
): { readonly heritage: string; readonly text: string } | null {
  const head = new RegExp(String.raw`^(?:export )?interface ${typeName}\b([^{]*)\{\n`, 'm').exec(source)
  if (!head) return null
  const from = head.index + head[0].length
  const [, heritage = ''] = /extends\s+(.+)/s.exec(head[1] ?? '') ?? []
  return { heritage: oneLine(heritage), text: source.slice(from, source.indexOf('\n}', from) + 1) }
}

function membersOf(body: string): readonly MemberDoc[] {
  const members: { name: string; type: string; isRequired: boolean; says: string }[] = []
  let comment: string[] | null = null
  let says = ''
  for (const line of body.split('\n')) {
    const text = line.trim()
    if (comment === null && text.startsWith('/**')) comment = []
    if (comment !== null) {
      comment.push(text)
      if (!text.endsWith('*/')) continue
      says = bareComment(comment.join('\n'))
      comment = null
      continue
    }
    const begun = /^ {2}(?:readonly )?(?:'([^']+)'|(\w+))(\??)(: ?|(?=[(<]))(.*)$/.exec(line)
    const last = members.at(-1)
    if (begun) {
      const [, quoted, plain, optional, , type = ''] = begun
      members.push({ name: quoted ?? plain ?? '', type, isRequired: optional !== '?', says })
      says = ''
    } else if (last && text !== '' && !text.startsWith('//')) last.type += ` ${text}`
  }
  return members.map((member) => ({ ...member, type: oneLine(member.type).replace(/^\| /, '') }))
}

/** The comment that ends right above a place; empty where something else stands there. */
function commentAbove(source: string, at: number): string {
  const before = source.slice(0, at).trimEnd()
  return before.endsWith('*/') ? bareComment(before.slice(before.lastIndexOf('/**'))) : ''
}

const bareComment = (text: string): string =>
  oneLine(
    text
      .replace(/^\/\*\*/, '')
      .replace(/\*\/$/, '')
      .replaceAll(/^\s*\* ?/gm, ''),
  )
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
