import type { ReactNode } from 'react'
import type { StateCode } from './state-code.ts'

/** A locked hasp with its tag, a line that leads nowhere, a machine that stands still. */
const drawings: Readonly<Record<StateCode, ReactNode>> = {
  403: (
    <>
      <path className="draw-line" d="M148 128V92a52 52 0 0 1 104 0v36" />
      <rect className="draw-body" x="122" y="128" width="156" height="124" rx="12" />
      <circle className="draw-hole" cx="200" cy="180" r="14" />
      <path className="draw-hole-line" d="M200 190v28" />
      <path className="draw-thin" d="M278 232c26 4 40 14 48 26" />
      <path className="draw-tag" d="m318 252 40 16-14 40-40-14 4-30z" />
      <path className="draw-tag-line" d="m322 276 20 8m-24 3 14 5" />
    </>
  ),
  404: (
    <>
      <path className="draw-line" d="M40 232h106" />
      <path className="draw-line" d="M360 232H254" />
      <path className="draw-dash" d="M166 232h72" />
      <circle className="draw-body" cx="40" cy="232" r="18" />
      <circle className="draw-body" cx="360" cy="232" r="18" />
      <circle className="draw-glass" cx="184" cy="118" r="60" />
      <path className="draw-line" d="m229 163 34 34" />
      <path className="draw-tag-line" d="m166 100 36 36m0-36-36 36" />
    </>
  ),
  500: (
    <>
      <rect className="draw-body" x="92" y="76" width="216" height="150" rx="10" />
      <rect className="draw-glass" x="114" y="98" width="172" height="84" rx="6" />
      <path className="draw-dash" d="M128 150h34l14-28 22 44 16-28h46" />
      <circle className="draw-hole" cx="124" cy="204" r="7" />
      <circle className="draw-hole" cx="148" cy="204" r="7" />
      <path className="draw-line" d="M130 226v30m140-30v30M84 258h232" />
      <path className="draw-tag" d="m290 178 46 80h-92z" />
      <path className="draw-tag-line" d="M290 206v22m0 12v2" />
    </>
  ),
}

/** Decoration only: the code and the text beside it say everything. */
export function StateDrawing({ status }: { status: StateCode }) {
  return (
    <svg className="state-drawing" viewBox="0 0 400 330" aria-hidden="true">
      <ellipse className="draw-ground" cx="200" cy="292" rx="160" ry="16" />
      {drawings[status]}
    </svg>
  )
}
