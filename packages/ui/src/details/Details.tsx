import type { ReactNode } from 'react'
import { useStyles } from '../styles/useStyles.ts'
import css from './details.css?inline'

/**
 * Content that the visitor can unfold: a text of a network or a contract, in any language, or other
 * content. Without content, nothing is shown.
 */
export function Details({
  label,
  text,
  children,
}: {
  label: string
  text?: string | undefined
  children?: ReactNode
}) {
  useStyles(css)
  if (!text && !children) return null
  return (
    <details className="details">
      <summary>{label}</summary>
      {text && (
        <p dir="auto" translate="no">
          {text}
        </p>
      )}
      {children}
    </details>
  )
}
