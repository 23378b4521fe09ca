import { useStyles } from '../../styles/useStyles.ts'
import css from './details.css?inline'

/**
 * A network's or a contract's own words, in whatever language they are, which the visitor unfolds;
 * nothing where there are none.
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
