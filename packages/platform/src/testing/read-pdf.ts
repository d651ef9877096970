import { extractText, getDocumentProxy } from 'unpdf'

/** A PDF as a reader of it finds it: its pages, each as text without spaces (letters stand where they are drawn). */
export async function readPdf(
  pdf: Uint8Array,
): Promise<{ readonly pages: readonly string[]; readonly text: string }> {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const { text } = await extractText(document, { mergePages: false })
  const pages = text.map((page) => page.replaceAll(/\s+/g, ''))
  return { pages, text: pages.join('') }
}
