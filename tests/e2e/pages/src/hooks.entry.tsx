import { createKit } from 'latchkey'
import { evm } from 'latchkey/evm'
import {
  ConnectButton,
  KitProvider,
  useCurrentWallet,
  useModal,
  useNativeBalance,
  useProvider,
  useSignMessage,
  useTransactions,
} from 'latchkey/react'
import { startPage } from './startPage.tsx'

/** The values of hooks, and the kit for tests: `window.kit`. `?wide` gives the modal two panes. */
await startPage(({ chains, api, relay }) => {
  const kit = createKit({
    metadata: { name: 'A page of hooks', url: location.origin },
    networks: chains,
    adapters: [evm()],
    services: { api, relay },
    modalSize: new URLSearchParams(location.search).has('wide') ? 'wide' : 'compact',
  })
  Object.assign(window, { kit })
  return (
    <KitProvider kit={kit}>
      <h1>A page of hooks</h1>
      <ConnectButton />
      <ProviderNotice />
    </KitProvider>
  )
})

function ProviderNotice() {
  const wallet = useCurrentWallet()
  const balance = useNativeBalance()
  const { isOpen, view, open, close } = useModal()
  const { signMessage, reset, ...signing } = useSignMessage()
  const provider = useProvider() as { request(args: { method: string }): Promise<unknown> }
  const transactions = useTransactions()
  return (
    <main>
      <output data-testid="wallet">
        {wallet ? `${wallet.name} ${wallet.type} ${wallet.icon?.slice(0, 10)}` : 'none'}
      </output>
      <output data-testid="balance">
        {'data' in balance ? `${balance.data?.quantity} ${balance.data?.symbol}` : balance.status}
      </output>
      <output data-testid="modal">{`${isOpen} ${view ?? '-'}`}</output>
      <output data-testid="signing">
        {signing.status === 'error'
          ? String((signing.error as { code?: string }).code)
          : signing.status === 'success'
            ? signing.signature
            : signing.status}
      </output>
      <output data-testid="transactions">
        {transactions.map(({ status }) => status).join(' ')}
      </output>
      <button type="button" onClick={() => void signMessage({ message: 'Hello' }).catch(() => {})}>
        Sign
      </button>
      <button type="button" onClick={reset}>
        Forget
      </button>
      <button type="button" onClick={() => void open({ view: 'GetWallet' })}>
        Get a wallet
      </button>
      <button type="button" onClick={close}>
        Close it
      </button>
      <button
        type="button"
        onClick={({ currentTarget }) =>
          void provider
            .request({ method: 'eth_chainId' })
            .then((id) => (currentTarget.textContent = `Chain ${String(id)}`))
        }
      >
        Chain
      </button>
    </main>
  )
}
