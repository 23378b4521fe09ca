import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'

type Props = {
  text: string
  /** The text for screen readers. */
  label: string
  /** The instruction below the code. */
  help: string
  /** Shown instead of the QR code if the code that draws it fails to load. */
  fallback: ReactNode
  children: ReactNode
}

/** A QR code. Its drawing code is loaded only when it is shown, because a phone never needs it. */
export function StoreCode({ text, label, help, fallback, children }: Props) {
  const [drawing, setDrawing] = useState<typeof import('./StoreQrCode.lazy.tsx') | 'failed'>()
  useEffect(
    () => void import('./StoreQrCode.lazy.tsx').then(setDrawing, () => setDrawing('failed')),
    [],
  )
  if (drawing === 'failed') return fallback
  return (
    <>
      {drawing ? (
        <drawing.StoreQrCode text={text} label={label}>
          {children}
        </drawing.StoreQrCode>
      ) : (
        <CodeSkeleton />
      )}
      <p className="help">{help}</p>
    </>
  )
}

/** Holds the place of a QR code that is loading. */
export function CodeSkeleton() {
  return <span className="skeleton downloads-code" aria-hidden="true" />
}
