import { readCookie } from 'latchkey/cookie'
import { ConnectButton } from 'latchkey/react'
import type { Route } from './+types/home'
import { Account } from './Account.tsx'

export function loader({ request }: Route.LoaderArgs) {
  const [account] = readCookie(request.headers.get('cookie'))
  return { known: account?.address }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <header>
        <ConnectButton network="full" />
      </header>
      <main>
        <h1>React Router</h1>
        <p>The server knows {loaderData.known ?? 'nobody'}.</p>
        <Account />
      </main>
    </>
  )
}
