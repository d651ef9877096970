import { Picture } from '../picture/index.ts'
import { isPdf, isPicture } from '../stored-file/index.ts'
import './stored-files.css'

interface Props {
  readonly paths: readonly string[]
  /** What the files are of, for screen readers. */
  readonly label: string
  /** How many are shown before the others are counted. */
  readonly most?: number
  nameOf(path: string): string
  /** Address of a stored file, and of its small picture. */
  urlOf(path: string): string
  thumbOf(path: string): string
  /** Opens a picture or a PDF in place. */
  onOpen(path: string): void
}

/** Stored files of a list or a detail: pictures of 28 px, others by their name; a press opens what can be opened. */
export function StoredFiles({ paths, label, most = 3, nameOf, urlOf, thumbOf, onOpen }: Props) {
  const more = paths.length - most
  return (
    <span className="stored-files">
      {paths.slice(0, most).map((path) =>
        isPicture(path) ? (
          <button
            key={path}
            type="button"
            className="stored-thumb"
            aria-label={`查看${label}`}
            onClick={() => onOpen(path)}
          >
            <Picture src={thumbOf(path)} width={28} height={28} loading="lazy" decoding="async" alt="" />
          </button>
        ) : (
          <span key={path} className="stored-document">
            {isPdf(path) ? (
              <button type="button" className="stored-name" title={nameOf(path)} onClick={() => onOpen(path)}>
                {nameOf(path)}
              </button>
            ) : (
              <span className="stored-name" title={nameOf(path)}>
                {nameOf(path)}
              </span>
            )}
            <a href={urlOf(path)} download={nameOf(path)} rel="noopener" aria-label={`下载${nameOf(path)}`}>
              下载
            </a>
          </span>
        ),
      )}
      {more > 0 && (
        <button
          type="button"
          className="stored-more"
          aria-label={`${label}还有 ${more} 个，查看`}
          onClick={() => onOpen(paths[most] ?? '')}
        >
          +{more}
        </button>
      )}
    </span>
  )
}
