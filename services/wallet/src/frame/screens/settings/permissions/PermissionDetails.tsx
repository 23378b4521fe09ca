import { checksummed } from '@latchkey/protocol/signIn/isChecksummed'
import { AddressText } from '@latchkey/ui/AddressText.tsx'
import { Fact, Facts } from '@latchkey/ui/facts/Facts.tsx'
import { cleanName } from '../../../approve/cleanName.ts'
import { GuardedButton } from '../../../approve/GuardedButton.tsx'
import { messages as approveMessages } from '../../../approve/messages.ts'
import { CallsText } from '../../../approve/session/CallsText.tsx'
import { notesOf, sentenceOf, timeOf, unitsOf } from '../../../approve/session/describeSession.ts'
import { messages as sessionMessages } from '../../../approve/session/messages.ts'
import { isOpen } from '../../../sessions/grantState.ts'
import { fill } from '../../../ui/fill.ts'
import { FocusedButton } from '../../../ui/FocusedButton.tsx'
import type { Network } from '../../../wallet/network.ts'
import { useMessages } from '../../../words/useMessages.ts'
import type { Permission } from './loadPermissions.ts'
import { messages } from './messages.ts'
import { hostOf, stateText } from './permissionTexts.ts'
import { useDescription } from './useDescription.ts'
import '../../../approve/session/session.css'

type Props = { permission: Permission; onEnd: (network: Network) => void; onBack: () => void }

/** One permission: its limits, what was taken, what is left, and who may use it. */
export function PermissionDetails({ permission, onEnd, onBack }: Props) {
  const words = useMessages(messages)
  const approvals = useMessages(approveMessages)
  const options = useDescription()(permission)
  const { grant, network, state } = permission
  const { terms, origin, siteName, signatures } = grant
  const { what } = terms
  const claim = siteName === undefined ? undefined : cleanName(siteName)
  return (
    <>
      <h2 className="screen-heading" dir="auto">
        {hostOf(origin)}
      </h2>
      {claim && <p className="muted small">{fill(approvals.claims, { name: claim })}</p>}
      <p className="permission-sentence">{sentenceOf(terms, options)}</p>
      {notesOf(terms, options).map((note) => (
        <p key={note} className="muted small">
          {note}
        </p>
      ))}
      <PermissionFacts permission={permission} />
      {what.kind === 'calls' && (
        <CallsText what={what} signatures={signatures} tokens={permission.tokens} />
      )}
      {network && isOpen(state) && (
        <GuardedButton variant="danger" onPress={() => onEnd(network)}>
          {words.end}
        </GuardedButton>
      )}
      <FocusedButton onClick={onBack}>{words.back}</FocusedButton>
    </>
  )
}

/** The numbers, times and addresses of a permission. */
function PermissionFacts({ permission }: Pick<Props, 'permission'>) {
  const words = useMessages(messages)
  const approvals = useMessages(approveMessages)
  const sessions = useMessages(sessionMessages)
  const options = useDescription()(permission)
  const { grant, network, state } = permission
  const { terms, grantedAt } = grant
  const { what, payees, redeemers, expiry } = terms
  const units = (amount: bigint) => unitsOf(amount, terms, options)
  return (
    <Facts>
      <Fact name={words.state} {...(state.status === 'paused' && { detail: words.pausedWhy })}>
        {state.status === 'active' ? words.active : stateText(permission, words, options)}
      </Fact>
      {state.amount && (
        <>
          <Fact name={what.kind === 'periodic' ? words.takenNow : words.taken}>
            {units(state.amount.taken)}
          </Fact>
          {isOpen(state) && <Fact name={words.leftNow}>{units(state.amount.left)}</Fact>}
        </>
      )}
      {state.uses && (
        <Fact name={words.used}>
          {fill(words.usedOf, {
            used: String(state.uses.taken),
            total: String(terms.maxUses ?? 0n),
          })}
        </Fact>
      )}
      {what.kind === 'calls' && what.maxValue > 0n && (
        <Fact name={sessions.eachCall}>{units(what.maxValue)}</Fact>
      )}
      <Fact name={words.given}>{timeOf(Math.floor(grantedAt / 1_000), options)}</Fact>
      <Fact name={sessions.ends}>{timeOf(expiry, options)}</Fact>
      <Fact name={approvals.network}>{network?.name ?? grant.networkId}</Fact>
      {what.kind !== 'calls' && (
        <Fact name={sessions.payee}>
          {payees ? <Addresses addresses={payees} /> : sessions.anyPayee}
        </Fact>
      )}
      <Fact name={sessions.user} detail={sessions.userWhy}>
        <Addresses addresses={redeemers} />
      </Fact>
    </Facts>
  )
}

const Addresses = ({ addresses }: { addresses: readonly string[] }) => (
  <span className="session-list">
    {addresses.map((address) => (
      <AddressText key={address} address={checksummed(address)} form="short" />
    ))}
  </span>
)
