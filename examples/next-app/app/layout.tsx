import { readCookie } from 'latchkey/cookie'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { Providers } from './Providers'

export const metadata = { title: 'Latchkey with the App Router of Next' }

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
          {children}
        </Providers>
      </body>
    </html>
  )
}
