import { BrowserProvider, toQuantity } from 'ethers'
import type { Eip1193Provider } from 'ethers'
import type { Kit } from 'latchkey'
import { useEffect, useMemo, useState } from 'react'
import { Act } from '../../parts/Act.tsx'
import { Says } from '../../parts/Says.tsx'
import { message, recipient, tip } from '../../parts/acts.ts'
import { second } from '../../parts/chains.ts'
import { explain } from './explain.ts'

/** The kit's provider: the type that ethers needs, and the events of EIP-1193. */
type Provider = Eip1193Provider &
  Record<'on' | 'removeListener', (event: string, listener: (data: never) => void) => unknown>

/** ethers' half of the page: one ethers provider for the kit's provider, while the page lives. */
export function EthersHalf({ kit }: { kit: Kit }) {
  const provider = useMemo(() => kit.getProvider() as Provider, [kit])
  // 'any': the visitor may change the network
  const ethers = useMemo(() => new BrowserProvider(provider, 'any'), [provider])
  const [account, setAccount] = useState<string>()
  const [chainId, setChainId] = useState<number>()

  useEffect(() => {
    const onAccounts = ([account]: string[]) => setAccount(account)
    // from the event, because the first getNetwork() after a change returns the earlier network
    const onChain = (chainId: string) => setChainId(Number(chainId))
    provider.on('accountsChanged', onAccounts)
    provider.on('chainChanged', onChain)
    void ethers.listAccounts().then((signers) => onAccounts(signers.map(({ address }) => address)))
    void ethers.getNetwork().then((network) => setChainId(Number(network.chainId)))
    return () => {
      provider.removeListener('accountsChanged', onAccounts)
      provider.removeListener('chainChanged', onChain)
    }
  }, [ethers, provider])

  async function send() {
    const signer = await ethers.getSigner()
    const transaction = await signer.sendTransaction({ to: recipient, value: tip })
    const receipt = await transaction.wait()
    return `${receipt?.status === 1 ? 'success' : 'reverted'} ${transaction.hash}`
  }

  return (
    <section aria-label="ethers">
      <Says
        who="Library"
        status={account ? 'connected' : 'disconnected'}
        address={account}
        chainId={chainId}
      />
      <Act name="Connect" run={() => ethers.getSigner()} explain={explain} />
      <Act
        name="Sign"
        run={async () => (await ethers.getSigner()).signMessage(message)}
        explain={explain}
      />
      <Act name="Send" run={send} explain={explain} />
      <Act
        name="Second network"
        run={() => ethers.send('wallet_switchEthereumChain', [{ chainId: toQuantity(second.id) }])}
        explain={explain}
      />
      <Act
        name="Disconnect"
        run={() => ethers.send('wallet_revokePermissions', [{ eth_accounts: {} }])}
        explain={explain}
      />
    </section>
  )
}
