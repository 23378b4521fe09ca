import { readCookie } from 'latchkey/cookie'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { DevelopmentWallet } from './DevelopmentWallet'
import { Providers } from './Providers'

export const metadata = { title: 'Latchkey with the cache components of Next' }
/** The page shows its visitor's account, so no part of it may be rendered before the request. */
export const instant = false

export default async function Layout({ children }: { children: ReactNode }) {
  const sent = await headers()
  return (
    <html lang="en">
      <head>
        <link rel="icon" href="data:," />
      </head>
      <body>
        <Providers
          lastKnown={readCookie(sent.get('cookie'))}
          nonce={sent.get('x-nonce') ?? undefined}
        >
          <DevelopmentWallet />
          {children}
        </Providers>
      </body>
    </html>
  )
}
