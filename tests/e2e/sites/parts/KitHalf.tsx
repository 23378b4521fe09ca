import { ConnectButton, useAccount, useNetwork } from 'latchkey/react'
import { Says } from './Says.tsx'

/** The kit's half of every site: its button, and the values of its hooks. */
export function KitHalf() {
  const account = useAccount()
  const { networkId } = useNetwork()
  return (
    <section aria-label="Kit">
      <ConnectButton />
      <Says
        who="Kit"
        status={account.status}
        address={'account' in account ? account.account.address : undefined}
        chainId={Number(networkId.split(':')[1])}
      />
    </section>
  )
}
