import { useStyles } from '../styles/useStyles.ts'
import css from './details.css?inline'

/**
 * A text of a network or a contract, in any language, which the visitor can unfold; nothing if
 * there is none.
 */
export function Details({ label, text }: { label: string; text: string | undefined }) {
  useStyles(css)
  if (!text) return null
  return (
    <details className="details">
      <summary>{label}</summary>
      <p dir="auto" translate="no">
        {text}
      </p>
    </details>
  )
}
