import { readCookie } from 'latchkey/cookie'
import { KitProvider } from 'latchkey/react'
import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import type { Route } from './+types/root'
import { kit } from './kit.ts'
import { useNonce } from './NonceContext.ts'

export function loader({ request }: Route.LoaderArgs) {
  return { lastKnown: readCookie(request.headers.get('cookie')) }
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce()
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="data:," />
        <title>Latchkey with React Router</title>
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  return (
    <KitProvider kit={kit} lastKnown={loaderData.lastKnown} nonce={useNonce()}>
      <Outlet />
    </KitProvider>
  )
}
