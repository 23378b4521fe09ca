import type { ReactNode } from 'react'
import './more.css'

/** Something that is folded away until the visitor asks for it. */
export function More({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="more">
      <summary>{title}</summary>
      {children}
    </details>
  )
}
