import { Icon } from '@latchkey/ui/icons.tsx'
import type { ReactNode } from 'react'

/** The link to a transaction in an explorer, as a button in a new tab. */
export function TransactionLink({
  explorer,
  hash,
  children,
}: {
  explorer: { url: string }
  hash: string
  children: ReactNode
}) {
  return (
    <a
      className="button"
      data-variant="secondary"
      href={`${explorer.url}/tx/${hash}`}
      target="_blank"
      rel="noreferrer"
    >
      {children}
      <Icon name="external" />
    </a>
  )
}
