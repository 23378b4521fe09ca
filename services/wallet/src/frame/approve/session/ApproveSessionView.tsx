import { counts } from '@latchkey/protocol/limits'
import { checksummed } from '@latchkey/protocol/signIn/isChecksummed'
import type { SessionTerms } from '@latchkey/protocol/sessions/terms'
import { AddressText } from '@latchkey/ui/AddressText.tsx'
import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import { Details } from '@latchkey/ui/details/Details.tsx'
import { Fact, Facts } from '@latchkey/ui/facts/Facts.tsx'
import { useState } from 'react'
import type { GrantRequest } from '../../sessions/GrantRequest.ts'
import { secondOf } from '../../sessions/secondOf.ts'
import type { SceneProps } from '../../stage/createStage.ts'
import { fill } from '../../ui/fill.ts'
import { useLoaded } from '../../ui/useLoaded.ts'
import type { Network } from '../../wallet/network.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { useFormatLocale } from '../../words/useFormatLocale.ts'
import { useMessages } from '../../words/useMessages.ts'
import { Approval } from '../Approval.tsx'
import { cleanName } from '../cleanName.ts'
import type { Address } from '../decode/Effect.ts'
import { CostFacts } from '../transaction/CostFacts.tsx'
import type { Approved } from '../transaction/estimate.ts'
import { loadTokens } from '../transaction/loadTokens.ts'
import { EstimateFaults } from '../transaction/EstimateFaults.tsx'
import { messages as transactionMessages } from '../transaction/messages.ts'
import { UpgradeText } from '../transaction/UpgradeText.tsx'
import { useEstimate } from '../transaction/useEstimate.ts'
import type { EstimateState, TransactionsToApprove } from '../transaction/useEstimate.ts'
import { adjustTerms, type LimitTexts } from './adjustTerms.ts'
import { CallsText } from './CallsText.tsx'
import { notesOf, sentenceOf, type DescribeSession } from './describeSession.ts'
import { LimitFields } from './LimitFields.tsx'
import { messages } from './messages.ts'
import { SessionAlerts } from './SessionAlerts.tsx'
import { SessionFacts, WorstCase } from './SessionFacts.tsx'
import { sessionRisksOf } from './sessionRisksOf.ts'
import '../transaction/effect.css'
import './session.css'

/** A permission that a site wants. */
export type SessionToApprove = {
  request: GrantRequest
  network: Network
  address: Address
  /** How the account becomes a smart account first. Absent if it is one. */
  upgrade?: TransactionsToApprove
  /** Its place among those that the visitor is asked for together. */
  place: { number: number; count: number }
}

/** What the visitor has approved: the terms, and the upgrade that was shown. */
export type ApprovedSession = {
  terms: Omit<SessionTerms, 'nonce'>
  upgrade?: Approved
}

type Props = SceneProps<SessionToApprove, ApprovedSession>
/** `estimate`: the cost of the upgrade, if there is one. */
type ScreenProps = Props & { estimate: EstimateState | undefined }

/**
 * Shows what a site may do from now on without asking: what, how much in which time, until when,
 * who, and the worst case. The visitor may lower the limits. Settles with the shown terms.
 */
export default function ApproveSessionView(props: Props) {
  const { upgrade } = props.params
  return upgrade ? (
    <UpgradingSession {...props} upgrade={upgrade} />
  ) : (
    <SessionScreen {...props} estimate={undefined} />
  )
}

/** The same with the cost of the upgrade. */
function UpgradingSession({ upgrade, ...props }: Props & { upgrade: TransactionsToApprove }) {
  const estimate = useEstimate(props.wallet, upgrade, [])
  return <SessionScreen {...props} estimate={estimate} />
}

function SessionScreen(props: ScreenProps) {
  const { wallet, params, settle, refuse, waiting, estimate } = props
  const words = useMessages(messages)
  const amounts = useMessages(transactionMessages)
  const session = useSession(props)
  const { terms, risks, isLoading, options, now } = session
  const { request, network, address, place } = params
  const { cost } = estimate ?? {}
  return (
    <Approval
      site={wallet.site}
      title={
        place.count === 1
          ? words.title
          : fill(words.titleOf, { number: place.number, total: place.count })
      }
      waiting={waiting}
      address={address}
      network={network}
      action={isLoading ? amounts.estimating : words.approve}
      isReady={session.isReady}
      isRisky={risks.isRisky}
      round={estimate?.round ?? 0}
      facts={
        <>
          <SessionFacts terms={terms} request={request} now={now} options={options} />
          {estimate && params.upgrade && (
            <CostFacts request={params.upgrade} estimate={estimate} effects={[]} />
          )}
        </>
      }
      more={<Addresses terms={terms} />}
      onApprove={() =>
        settle({
          terms,
          ...(cost && {
            upgrade: {
              costs: cost.costs,
              ...(cost.operation && { operation: cost.operation }),
            },
          }),
        })
      }
      onReject={() => refuse()}
    >
      <SessionText wallet={wallet} network={network} request={request} session={session} />
      {estimate && <UpgradeNotes estimate={estimate} network={network} />}
      <p className="session-note">
        {words.gas} {words.revoke}
      </p>
    </Approval>
  )
}

