import type { NetworkId } from '@latchkey/protocol/caip'
import { useState } from 'react'
import { KitError } from '../../../core/KitError.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { useWalletProblem } from '../../modal/useWalletProblem.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useCurrentWallet } from '../../useCurrentWallet.ts'
import { useNetwork } from '../../useNetwork.ts'
import { messages } from './messages.ts'

/** Says that the wallet went to another network than the order is for, and brings it back. */
export function Elsewhere({ networkId }: { networkId: NetworkId }) {
  const t = useMessages(messages)
  const problem = useWalletProblem()
  const wallet = useCurrentWallet()?.name ?? ''
  const { networks, switchNetwork } = useNetwork()
  const [error, setError] = useState<KitError>()
  const network = networks.find((one) => one.networkId === networkId)?.network.name ?? networkId

  async function switchBack() {
    setError(undefined)
    try {
      await switchNetwork(networkId)
    } catch (cause) {
      if (!KitError.is(cause)) throw cause
      setError(cause)
    }
  }

  return (
    <div role="alert">
      <Notice icon="warning" title={t('elsewhere')} action={<Button onClick={() => void switchBack()}>{t('goBack', { network })}</Button>}>
        {error && problem(error, wallet)}
      </Notice>
    </div>
  )
}
