import { Button } from '@latchkey/ui/Button.tsx'
import { useState } from 'react'
import { GuardedButton } from '../../../approve/GuardedButton.tsx'
import type { Address } from '../../../approve/decode/Effect.ts'
import { messages as transactionMessages } from '../../../approve/transaction/messages.ts'
import { fault } from '../../../bridge/Fault.ts'
import { writeNetworkChoice } from '../../../smartAccount/choices.ts'
import type { NetworkChoice } from '../../../smartAccount/choices.ts'
import { evmNetworks } from '../../../smartAccount/contractsOn.ts'
import { smartStatusOf } from '../../../smartAccount/statusOf.ts'
import type { SmartStatus } from '../../../smartAccount/statusOf.ts'
import { fill } from '../../../ui/fill.ts'
import { IconRow } from '../../../ui/IconRow.tsx'
import { ListSkeleton } from '../../../ui/ListSkeleton.tsx'
import { useLoaded } from '../../../ui/useLoaded.ts'
import { readConnected } from '../../../wallet/consent.ts'
import type { Network } from '../../../wallet/network.ts'
import type { Wallet } from '../../../wallet/Wallet.ts'
import { useMessages } from '../../../words/useMessages.ts'
import { FailedAlert } from '../FailedAlert.tsx'
import { messages as settingsMessages } from '../messages.ts'
import { messages } from './messages.ts'
import { ReplaceCode } from './ReplaceCode.tsx'
import { TurnOff } from './TurnOff.tsx'

/** An account on a network; without a status the node did not answer. */
type OnNetwork = { network: Network; found: SmartStatus | undefined }
type Loaded = { address: Address; rows: readonly OnNetwork[] }

/** The question before a change that can't be undone by another press. */
type Question = { kind: 'off' | 'over'; network: Network; contract?: string | undefined }

/** The smart account on each network, which can be turned on and off. EIP-7702 */
export function SmartAccount({ wallet }: { wallet: Wallet }) {
  const words = useMessages(messages)
  const settings = useMessages(settingsMessages)
  const [round, setRound] = useState(0)
  const [question, setQuestion] = useState<Question>()
  const loaded = useLoaded((signal) => load(wallet, signal), round)
  if (loaded.status === 'failed') return <FailedAlert onRetry={loaded.retry} />
  if (loaded.status === 'loading') return <ListSkeleton />
  const { address, rows } = loaded.value
  const again = () => {
    setQuestion(undefined)
    setRound((last) => last + 1)
  }
  const choose = async (network: Network, choice: NetworkChoice) => {
    await writeNetworkChoice(wallet, network, address, choice)
    again()
  }
  if (question?.kind === 'off')
    return (
      <TurnOff
        wallet={wallet}
        network={question.network}
        address={address}
        onDone={again}
        onStay={() => setQuestion(undefined)}
      />
    )
  if (question?.kind === 'over')
    return (
      <ReplaceCode
        network={question.network}
        contract={question.contract}
        onReplace={() => choose(question.network, 'over')}
        onStay={() => setQuestion(undefined)}
      />
    )
  return (
    <>
      <p className="muted small">{words.about}</p>
      {rows.length === 0 && <p className="muted small">{words.none}</p>}
      <ul className="stack">
        {rows.map(({ network, found }) => (
          <li key={network.networkId}>
            <NetworkRow
              network={network}
              found={found}
              onTurnOff={() =>
                found?.code.kind === 'ours'
                  ? setQuestion({ kind: 'off', network })
                  : choose(network, 'off')
              }
              onTurnOn={() =>
                found?.code.kind === 'other'
                  ? setQuestion({ kind: 'over', network, contract: found.code.contract })
                  : choose(network, 'on')
              }
            />
          </li>
        ))}
      </ul>
      {rows.some(({ found }) => !found) && <Button onClick={again}>{settings.retry}</Button>}
    </>
  )
}

type RowProps = OnNetwork & { onTurnOff: () => void; onTurnOn: () => void }

function NetworkRow({ network, found, onTurnOff, onTurnOn }: RowProps) {
  const words = useMessages(messages)
  const settings = useMessages(settingsMessages)
  const costs = useMessages(transactionMessages)
  const isOn = found?.status === 'ready' || found?.status === 'deployed'
  // the code is still there: its removal has failed, or is on its way
  const isLeft = found?.status === 'off' && found.code.kind === 'ours'
  const details = {
    missing: settings.off,
    off: isLeft ? words.offPending : settings.off,
    foreign: words.foreign,
    ready: found?.code.kind === 'other' ? words.replaces : words.ready,
    deployed: settings.on,
  }
  const button = (label: string, name: string, onPress: () => void) => (
    <GuardedButton
      className="small-button"
      aria-label={fill(name, { network: network.name })}
      onPress={onPress}
    >
      {label}
    </GuardedButton>
  )
  return (
    <IconRow
      icon="wallet"
      title={network.name}
      detail={found ? details[found.status] : costs.nodeTitle}
      end={
        found &&
        (isOn || isLeft
          ? button(words.turnOff, words.turnOffOf, onTurnOff)
          : button(words.turnOn, words.turnOnOf, onTurnOn))
      }
    />
  )
}

async function load(wallet: Wallet, signal: AbortSignal): Promise<Loaded> {
  const account = await readConnected(wallet)
  if (!account) throw fault('loginRequired')
  const address = account.addresses.eip155 as Address // the schema of addresses checks it
  const rows = await Promise.all(
    evmNetworks(wallet).map(async (network) => ({
      network,
      found: await smartStatusOf(wallet, network, address, signal).catch(() => undefined),
    })),
  )
  signal.throwIfAborted()
  return { address, rows: rows.filter(({ found }) => found?.status !== 'missing') }
}
