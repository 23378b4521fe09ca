import type { ReactNode } from 'react'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import css from '@latchkey/ui/button.css?inline'
import { Icon } from '@latchkey/ui/icons.tsx'

/** A button that opens a page in a new tab. */
export function StoreLink({
  href,
  isPrimary,
  children,
}: {
  href: string
  isPrimary?: boolean
  children: ReactNode
}) {
  useStyles(css)
  return (
    <a
      className="button"
      data-variant={isPrimary ? 'primary' : 'secondary'}
      href={href}
      target="_blank"
      rel="noreferrer"
    >
      {children}
      <Icon name="external" />
    </a>
  )
}
