'use client'
import type { LastAccount } from 'latchkey/cookie'
import { KitProvider } from 'latchkey/react'
import type { ReactNode } from 'react'
import { kit } from '../kit'

/**
 * A server component can pass data to the browser, but no functions. So this client file makes the
 * kit available to the page.
 */
export function Providers({
  lastKnown,
  nonce,
  children,
}: {
  lastKnown: readonly LastAccount[]
  nonce?: string
  children: ReactNode
}) {
  return (
    <KitProvider kit={kit} lastKnown={lastKnown} nonce={nonce}>
      {children}
    </KitProvider>
  )
}
