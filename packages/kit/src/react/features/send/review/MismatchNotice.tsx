import type { NetworkId } from '@latchkey/protocol/caip'
import { useState } from 'react'
import { KitError } from '../../../../core/errors/KitError.ts'
import type { SendOrder } from '../../../../core/contracts/facets/send.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { useWalletProblem } from '../../../hooks/useWalletProblem.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { Notice } from '@latchkey/ui/Notice.tsx'
import { truncateAddress } from '@latchkey/ui/truncateAddress.ts'
import { useCurrentWallet } from '../../../hooks/useConnectedWallets.ts'
import { useNetwork } from '../../../hooks/useNetwork.ts'
import { useRouter } from '../../router.ts'
import { messages } from './messages.ts'

/**
 * Tells the visitor that the wallet uses another account or network than the transfer, and offers
 * the next step.
 */
export function MismatchNotice({
  mismatch,
  order: { from, networkId },
}: {
  mismatch: 'account' | 'network'
  order: Pick<SendOrder, 'from' | 'networkId'>
}) {
  return (
    <div role="alert">
      {mismatch === 'account' ? (
        <OtherAccount address={from} />
      ) : (
        <OtherNetwork networkId={networkId} />
      )}
    </div>
  )
}

/**
 * The wallet uses another account, which only the visitor can change there. Going back keeps the
 * draft for the new account.
 */
function OtherAccount({ address }: { address: string }) {
  const t = useMessages(messages)
  const { back } = useRouter()
  return (
    <Notice
      icon="warning"
      title={t('otherAccount')}
      action={
        <Button variant="primary" onClick={back}>
          {t('startAgain')}
        </Button>
      }
    >
      {t('otherAccountText', { account: truncateAddress(address) })}
    </Notice>
  )
}

function OtherNetwork({ networkId }: { networkId: NetworkId }) {
  const t = useMessages(messages)
  const problem = useWalletProblem()
  const wallet = useCurrentWallet()?.name ?? ''
  const { networks, switchNetwork } = useNetwork()
  const [error, setError] = useState<KitError>()
  const network =
    networks.find((network) => network.networkId === networkId)?.network.name ?? networkId

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
    <Notice
      icon="warning"
      title={t('elsewhere')}
      action={
        <Button variant="primary" onClick={() => void switchBack()}>
          {t('goBack', { network })}
        </Button>
      }
    >
      {error && problem(error, wallet)}
    </Notice>
  )
}
