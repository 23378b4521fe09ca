import type { Social } from '../../core/contracts/socials.ts'
import { companies } from './companies.ts'

/**
 * A company's logo, 20 px wide, in the logo's own colour or in that of the text. It is decoration
 * and has no accessible name.
 */
export function CompanyMark({ social }: { social: Social }) {
  const { svg, color = 'var(--_fg)' } = companies[social]
  return (
    <svg
      className="icon"
      style={{ color, flex: 'none' }}
      width="20"
      height="20"
      viewBox="0 0 24 24"
      fill="currentColor"
      aria-hidden="true"
    >
      <path d={/ d="([^"]+)"/.exec(svg)?.[1]} />
    </svg>
  )
}
