import { AddressText } from '@latchkey/ui/AddressText.tsx'
import { Fact, Facts } from '@latchkey/ui/facts/Facts.tsx'
import type { SmartSession } from '../../../core/contracts/facets/smartSessions.ts'
import { contextOf } from '../../../core/kit/context.ts'
import { isOpen } from '../../../domains/smartSessions/endedSessions.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { messages } from './messages.ts'
import { stateText, timeText } from './sentenceOf.ts'
import type { usageOf } from './sentenceOf.ts'
import { usePermissionTexts } from './usePermissionTexts.ts'

type Props = {
  session: SmartSession
  /** Writes an amount with its unit. */
  amount: (value: bigint) => string
  usage: ReturnType<typeof usageOf>
}

/** The limits of a permission, what was taken, what is left, and who may use it. */
export function PermissionFacts({ session, amount, usage }: Props) {
  const t = useMessages(messages)
  const translate = usePermissionTexts()
  const locale = useFormatLocale()
  const { networks } = contextOf(useKit())
  const { limit, networkId, state, payees, maxUses, usesLeft, createdAt, expiry, to } = session
  const network = networks.find((entry) => entry.networkId === networkId)
  return (
    <Facts>
      {state !== 'active' && (
        <Fact name={t('state')} {...(state === 'suspended' && { detail: t('suspendedText') })}>
          {stateText(session, translate, locale)}
        </Fact>
      )}
      {limit.kind !== 'calls' && (
        <>
          {(usage || isOpen(session)) && (
            <Fact name={t(limit.kind === 'periodic' ? 'takenNow' : 'taken')}>
              {usage ? amount(usage.taken) : t('notKnown')}
            </Fact>
          )}
          {isOpen(session) && (
            <Fact name={t('leftNow')}>{usage ? amount(usage.left) : t('notKnown')}</Fact>
          )}
        </>
      )}
      {maxUses !== undefined && (
        <Fact name={t('uses')}>{t('maxUses', { count: String(maxUses) })}</Fact>
      )}
      {usesLeft !== undefined && <Fact name={t('usesLeft')}>{String(usesLeft)}</Fact>}
      {limit.kind === 'calls' && (
        <>
          <Fact name={t('functions')}>
            <Texts texts={limit.functions} />
          </Fact>
          <Fact name={t('contracts')}>
            <Addresses addresses={limit.targets} />
          </Fact>
          {limit.maxValue > 0n && <Fact name={t('eachCall')}>{amount(limit.maxValue)}</Fact>}
        </>
      )}
      {createdAt !== undefined && <Fact name={t('given')}>{timeText(createdAt, locale)}</Fact>}
      <Fact name={t('ends')}>{timeText(expiry, locale)}</Fact>
      <Fact name={t('network')}>{network?.network.name ?? networkId}</Fact>
      {limit.kind !== 'calls' && (
        <Fact name={t('payee')}>{payees ? <Addresses addresses={payees} /> : t('anyPayee')}</Fact>
      )}
      <Fact name={t('user')}>
        <Addresses addresses={[to]} />
      </Fact>
    </Facts>
  )
}

const Texts = ({ texts }: { texts: readonly string[] }) => (
  <span className="permission-list">
    {texts.map((text) => (
      <bdi key={text}>{text}</bdi>
    ))}
  </span>
)

const Addresses = ({ addresses }: { addresses: readonly string[] }) => (
  <span className="permission-list">
    {addresses.map((address) => (
      <AddressText key={address} address={address} form="short" />
    ))}
  </span>
)
