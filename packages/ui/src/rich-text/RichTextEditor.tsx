import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { Button, Tooltip } from 'antd'
import { useEffect } from 'react'
import './rich-text.css'

export interface RichTextEditorProps {
  /** HTML; empty when nothing is written. */
  readonly value?: string | null
  readonly onChange?: (html: string) => void
  readonly id?: string
  readonly disabled?: boolean
  /** What is written here, for who cannot see the label. */
  readonly label: string
  /** Asks for the address of a link; null takes the link away, undefined changes nothing. */
  readonly askAddress: (present: string) => Promise<string | null | undefined>
}

/** A text with headings, lists, quotes and links. What it gives is HTML of the tags a server may keep. */
export function RichTextEditor({ value, onChange, id, disabled, label, askAddress }: RichTextEditorProps) {
  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        heading: { levels: [1, 2, 3, 4] },
        link: { openOnClick: false, protocols: ['http', 'https', 'mailto', 'tel'] },
      }),
    ],
    content: value ?? '',
    editable: disabled !== true,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        class: 'rich-text-words',
        ...(id ? { id } : {}),
      },
    },
    onUpdate: ({ editor: at }) => onChange?.(at.isEmpty ? '' : at.getHTML()),
  })
  useEffect(() => {
    editor.setEditable(disabled !== true, false)
  }, [editor, disabled])
  useEffect(() => {
    const own = editor.isEmpty ? '' : editor.getHTML()
    // A value of one's own typing comes back as it was given; another one was set by the form.
    if ((value ?? '') !== own) editor.commands.setContent(value ?? '', { emitUpdate: false })
  }, [editor, value])
  return (
    <div className={disabled ? 'rich-text rich-text-off' : 'rich-text'}>
      {!disabled && <Tools editor={editor} label={label} askAddress={askAddress} />}
      <EditorContent editor={editor} />
    </div>
  )
}

interface Tool {
  readonly name: string
  readonly sign: string
  readonly isOn?: (editor: Editor) => boolean
  readonly isOff?: (editor: Editor) => boolean
  readonly run: (editor: Editor, ask: RichTextEditorProps['askAddress']) => unknown
}

const heading = (level: 2 | 3, name: string): Tool => ({
  name,
  sign: `H${level}`,
  isOn: (editor) => editor.isActive('heading', { level }),
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
})

const tools: readonly Tool[] = [
  {
    name: '撤销',
    sign: '↶',
    isOff: (editor) => !editor.can().undo(),
    run: (editor) => editor.chain().focus().undo().run(),
  },
  {
    name: '重做',
    sign: '↷',
    isOff: (editor) => !editor.can().redo(),
    run: (editor) => editor.chain().focus().redo().run(),
  },
  heading(2, '标题 H2'),
  heading(3, '小标题 H3'),
  {
    name: '加粗',
    sign: 'B',
    isOn: (editor) => editor.isActive('bold'),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    name: '斜体',
    sign: 'I',
    isOn: (editor) => editor.isActive('italic'),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    name: '下划线',
    sign: 'U',
    isOn: (editor) => editor.isActive('underline'),
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
  {
    name: '删除线',
    sign: 'S',
    isOn: (editor) => editor.isActive('strike'),
    run: (editor) => editor.chain().focus().toggleStrike().run(),
  },
  {
    name: '无序列表',
    sign: '•',
    isOn: (editor) => editor.isActive('bulletList'),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: '有序列表',
    sign: '①',
    isOn: (editor) => editor.isActive('orderedList'),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    name: '引用',
    sign: '”',
    isOn: (editor) => editor.isActive('blockquote'),
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  { name: '分割线', sign: '—', run: (editor) => editor.chain().focus().setHorizontalRule().run() },
  {
    name: '链接',
    sign: '链接',
    isOn: (editor) => editor.isActive('link'),
    run: setLink,
  },
]

function Tools({
  editor,
  label,
  askAddress,
}: Pick<RichTextEditorProps, 'label' | 'askAddress'> & { editor: Editor }) {
  const states = useEditorState({
    editor,
    selector: ({ editor: at }) => tools.map(({ isOn, isOff }) => [isOn?.(at), isOff?.(at)]),
  })
  return (
    <div className="rich-text-tools" role="toolbar" aria-label={`${label}的格式`}>
      {tools.map(({ name, sign, isOn, run }, index) => (
        <Tooltip key={name} title={name}>
          <Button
            size="small"
            type="text"
            aria-label={name}
            disabled={states[index]?.[1] === true}
            className={states[index]?.[0] ? 'rich-text-on' : ''}
            {...(isOn ? { 'aria-pressed': states[index]?.[0] === true } : {})}
            // The selection in the text stays while the button is pressed.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => void run(editor, askAddress)}
          >
            <span aria-hidden data-sign={sign}>
              {sign}
            </span>
          </Button>
        </Tooltip>
      ))}
    </div>
  )
}

async function setLink(editor: Editor, ask: RichTextEditorProps['askAddress']): Promise<void> {
  const present: unknown = editor.getAttributes('link')['href']
  const address = await ask(typeof present === 'string' ? present : '')
  if (address === undefined) return
  const chain = editor.chain().focus().extendMarkRange('link')
  if (address === null) chain.unsetLink().run()
  else chain.setLink({ href: address }).run()
}
