import {
  useConfig,
  useConnect,
  useConnection,
  useConnectors,
  useDisconnect,
  useSendTransaction,
  useSignMessage,
  useSwitchChain,
} from 'wagmi'
import { waitForTransactionReceipt } from 'wagmi/actions'
import { Act } from '../../parts/Act.tsx'
import { Says } from '../../parts/Says.tsx'
import { message, recipient, tip } from '../../parts/acts.ts'
import { second } from '../../parts/chains.ts'
import { explain } from './explain.ts'

/** wagmi's half of the page: the values and actions of its hooks. */
export function WagmiHalf() {
  const config = useConfig()
  const { address, chainId, status } = useConnection()
  const connectors = useConnectors()
  const connect = useConnect()
  const disconnect = useDisconnect()
  const switchChain = useSwitchChain()
  const signMessage = useSignMessage()
  const sendTransaction = useSendTransaction()

  async function send() {
    const hash = await sendTransaction.mutateAsync({ to: recipient, value: tip })
    const { status } = await waitForTransactionReceipt(config, { hash })
    return `${status} ${hash}`
  }

  return (
    <section aria-label="wagmi">
      <Says who="Library" status={status} address={address} chainId={chainId} />
      {connectors.map((connector) => (
        <Act
          key={connector.uid}
          name="Connect"
          run={() => connect.mutateAsync({ connector })}
          explain={explain}
        />
      ))}
      <Act name="Sign" run={() => signMessage.mutateAsync({ message })} explain={explain} />
      <Act name="Send" run={send} explain={explain} />
      <Act
        name="Second network"
        run={() => switchChain.mutateAsync({ chainId: second.id })}
        explain={explain}
      />
      <Act name="Disconnect" run={() => disconnect.mutateAsync()} explain={explain} />
    </section>
  )
}
