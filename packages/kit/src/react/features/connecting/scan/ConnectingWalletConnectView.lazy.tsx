import * as times from '@latchkey/protocol/times'
import { useEffect, useState } from 'react'
import type { Wallet } from '../../../../core/contracts/wallet.ts'
import { readDevice } from '../../../../core/page/device.ts'
import { connectorIdOf } from '../../../../core/accounts/session.ts'
import { walletConnectId } from '../../../../sources/phones/connectionId.ts'
import { hasAppLink } from '../../../../sources/phones/appLink.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { Screen } from '../../../modal/Screen.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { Icon } from '@latchkey/ui/icons.tsx'
import { Mark } from '@latchkey/ui/Mark.tsx'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { Progress } from '@latchkey/ui/Progress.tsx'
import { useAccount } from '../../../hooks/useAccount.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { useOnceOnline, useOnline } from '../../../hooks/useOnline.ts'
import { useContinueFlow } from '../../useContinueFlow.ts'
import { useConnectedElsewhere } from '../../useConnectedElsewhere.ts'
import type { ConnectingViews } from '../index.ts'
import { messages } from '../messages.ts'
import { comesWithNetwork, outcomeOf, useOutcomeTexts } from '../outcomes.ts'
import { OpenWallet } from './OpenWallet.tsx'
import { ScanCode } from './ScanCode.tsx'
import { useProposal } from './useProposal.ts'
import { contextOf } from '../../../../core/kit/context.ts'

export { drawShortCode } from '@latchkey/ui/code/QrCode.tsx'

/**
 * Asks a wallet on a phone to connect: shows a QR code to scan or a link that opens the app, and
 * then the outcome. Without `wallet`, any wallet can scan the code.
 */
export default function ConnectingWalletConnectView({
  params: { wallet } = {},
}: {
  params: ConnectingViews['ConnectingWalletConnect']
}) {
  const t = useMessages(messages)
  const kit = useKit()
  const continueFlow = useContinueFlow()
  const account = useAccount()
  const name = wallet?.name ?? t('walletConnect')
  const { attempt, proposal, retry } = useProposal(wallet)
  // the visitor may also approve an earlier request in the wallet, which connects as well
  const current = 'account' in account ? account.account.connectorId : ''
  const [before] = useState(current)
  const isConnected =
    attempt.status === 'done' || (current !== before && connectorIdOf(current) === walletConnectId)
  useConnectedElsewhere(isConnected)
  const isOnline = useOnline()
  const outcome = isConnected
    ? 'done'
    : isOnline
      ? outcomeOf(attempt, { isPhone: true })
      : 'offline'
  const textsOf = useOutcomeTexts()
  useOnceOnline(comesWithNetwork(outcome), retry)
  const [wantsCode, setWantsCode] = useState(false)

  useEffect(() => {
    if (!isConnected) return
    return contextOf(kit).clock.setTimeout(continueFlow, times.successShown)
  }, [isConnected, kit, continueFlow])

  if (outcome === 'waiting')
    return (
      <Screen title={wallet?.name ?? t('scanTitle')}>
        {wallet && hasAppLink(wallet) && readDevice().isPhone && !wantsCode ? (
          <OpenWallet wallet={wallet} {...proposal} onShowCode={() => setWantsCode(true)} />
        ) : (
          <ScanCode wallet={wallet} {...proposal} />
        )}
      </Screen>
    )

  return (
    <Screen title={name}>
      <Progress
        status={outcome === 'done' ? 'done' : 'failed'}
        picture={<LargePicture wallet={wallet} />}
        {...textsOf(outcome, attempt, name)}
      />
      {outcome !== 'done' && (
        <Button variant="primary" onClick={retry}>
          {t('retry')}
        </Button>
      )}
    </Screen>
  )
}

/** The picture of the wallet; without `wallet`, a general mark for wallets on a phone. */
const LargePicture = ({ wallet }: { wallet: Wallet | undefined }) =>
  wallet ? (
    <Picture name={wallet.name} src={wallet.image_url} size={64} />
  ) : (
    <Mark isLarge>
      <Icon name="scan" />
    </Mark>
  )
