import type { ReactNode } from 'react'
import './more.css'

/** A part that is folded until the visitor opens it. */
export function More({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="more">
      <summary>{title}</summary>
      {children}
    </details>
  )
}
