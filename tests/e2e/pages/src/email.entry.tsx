import { createKit } from 'latchkey'
import { evm } from 'latchkey/evm'
import { ConnectButton, KitProvider, useAccount, useKit } from 'latchkey/react'
import { useState } from 'react'
import { startPage } from './startPage.tsx'

/**
 * A site with its own profile page: the visitor's e-mail address, and a button to change it.
 * `?wallet=` is the address of the e-mail wallet.
 */
await startPage(({ chains, api }) => {
  const kit = createKit({
    metadata: { name: 'A page with a profile', url: location.origin },
    networks: chains,
    adapters: [evm()],
    services: { api, wallet: new URLSearchParams(location.search).get('wallet') ?? '' },
  })
  return (
    <KitProvider kit={kit}>
      <header>
        <ConnectButton />
      </header>
      <Profile />
    </KitProvider>
  )
})

function Profile() {
  const kit = useKit()
  const visitor = useAccount()
  const [outcome, setOutcome] = useState('')
  const { user, socialProvider } = 'account' in visitor ? visitor.account : {}
  const change = () =>
    kit.updateEmail().then(
      ({ email }) => setOutcome(`Your address is ${email}.`),
      ({ code }: { code?: string }) => setOutcome(`Not changed: ${code}`),
    )
  return (
    <main>
      <h1>Your profile</h1>
      <p data-testid="user">{`${user?.email ?? 'no address'}, ${user?.username ?? 'no name'}, ${socialProvider ?? 'no company'}`}</p>
      <button type="button" onClick={() => void change()}>
        Change the address
      </button>
      <p role="status">{outcome}</p>
    </main>
  )
}
