import { checksummed } from '@latchkey/protocol/signIn/isChecksummed'
import { AddressText } from '@latchkey/ui/AddressText.tsx'
import { Fact, Facts } from '@latchkey/ui/facts/Facts.tsx'
import type { GrantRequest } from '../../sessions/GrantRequest.ts'
import { fill } from '../../ui/fill.ts'
import type { Network } from '../../wallet/network.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { useMessages } from '../../words/useMessages.ts'
import type { Address } from '../decode/Effect.ts'
import {
  atOnceOf,
  decimalsOf,
  recent,
  timeOf,
  unitsOf,
  usesOf,
  worstOf,
  type DescribeSession,
} from './describeSession.ts'
import { messages } from './messages.ts'
import { usePrice } from './usePrice.ts'
import { worthOf, worthText } from './worthOf.ts'
import { viewFunctions } from './powerfulFunctions.ts'

type Props = {
  terms: GrantRequest['terms']
  request: GrantRequest
  /** The second, since 1970. */
  now: number
  options: DescribeSession
}

type WorstProps = Omit<Props, 'request'> & { wallet: Wallet; network: Network }

/**
 * The worst case of a session, until when, and what it is worth. It stands right below what the
 * site may do.
 */
export function WorstCase({ wallet, network, terms, now, options }: WorstProps) {
  const words = useMessages(messages)
  const { what } = terms
  const worst = worstOf(terms, now, options)
  const time = timeOf(terms.expiry, options)
  return (
    <Facts>
      <Fact
        name={what.kind === 'calls' ? words.worstCalls : words.worst}
        {...(worst.isSome && {
          detail: (
            <>
              {fill(words.worstUntil, { time })}
              {what.kind !== 'calls' && wallet.settings.hasPrices && (
                <Worth
                  wallet={wallet}
                  network={network}
                  token={what.token}
                  amount={worst.amount}
                  options={options}
                />
              )}
            </>
          ),
        })}
      >
        {worst.text}
      </Fact>
    </Facts>
  )
}

/**
 * What an amount is worth. Its line is there from the start, and stays if the price is not known,
 * so that nothing moves under the pointer.
 */
function Worth({
  wallet,
  network,
  token,
  amount,
  options,
}: Pick<WorstProps, 'wallet' | 'network' | 'options'> & {
  token: Address | undefined
  amount: bigint
}) {
  const price = usePrice(wallet, network, token)
  const decimals = decimalsOf(token, options)
  const worth =
    typeof price === 'number' && decimals !== undefined
      ? worthOf(amount, decimals, price)
      : undefined
  return (
    <span className="session-worth">
      {price === 'loading' && <span className="skeleton" data-shape="text" />}
      {worth && worthText(worth, options)}
    </span>
  )
}

/** The further limits of a session: times, number of uses, recipients, and who may use it. */
export function SessionFacts({ terms, request, now, options }: Props) {
  const words = useMessages(messages)
  const { what, payees, expiry, redeemers } = terms
  const isCalls = what.kind === 'calls'
  const end = timeOf(expiry, options)
  const start = isCalls || what.startTime < 1 ? undefined : what.startTime
  const atOnce = isCalls ? undefined : atOnceOf(what, now)
  const isPowerful =
    isCalls && viewFunctions(what, request.signatures).some((view) => view.isPowerful)
  const hasUses = isCalls || terms.maxUses !== undefined
  return (
    <>
      {isCalls && what.maxValue > 0n && (
        <Fact name={words.eachCall}>{unitsOf(what.maxValue, terms, options)}</Fact>
      )}
      {isCalls && (
        <Fact name={words.worstTokens}>{isPowerful ? words.noLimit : words.notKnown}</Fact>
      )}
      {start !== undefined && start > now + recent && (
        <Fact name={words.starts}>{timeOf(start, options)}</Fact>
      )}
      {start !== undefined && start < now - recent && request.hasStart && (
        <Fact
          name={words.counted}
          {...(atOnce !== undefined && {
            detail: fill(words.countedWhy, { amount: unitsOf(atOnce, terms, options) }),
          })}
        >
          {timeOf(start, options)}
        </Fact>
      )}
      <Fact name={words.ends}>{end}</Fact>
      {hasUses && <Fact name={words.uses}>{usesOf(terms, options)}</Fact>}
      {!isCalls && (
        <Fact name={words.payee}>{payees ? <Addresses addresses={payees} /> : words.anyPayee}</Fact>
      )}
      <Fact name={words.user} detail={words.userWhy}>
        <Addresses addresses={redeemers} />
      </Fact>
    </>
  )
}

const Addresses = ({ addresses }: { addresses: readonly string[] }) => (
  <span className="session-list">
    {addresses.map((address) => (
      <AddressText key={address} address={checksummed(address)} form="short" />
    ))}
  </span>
)
