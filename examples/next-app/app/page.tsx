import { readCookie } from 'latchkey/cookie'
import { ConnectButton } from 'latchkey/react'
import { headers } from 'next/headers'
import { Account } from './Account'

export default async function Page() {
  const [account] = readCookie((await headers()).get('cookie'))
  return (
    <>
      <header>
        <ConnectButton network="full" />
      </header>
      <main>
        <h1>The App Router of Next</h1>
        <p>The server knows {account ? account.address : 'nobody'}.</p>
        <Account />
        <a href="/members">Members</a>
      </main>
    </>
  )
}
