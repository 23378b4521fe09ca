import { isSameAddress } from '@latchkey/protocol/address'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import type { SendOrder } from '../../../../core/contracts/facets/send.ts'
import type { PreparedSend } from '../../../../domains/send/review/prepareSend.ts'
import { useFormatLocale } from '../../../i18n/useFormatLocale.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { AddressText } from '@latchkey/ui/AddressText.tsx'
import { AccountAvatar } from '../../../account/AccountAvatar.tsx'
import { formatFiat } from '../../../account/formatAmount.ts'
import { ChooseIcon } from '../../../account/ChooseIcon.tsx'
import { tokenSubject } from '@latchkey/ui/subject.ts'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { useLabels } from '../../../recipient/useLabels.ts'
import { formatExact } from '../../../account/formatExact.ts'
import { messages as sendMessages } from '../messages.ts'
import { messages } from './messages.ts'
import { useSendTokens } from '../useSendTokens.ts'

/** The sent amount, the recipient, and the amount that arrives if it is not the sent amount. */
export function Parties({
  order,
  amount,
  prepared,
}: {
  order: Order
  amount: string
  prepared: PreparedSend | undefined
}) {
  return (
    <div className="send-parties">
      <Sent token={order.token} amount={amount} prepared={prepared} />
      <span className="send-arrow">
        <ChooseIcon />
      </span>
      <Receiver order={order} prepared={prepared} />
    </div>
  )
}

type Order = Pick<SendOrder, 'to' | 'token'>

/** The sent amount, and its value if the token has a price. */
function Sent({
  token,
  amount,
  prepared,
}: {
  token: Order['token']
  amount: string
  prepared: PreparedSend | undefined
}) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const { networkId, tokens, native, currency, status } = useSendTokens()
  const tokenAddress = token.address
  const price =
    tokenAddress === undefined
      ? native.price
      : tokens.find(({ address }) => address !== undefined && isSameAddress(address, tokenAddress))
          ?.price
  return (
    <div className="send-party">
      <Picture
        name={token.symbol}
        src={token.iconUrl}
        subject={tokenSubject({ ...token, id: `${networkId}:${token.address}` })}
        size={36}
        shape="round"
      />
      <div>
        <p className="send-caption">{t('youSend')}</p>
        <p className="send-sum">
          <bdi>{amount}</bdi>
        </p>
        {(price === undefined ? status === 'pending' : price > 0) && (
          <p className="send-caption">
            <bdi>
              {price !== undefined && prepared
                ? formatFiat(
                    Number(formatUnits(prepared.amount, token.decimals)) * price,
                    locale,
                    currency,
                  )
                : '\u00a0'}
            </bdi>
          </p>
        )}
      </div>
    </div>
  )
}

/** The recipient, and the amount that arrives if it is not the sent amount. */
function Receiver({
  order: { to, token },
  prepared,
}: {
  order: Order
  prepared: PreparedSend | undefined
}) {
  const t = useMessages(messages)
  const tSend = useMessages(sendMessages)
  const locale = useFormatLocale()
  const name = useLabels()(to.address) ?? to.name
  const arrives = prepared?.simulation.status === 'works' ? prepared.simulation.arrives : undefined
  const differs =
    arrives !== undefined &&
    arrives !== prepared?.amount &&
    !isSameAddress(to.address, prepared?.from ?? '')
  const textOf = (units: bigint) =>
    `${formatExact(formatUnits(units, token.decimals), locale)} ${token.symbol}`
  return (
    <div className="send-party">
      <AccountAvatar address={to.address} name={name} size={36} />
      <div>
        <p className="send-caption">{differs ? t('theyGet') : tSend('to')}</p>
        {differs && (
          <p className="send-sum">
            <bdi>{textOf(arrives)}</bdi>
          </p>
        )}
        {name && (
          <p className="send-sum">
            <bdi>{name}</bdi>
          </p>
        )}
        <AddressText address={to.address} />
      </div>
    </div>
  )
}
