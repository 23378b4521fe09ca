import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import { Fact, Facts } from '@latchkey/ui/facts/Facts.tsx'
import { useState } from 'react'
import { GuardedButton } from '../../../approve/GuardedButton.tsx'
import type { Address } from '../../../approve/decode/Effect.ts'
import { formatAmount, formatFee } from '../../../approve/formatAmount.ts'
import { messages as transactionMessages } from '../../../approve/transaction/messages.ts'
import { estimateTurnOff, turnOff } from '../../../smartAccount/turnOff.ts'
import { fill } from '../../../ui/fill.ts'
import { FocusedButton } from '../../../ui/FocusedButton.tsx'
import { useLoaded } from '../../../ui/useLoaded.ts'
import type { Network } from '../../../wallet/network.ts'
import type { Wallet } from '../../../wallet/Wallet.ts'
import { useMessages } from '../../../words/useMessages.ts'
import { FailedAlert } from '../FailedAlert.tsx'
import { messages as settingsMessages } from '../messages.ts'
import { messages } from './messages.ts'

type Props = {
  wallet: Wallet
  network: Network
  address: Address
  onDone: () => void
  onStay: () => void
}

/** Removes the code of the smart account on a network, after its cost was shown. */
export function TurnOff({ wallet, network, address, onDone, onStay }: Props) {
  const words = useMessages(messages)
  const settings = useMessages(settingsMessages)
  const costs = useMessages(transactionMessages)
  const [state, setState] = useState<'asked' | 'failed' | 'sent'>('asked')
  const loaded = useLoaded((signal) => estimateTurnOff(wallet, network, address, signal))
  const { symbol, decimals } = network.currency
  const found = loaded.status === 'done' ? loaded.value : undefined
  const isShort = found !== undefined && found.balance < found.fee

  async function go() {
    if (!found) return
    try {
      await turnOff(wallet, network, { address, cost: found.cost })
      setState('sent')
    } catch {
      setState('failed')
    }
  }

  if (state === 'sent')
    return (
      <>
        <Alert level="success" title={words.sent}>
          {words.sentText}
        </Alert>
        <FocusedButton onClick={onDone}>{settings.smartAccount}</FocusedButton>
      </>
    )
  return (
    <>
      {state === 'failed' && <FailedAlert />}
      {loaded.status === 'failed' && <FailedAlert onRetry={loaded.retry} />}
      <h2 className="screen-heading">{fill(words.offHeading, { network: network.name })}</h2>
      <p className="muted small">{words.offText}</p>
      <Facts>
        <Fact name={costs.feeOf} detail={costs.fee}>
          {found ? (
            `${formatFee(found.fee, decimals)} ${symbol}`
          ) : loaded.status === 'failed' ? (
            costs.feeUnknown
          ) : (
            <span className="skeleton" data-shape="text" />
          )}
        </Fact>
      </Facts>
      {isShort && (
        <Alert level="danger" title={fill(costs.shortTitle, { symbol })}>
          {fill(costs.shortText, {
            symbol,
            balance: formatAmount(found.balance, decimals),
            needed: formatFee(found.fee, decimals),
          })}
        </Alert>
      )}
      <GuardedButton variant="danger" isDisabled={!found || isShort} onPress={go}>
        {words.turnOff}
      </GuardedButton>
      <FocusedButton onClick={onStay}>{settings.cancel}</FocusedButton>
    </>
  )
}