/** The terms as the visitor has changed them, and what the screen says about them. */
function useSession({ wallet, params: { request, network }, estimate }: ScreenProps) {
  const words = useMessages(messages)
  const amounts = useMessages(transactionMessages)
  const locale = useFormatLocale()
  const [texts, setTexts] = useState<LimitTexts>({})
  // the moment at which the screen opens, so that its texts stay
  const [now] = useState(() => secondOf(wallet))
  const { terms: requested } = request
  const { what } = requested
  const contract = what.kind === 'calls' ? undefined : what.token
  const contracts = what.kind === 'calls' ? what.targets : contract ? [contract] : []
  const loaded = useLoaded((signal) => loadTokens(wallet, network, { contracts, signal }))
  const isRead = loaded.status === 'done'
  const token = isRead && contract ? loaded.value.get(contract) : undefined
  const unit = contract
    ? { decimals: token?.decimals ?? 0, symbol: token?.symbol ?? amounts.someToken }
    : network.currency
  const { terms, faults } = adjustTerms(requested, texts, { decimals: unit.decimals, now })
  const options: DescribeSession = { words, amounts, locale, currency: network.currency, token }
  const isLoading = !isRead || estimate?.status === 'loading'
  const { cost } = estimate ?? {}
  const isPayable =
    !estimate ||
    (cost !== undefined && !estimate.isShort && !cost.failure && !cost.refusal?.isFinal)
  return {
    terms,
    texts,
    setTexts,
    faults,
    unit,
    options,
    now,
    tokens: isRead ? loaded.value : undefined,
    /** Whether the token is known, or known to say nothing. */
    isRead,
    isLoading,
    isReady: !isLoading && isPayable && Object.keys(faults).length === 0,
    risks: sessionRisksOf(terms, { now, token }),
  }
}

/** What the site may do, its reason, the warnings, and the fields that lower the limits. */
function SessionText({
  wallet,
  network,
  request,
  session: { terms, texts, setTexts, faults, unit, options, now, isRead, risks, tokens },
}: {
  wallet: Wallet
  network: Network
  request: GrantRequest
  session: ReturnType<typeof useSession>
}) {
  const words = useMessages(messages)
  const { what } = terms
  const reason =
    request.justification &&
    cleanName(request.justification.replaceAll(/\s+/g, ' '), counts.justification)
  return (
    <>
      <p className="session-lead">{what.kind === 'calls' ? words.leadCalls : words.lead}</p>
      <section className="effect" data-level="plain">
        <h2 className="effect-title">
          {isRead ? (
            <span>{sentenceOf(terms, options)}</span>
          ) : (
            <span className="skeleton" data-shape="text" />
          )}
        </h2>
      </section>
      <WorstCase wallet={wallet} network={network} terms={terms} now={now} options={options} />
      {isRead &&
        notesOf(terms, options).map((note) => (
          <p key={note} className="session-note">
            {note}
          </p>
        ))}
      {reason && (
        <blockquote className="session-quote">
          <span>{words.siteSays}</span>
          <span dir="auto">{reason}</span>
        </blockquote>
      )}
      {what.kind === 'calls' && (
        <CallsText what={what} signatures={request.signatures} tokens={tokens} />
      )}
      {isRead && <SessionAlerts terms={terms} risks={risks} options={options} />}
      {!request.isAdjustable && <p className="session-note">{words.fixed}</p>}
      {request.isAdjustable && isRead && (
        <LimitFields
          requested={request.terms}
          texts={texts}
          faults={faults}
          unit={unit}
          options={options}
          onChange={setTexts}
        />
      )}
    </>
  )
}

/** Says that the account is upgraded first, and why that does not work now. */
function UpgradeNotes({ estimate, network }: { estimate: EstimateState; network: Network }) {
  const words = useMessages(messages)
  const transactions = useMessages(transactionMessages)
  const { cost, isShort } = estimate
  const { symbol } = network.currency
  return (
    <>
      <p className="session-note">{fill(words.upgradeText, { network: network.name })}</p>
      <UpgradeText network={network} />
      {cost?.refusal && (
        <Alert
          level={cost.refusal.isFinal ? 'danger' : 'warning'}
          title={fill(transactions.unpaidTitle, { name: cost.refusal.name })}
        >
          {cost.refusal.isFinal ? transactions.unpaidFinal : transactions.unpaidText}
        </Alert>
      )}
      {isShort && (
        <Alert level="danger" title={fill(transactions.shortTitle, { symbol })}>
          {transactions.shortWait}
        </Alert>
      )}
      <EstimateFaults estimate={estimate} />
    </>
  )
}

/** All addresses in full, folded away. */
function Addresses({ terms: { what, payees, redeemers } }: Pick<ApprovedSession, 'terms'>) {
  const words = useMessages(messages)
  const amounts = useMessages(transactionMessages)
  const token = what.kind === 'calls' ? undefined : what.token
  const list = [
    ...(token ? [[amounts.token, token] as const] : []),
    ...(payees ?? []).map((payee) => [words.payee, payee] as const),
    ...redeemers.map((redeemer) => [words.user, redeemer] as const),
  ]
  return (
    <Details label={words.addresses}>
      <Facts>
        {list.map(([name, address]) => (
          <Fact key={name + address} name={name}>
            <AddressText address={checksummed(address)} form="lines" />
          </Fact>
        ))}
      </Facts>
    </Details>
  )
}
