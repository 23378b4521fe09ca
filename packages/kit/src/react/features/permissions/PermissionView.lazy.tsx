import { AddressText } from '@latchkey/ui/AddressText.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { Fact, Facts } from '@latchkey/ui/facts/Facts.tsx'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { contextOf } from '../../../core/kit/context.ts'
import { isOpen } from '../../../domains/smartSessions/endedSessions.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useSessions } from '../../hooks/useSessions.ts'
import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { useRouter } from '../router.ts'
import type { PermissionViews } from './index.ts'
import { messages } from './messages.ts'
import css from './permissions.css?inline'
import { amountText, sentenceOf, stateText, timeText, usageOf } from './sentenceOf.ts'
import { UsageBar } from './UsageBar.tsx'
import { usePermissionTexts } from './usePermissionTexts.ts'
import { useUnit } from './useUnit.ts'

/** One permission: its limits, what was taken, what is left, and who may use it. */
export default function PermissionView({ params }: { params: PermissionViews['Permission'] }) {
  useStyles(css)
  const t = useMessages(messages)
  const translate = usePermissionTexts()
  const locale = useFormatLocale()
  const router = useRouter()
  const { networks, clock } = contextOf(useKit())
  const answer = useSessions()
  const found = 'data' in answer ? answer.data?.find(({ id }) => id === params.session.id) : null
  const session = found ?? params.session
  const { limit, networkId, state, payees, maxUses, usesLeft, createdAt, expiry, to } = session
  const { unit, isPending } = useUnit(session)
  const usage = usageOf(session, Math.floor(clock.now() / 1_000))
  const network = networks.find((entry) => entry.networkId === networkId)
  const amount = (value: bigint) => (isPending ? '…' : amountText(value, unit, translate, locale))

  return (
    <Screen
      title={t('permission')}
      footer={
        isOpen(session) && (
          <Button onClick={() => router.push('EndPermission', { session })}>{t('end')}</Button>
        )
      }
    >
      <p className="permission-sentence" dir="auto" aria-busy={isPending || undefined}>
        {isPending ? '…' : sentenceOf(session, unit, translate, locale)}
      </p>
      {usage && isOpen(session) && <UsageBar share={usage.share} />}
      {limit.kind === 'periodic' && <p className="permission-note">{t('lapses')}</p>}
      {limit.kind === 'stream' && limit.maxAmount !== undefined && (
        <p className="permission-note">{t('streamMax', { amount: amount(limit.maxAmount) })}</p>
      )}
      <Facts>
        <Fact name={t('state')} {...(state === 'suspended' && { detail: t('suspendedText') })}>
          {stateText(session, translate, locale)}
        </Fact>
        {limit.kind !== 'calls' && (
          <>
            <Fact name={t(limit.kind === 'periodic' ? 'takenNow' : 'taken')}>
              {usage ? amount(usage.taken) : t('notKnown')}
            </Fact>
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
    </Screen>
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
