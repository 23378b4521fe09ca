import {
  useAccount,
  useConfig,
  useConnect,
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
  const { address, chainId, status } = useAccount()
  const { connectors, connectAsync } = useConnect()
  const { disconnectAsync } = useDisconnect()
  const { switchChainAsync } = useSwitchChain()
  const { signMessageAsync } = useSignMessage()
  const { sendTransactionAsync } = useSendTransaction()

  async function send() {
    const hash = await sendTransactionAsync({ to: recipient, value: tip })
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
          run={() => connectAsync({ connector })}
          explain={explain}
        />
      ))}
      <Act name="Sign" run={() => signMessageAsync({ message })} explain={explain} />
      <Act name="Send" run={send} explain={explain} />
      <Act
        name="Second network"
        run={() => switchChainAsync({ chainId: second.id })}
        explain={explain}
      />
      <Act name="Disconnect" run={() => disconnectAsync()} explain={explain} />
    </section>
  )
}
