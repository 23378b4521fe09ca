import type { Kit } from 'latchkey'
import { useEffect, useMemo, useState } from 'react'
import { createWalletClient, custom, publicActions } from 'viem'
import type { Address, EIP1193Provider } from 'viem'
import { Act } from '../../parts/Act.tsx'
import { Says } from '../../parts/Says.tsx'
import { message, recipient, tip } from '../../parts/acts.ts'
import { second } from '../../parts/chains.ts'
import { explain } from './explain.ts'

/**
 * viem's half of the page: one client for the kit's provider, as long as the page lives.
 */
export function ViemHalf({ kit }: { kit: Kit }) {
  const provider = useMemo(() => kit.getProvider() as EIP1193Provider, [kit])
  const client = useMemo(() => clientOf(provider), [provider])
  const { account, chainId } = useProviderState(provider, client)

  const signer = async () =>
    account ?? (await client.requestAddresses())[0] ?? Promise.reject(new Error('No account'))

  async function send() {
    const hash = await client.sendTransaction({
      account: await signer(),
      chain: null,
      to: recipient,
      value: tip,
    })
    const { status } = await client.waitForTransactionReceipt({ hash })
    return `${status} ${hash}`
  }

  return (
    <section aria-label="viem">
      <Says
        who="Library"
        status={account ? 'connected' : 'disconnected'}
        address={account}
        chainId={chainId}
      />
      <Act name="Connect" run={() => client.requestAddresses()} explain={explain} />
      <Act
        name="Sign"
        run={async () => client.signMessage({ account: await signer(), message })}
        explain={explain}
      />
      <Act name="Send" run={send} explain={explain} />
      <Act
        name="Second network"
        run={() => client.switchChain({ id: second.id })}
        explain={explain}
      />
      <Act
        name="Disconnect"
        run={() =>
          client.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
        }
        explain={explain}
      />
    </section>
  )
}

const clientOf = (provider: EIP1193Provider) =>
  createWalletClient({ transport: custom(provider), pollingInterval: 200 }).extend(publicActions)

/** The account and the chain that the provider reports. */
function useProviderState(provider: EIP1193Provider, client: ReturnType<typeof clientOf>) {
  const [account, setAccount] = useState<Address>()
  const [chainId, setChainId] = useState<number>()

  useEffect(() => {
    const onAccounts = ([account]: Address[]) => setAccount(account)
    const onChain = (chainId: string) => setChainId(Number(chainId))
    provider.on('accountsChanged', onAccounts)
    provider.on('chainChanged', onChain)
    void client.getAddresses().then(onAccounts)
    void client.getChainId().then(setChainId)
    return () => {
      provider.removeListener('accountsChanged', onAccounts)
      provider.removeListener('chainChanged', onChain)
    }
  }, [client, provider])
  return { account, chainId }
}
