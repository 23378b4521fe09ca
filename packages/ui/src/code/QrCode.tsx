import { encodeQR } from 'qr'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { useStyles } from '../styles/useStyles.ts'
import css from './qrCode.css?inline'

/** The width of the picture's place in the middle, as a fraction of the code's width. */
const hole = 0.2

/**
 * A text as a QR code. It is dark on light in both modes, because many scanners read only that.
 * The picture in the middle hides a part of the code, which the error correction restores.
 * `label` is the text for screen readers. Without `text`, it is an empty field of the same size.
 */
export function QrCode({
  text,
  label,
  children,
}: {
  text: string | undefined
  label: string
  children?: ReactNode
}) {
  useStyles(css)
  const hasPicture = Boolean(children)
  const { path, size } = useMemo(
    () => (text === undefined ? empty : drawingOf(text, hasPicture)),
    [text, hasPicture],
  )
  return (
    <div className="qr-code" role="img" aria-label={label}>
      <svg viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
        <path d={path} />
      </svg>
      {children && <span className="qr-code-picture">{children}</span>}
    </div>
  )
}

/** Holds the place of a QR code that is loading. */
export function QrSkeleton() {
  useStyles(css)
  return <div className="qr-code" data-skeleton="" aria-hidden="true" />
}

type Drawing = { path: string; size: number }

const empty: Drawing = { path: '', size: 1 }

function drawingOf(text: string, hasPicture: boolean): Drawing {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
  const size = rows.length
  const middle = size / 2
  const isHole = (at: number) => hasPicture && Math.abs(at + 0.5 - middle) < (size * hole) / 2
  const path = rows
    .flatMap((row, y) =>
      row.flatMap((isDark, x) =>
        isDark && !(isHole(x) && isHole(y)) ? [`M${x} ${y}h1v1h-1z`] : [],
      ),
    )
    .join('')
  return { path, size }
}

/** Draws a code that is not shown: about a third of a pairing’s link, in a third of the time. */
export const drawShortCode = (): void => void drawingOf('latchkey'.repeat(8), false)
