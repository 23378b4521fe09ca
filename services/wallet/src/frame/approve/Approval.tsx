import { useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '@latchkey/ui/Button.tsx'
import { Tick } from '@latchkey/ui/caution/Tick.tsx'
import type { Network } from '../wallet/network.ts'
import type { Site } from '../wallet/Wallet.ts'
import { AddressText } from '@latchkey/ui/AddressText.tsx'
import { Fact, Facts } from '@latchkey/ui/facts/Facts.tsx'
import { messages } from './messages.ts'
import { GuardedButton } from './GuardedButton.tsx'
import { GuardedScreen } from './GuardedScreen.tsx'
import { Origin } from './Origin.tsx'
import { useMessages } from '../words/useMessages.ts'
import './approval.css'

type Props = {
  site: Site
  title: string
  waiting: number
  address: string
  network: Network
  /** Shown above account and network. */
  facts?: ReactNode
  /** Folded away at the end: data that few visitors read. */
  more?: ReactNode
  /** The subject of the approval, with every warning about it. */
  children: ReactNode
  action: string
  /** Whether everything that the screen has to show is loaded. @default true */
  isReady?: boolean
  /**
   * Whether the visitor has to tick a box before approving, because there is a risk. @default false
   */
  isRisky?: boolean
  /**
   * Counts how often the data of the approval was loaded again. After each time the screen has to
   * settle again, and the box has to be ticked again.
   * @default 0
   */
  round?: number
  onApprove: () => void
  onReject: () => void
}

/**
 * The screen of an approval: the site, the request, its account and network, and the two buttons.
 * Only a whole press of the button approves, and only after the visitor has seen the end of the
 * screen. A press does not count while the browser reports that the screen is covered or has moved
 * (see `GuardedScreen`).
 */
export function Approval({
  site,
  title,
  waiting,
  address,
  network,
  facts,
  more,
  children,
  action,
  isReady = true,
  isRisky = false,
  round = 0,
  onApprove,
  onReject,
}: Props) {
  const words = useMessages(messages)
  return (
    <GuardedScreen
      step={String(round)}
      title={title}
      waiting={waiting}
      onClose={onReject}
      footer={
        <ApprovalFooter
          action={action}
          isReady={isReady}
          isRisky={isRisky}
          round={round}
          onApprove={onApprove}
          onReject={onReject}
        />
      }
    >
      <Origin site={site} />
      {children}
      <Facts>
        {facts}
        <Fact name={words.account}>
          <AddressText address={address} form="short" />
        </Fact>
        <Fact name={words.network}>{network.name}</Fact>
      </Facts>
      {more}
    </GuardedScreen>
  )
}

/** The two buttons, and the box to tick if there is a risk. */
function ApprovalFooter({
  action,
  isReady,
  isRisky,
  round,
  onApprove,
  onReject,
}: Required<Pick<Props, 'action' | 'isReady' | 'isRisky' | 'round' | 'onApprove' | 'onReject'>>) {
  const words = useMessages(messages)
  const [tickedRound, setTickedRound] = useState<number>()
  const isTicked = tickedRound === round
  return (
    <>
      {isRisky && (
        <Tick isTicked={isTicked} onChange={(isSet) => setTickedRound(isSet ? round : undefined)}>
          {words.understand}
        </Tick>
      )}
      <div className="screen-buttons">
        <Button onClick={onReject}>{words.reject}</Button>
        <GuardedButton
          variant={isRisky ? 'danger' : 'primary'}
          isDisabled={!isReady || (isRisky && !isTicked)}
          onPress={onApprove}
        >
          {action}
        </GuardedButton>
      </div>
    </>
  )
}
