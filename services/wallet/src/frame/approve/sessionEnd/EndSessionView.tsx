import type { SessionTerms } from '@latchkey/protocol/sessions/terms'
import { Fact } from '@latchkey/ui/facts/Facts.tsx'
import type { EndPlan } from '../../sessions/endSessions.ts'
import type { SceneProps } from '../../stage/createStage.ts'
import { useMessages } from '../../words/useMessages.ts'
import { Approval } from '../Approval.tsx'
import { sentenceOf, timeOf } from '../session/describeSession.ts'
import { messages as sessionMessages } from '../session/messages.ts'
import { useSessionOptions } from '../session/useSessionOptions.ts'
import { CostFacts } from '../transaction/CostFacts.tsx'
import type { Approved } from '../transaction/estimate.ts'
import { messages as transactionMessages } from '../transaction/messages.ts'
import { useEstimate } from '../transaction/useEstimate.ts'
import { canSend, EndAlerts } from './EndAlerts.tsx'
import { messages } from './messages.ts'
import '../transaction/effect.css'
import '../session/session.css'

/** A permission that the site wants to end, with what it allows. */
export type SessionToEnd = EndPlan & { terms: SessionTerms; signatures: readonly string[] }

/**
 * Shows which permission of the site ends, and what that costs. Settles with the cost that was
 * shown.
 */
export default function EndSessionView({
  wallet,
  params,
  settle,
  refuse,
  waiting,
}: SceneProps<SessionToEnd, Approved>) {
  const words = useMessages(messages)
  const sessions = useMessages(sessionMessages)
  const transactions = useMessages(transactionMessages)
  const { address, network, terms, signatures } = params
  const estimate = useEstimate(wallet, params, [])
  const { isLoading, options } = useSessionOptions(wallet, network, terms)
  const { cost } = estimate
  const isChecking = isLoading || estimate.status === 'loading'
  return (
    <Approval
      site={wallet.site}
      title={words.title}
      waiting={waiting}
      address={address}
      network={network}
      action={isChecking ? transactions.estimating : words.action}
      isReady={!isChecking && canSend(estimate)}
      round={estimate.round}
      facts={
        <>
          <Fact name={sessions.ends}>{timeOf(terms.expiry, options)}</Fact>
          <CostFacts request={params} estimate={estimate} effects={[]} />
        </>
      }
      onApprove={() =>
        cost && settle({ costs: cost.costs, ...(cost.operation && { operation: cost.operation }) })
      }
      onReject={() => refuse()}
    >
      <p className="session-lead">{words.lead}</p>
      <section className="effect" data-level="plain">
        <h2 className="effect-title">
          {isLoading ? (
            <span className="skeleton" data-shape="text" />
          ) : (
            <span>{sentenceOf(terms, options)}</span>
          )}
        </h2>
      </section>
      {signatures.map((signature) => (
        <p key={signature} className="session-note session-function" dir="ltr" translate="no">
          {signature}
        </p>
      ))}
      <EndAlerts network={network} estimate={estimate} />
      <p className="session-note">{words.stays}</p>
    </Approval>
  )
}
