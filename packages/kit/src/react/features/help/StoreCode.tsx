import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'

type Props = {
  text: string
  /** What a screen reader says. */
  label: string
  /** What to do with it. */
  help: string
  /** In its place, where the code that draws it does not come. */
  fallback: ReactNode
  children: ReactNode
}

/** A QR code. What draws it is fetched when it is to be shown: on a phone nobody needs it. */
export function StoreCode({ text, label, help, fallback, children }: Props) {
  const [drawing, setDrawing] = useState<typeof import('../../ui/code/QrCode.tsx') | 'failed'>()
  useEffect(() => void import('../../ui/code/QrCode.tsx').then(setDrawing, () => setDrawing('failed')), [])
  if (drawing === 'failed') return fallback
  return (
    <>
      {drawing ? <drawing.QrCode text={text} label={label}>{children}</drawing.QrCode> : <CodeSkeleton />}
      <p className="help">{help}</p>
    </>
  )
}

/** In place of a code that is on its way, of the same size. */
export function CodeSkeleton() {
  return <span className="skeleton downloads-code" aria-hidden="true" />
}
