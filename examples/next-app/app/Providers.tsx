'use client'
import type { LastAccount } from 'latchkey/cookie'
import { KitProvider } from 'latchkey/react'
import type { ReactNode } from 'react'
import { kit } from '../kit'

/**
 * A server component can hand data to the browser, and no functions: so the kit is made in a file
 * of the browser's, and comes in here.
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
