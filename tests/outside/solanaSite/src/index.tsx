import {
  address,
  appendTransactionMessageInstruction,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import {
  SelectedWalletAccountContextProvider,
  useSelectedWalletAccount,
  useSignMessage,
  useSignTransaction,
} from '@solana/react'
import { useConnect, useDisconnect } from '@wallet-standard/react'
import type { UiWallet, UiWalletAccount } from '@wallet-standard/react'
import { ConnectButton, KitProvider, useAccount } from 'latchkey/react'
import { createSolanaWallet } from 'latchkey/testing'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { kit } from './kit.ts'

const mine = createSolanaWallet({ name: 'Mine', storage: localStorage })
mine.register()
Object.assign(window, { share: mine.share })

const hex = (bytes: Uint8Array | Readonly<Uint8Array>) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** A transaction of `@solana/kit` 7 that writes a memo. */
function memo(from: string): Uint8Array {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (made) => setTransactionMessageFeePayer(address(from), made),
    (made) =>
      setTransactionMessageLifetimeUsingBlockhash(
        {
          blockhash: blockhash('GHtXQBsoZHVnNFa9YevAzFr17DJjgHXk3ycTKD5xD3Zi'),
          lastValidBlockHeight: 1n,
        },
        made,
      ),
    (made) =>
      appendTransactionMessageInstruction(
        {
          programAddress: address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
          data: new TextEncoder().encode('Good morning'),
        },
        made,
      ),
  )
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)))
}

/** The library's actions with the account. */
function Acts({ account }: { account: UiWalletAccount }) {
  const [shown, setShown] = useState('')
  const signMessage = useSignMessage(account)
  const signTransaction = useSignTransaction(account, 'solana:mainnet')
  const act = (task: () => Promise<string>) => () =>
    void task().then(setShown, (error: unknown) => setShown(String(error)))
  return (
    <>
      <p data-testid="public key">{hex(account.publicKey)}</p>
      <button
        type="button"
        onClick={act(async () =>
          hex((await signMessage({ message: new TextEncoder().encode('Good morning') })).signature),
        )}
      >
        Sign
      </button>
      <button
        type="button"
        onClick={act(async () =>
          hex((await signTransaction({ transaction: memo(account.address) })).signedTransaction),
        )}
      >
        Sign a transaction
      </button>
      <output>{shown}</output>
    </>
  )
}

function Library({ wallet }: { wallet: UiWallet }) {
  const [, connect] = useConnect(wallet)
  const [, disconnect] = useDisconnect(wallet)
  const [account, select] = useSelectedWalletAccount()
  return (
    <section aria-label="Library">
      <p data-testid="library address">{account?.address ?? 'nobody'}</p>
      <button type="button" onClick={() => void connect().then(([one]) => select(one))}>
        Connect by the library
      </button>
      <button type="button" onClick={() => void disconnect().then(() => select(undefined))}>
        Disconnect by the library
      </button>
      {account && <Acts account={account} />}
    </section>
  )
}

function Page() {
  const connection = useAccount()
  const [, , wallets] = useSelectedWalletAccount()
  return (
    <main>
      <ConnectButton />
      <p data-testid="kit address">
        {'account' in connection && connection.account ? connection.account.address : 'nobody'}
      </p>
      {wallets.map((wallet) => (
        <Library key={wallet.name} wallet={wallet} />
      ))}
    </main>
  )
}

const stateSync = {
  getSelectedWallet: () => localStorage.getItem('selected'),
  storeSelectedWallet: (key: string) => localStorage.setItem('selected', key),
  deleteSelectedWallet: () => localStorage.removeItem('selected'),
}
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <KitProvider kit={kit}>
        <SelectedWalletAccountContextProvider
          filterWallets={({ name }) => name === 'Latchkey'}
          stateSync={stateSync}
        >
          <Page />
        </SelectedWalletAccountContextProvider>
      </KitProvider>
    </StrictMode>,
  )
