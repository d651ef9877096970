import { CodeEditor } from '@suoan/ui/code-editor'

/** The code of an example, to read and to copy. */
export const CodeText = ({ label, code }: { readonly label: string; readonly code: string }) => (
  <CodeEditor aria-label={`${label}的源代码`} value={code} height="auto" readOnly />
)
