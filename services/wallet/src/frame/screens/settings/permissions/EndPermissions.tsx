import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import { Facts } from '@latchkey/ui/facts/Facts.tsx'
import { useState } from 'react'
import { GuardedButton } from '../../../approve/GuardedButton.tsx'
import { sentenceOf } from '../../../approve/session/describeSession.ts'
import { canSend, EndAlerts } from '../../../approve/sessionEnd/EndAlerts.tsx'
import { messages as endMessages } from '../../../approve/sessionEnd/messages.ts'
import { CostFacts } from '../../../approve/transaction/CostFacts.tsx'
import type { Estimate } from '../../../approve/transaction/estimate.ts'
import { messages as transactionMessages } from '../../../approve/transaction/messages.ts'
import { useEstimate } from '../../../approve/transaction/useEstimate.ts'
import { markEnded } from '../../../sessions/allGrants.ts'
import {
  awaitEnd,
  planAfter,
  planEnd,
  sendEnd,
  type EndPlan,
} from '../../../sessions/endSessions.ts'
import { fill } from '../../../ui/fill.ts'
import { FocusedButton } from '../../../ui/FocusedButton.tsx'
import { ListSkeleton } from '../../../ui/ListSkeleton.tsx'
import { useLoaded } from '../../../ui/useLoaded.ts'
import type { Network } from '../../../wallet/network.ts'
import type { Wallet } from '../../../wallet/Wallet.ts'
import { useMessages } from '../../../words/useMessages.ts'
import { FailedAlert } from '../FailedAlert.tsx'
import { messages as settingsMessages } from '../messages.ts'
import type { Permission } from './loadPermissions.ts'
import { messages } from './messages.ts'
import { hostOf } from './permissionTexts.ts'
import { useDescription } from './useDescription.ts'

type Props = {
  wallet: Wallet
  address: Hex
  network: Network
  /** The permissions that end. */
  ended: readonly Permission[]
  /** Whether all of the network end, by one transaction. */
  isAll: boolean
  onDone: () => void
  onStay: () => void
}

/** Ends one permission, or all of a network, after the cost was shown. */
export function EndPermissions(props: Props) {
  const { wallet, address, network, ended, isAll, onStay } = props
  const settings = useMessages(settingsMessages)
  const [refused, setRefused] = useState<EndPlan>()
  const loaded = useLoaded((signal) =>
    planEnd(wallet, network, { address, grant: isAll ? undefined : ended[0]?.grant, signal }),
  )
  if (loaded.status === 'loading') return <ListSkeleton />
  if (loaded.status === 'failed')
    return (
      <>
        <FailedAlert onRetry={loaded.retry} />
        <FocusedButton onClick={onStay}>{settings.cancel}</FocusedButton>
      </>
    )
  const plan = refused ?? loaded.value
  // another plan has another cost
  return (
    <EndQuestion
      {...props}
      key={refused ? 'refused' : 'first'}
      plan={plan}
      onRefused={setRefused}
    />
  )
}

type QuestionProps = Props & { plan: EndPlan; onRefused: (plan: EndPlan) => void }

function EndQuestion({ onDone, onStay, ...props }: QuestionProps) {
  const { wallet, network, plan } = props
  const words = useMessages(messages)
  const texts = useMessages(endMessages)
  const settings = useMessages(settingsMessages)
  const transactions = useMessages(transactionMessages)
  const estimate = useEstimate(wallet, plan, [])
  const { state, end } = useEnd(props, estimate.cost)
  const isChecking = estimate.status === 'loading'
  if (state === 'done')
    return (
      <>
        <Alert level="success" title={words.done} />
        <FocusedButton onClick={onDone}>{words.back}</FocusedButton>
      </>
    )
  if (state === 'sending')
    return (
      <p className="muted small" role="status">
        {words.sending}
      </p>
    )
  return (
    <>
      {state === 'failed' && (
        <Alert level="warning" title={settings.failedTitle}>
          {words.failed}
        </Alert>
      )}
      <EndTexts {...props} />
      <Facts>
        <CostFacts request={plan} estimate={estimate} effects={[]} />
      </Facts>
      <EndAlerts network={network} estimate={estimate} />
      <GuardedButton
        variant="danger"
        isDisabled={isChecking || !canSend(estimate)}
        onPress={() => void end()}
      >
        {isChecking ? transactions.estimating : texts.action}
      </GuardedButton>
      <FocusedButton onClick={state === 'failed' ? onDone : onStay}>
        {settings.cancel}
      </FocusedButton>
    </>
  )
}

/** What ends, and what that means. */
function EndTexts({ network, ended: [first], isAll }: Pick<Props, 'network' | 'ended' | 'isAll'>) {
  const words = useMessages(messages)
  const texts = useMessages(endMessages)
  const describe = useDescription()
  return (
    <>
      <h2 className="screen-heading">
        {isAll ? fill(words.endAllHeading, { network: network.name }) : words.endHeading}
      </h2>
      {isAll || !first ? (
        <p className="muted small">{fill(words.endAllText, { network: network.name })}</p>
      ) : (
        <>
          <p className="muted small">
            {fill(texts.leadOf, { origin: hostOf(first.grant.origin) })}
          </p>
          <p className="permission-sentence">{sentenceOf(first.grant.terms, describe(first))}</p>
        </>
      )}
      <p className="muted small">{texts.stays}</p>
    </>
  )
}

/** Ends the permissions at the shown cost. It goes on if the visitor leaves the settings. */
function useEnd(
  { wallet, plan, ended, onRefused }: Omit<QuestionProps, 'onDone' | 'onStay'>,
  cost: Estimate | undefined,
) {
  const [state, setState] = useState<'asked' | 'sending' | 'failed' | 'done'>('asked')
  async function end() {
    if (!cost) return
    setState('sending')
    try {
      const { costs, operation } = cost
      const lookUp = await sendEnd(wallet, plan, { costs, ...(operation && { operation }) })
      await awaitEnd(wallet, plan, lookUp, new AbortController().signal)
      setState('done')
      const { ending } = plan
      // a number above that of the account does not end with the others
      for (const { grant } of ended)
        if (ending.kind === 'one' || grant.terms.nonce <= ending.nonce)
          await markEnded(wallet, grant)
    } catch (error) {
      setState('failed')
      const next = planAfter(error, plan, cost)
      if (next) onRefused(next)
    }
  }
  return { state, end }
}
