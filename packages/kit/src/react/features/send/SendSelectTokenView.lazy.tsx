import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { formatFiat, formatQuantity } from '../../account/formatAmount.ts'
import { tokenSubject } from '@latchkey/ui/subject.ts'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { RowButton } from '@latchkey/ui/Row.tsx'
import { useRouter } from '../router.ts'
import type { SendViews } from './index.ts'
import { messages } from './messages.ts'
import { useSetDraft } from './useDraft.ts'
import { useSendTokens } from './useSendTokens.ts'

/** The list of the tokens that can be sent. `tokenId` is the token that is chosen now. */
export default function SendSelectTokenView({
  params: { tokenId },
}: {
  params: SendViews['SendSelectToken']
}) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const router = useRouter()
  const set = useSetDraft()
  const { tokens, currency } = useSendTokens()

  function choose(id: string) {
    set({ tokenId: id })
    router.back()
  }

  return (
    <Screen title={t('tokens')}>
      <ul className="stack" aria-label={t('tokens')}>
        {tokens.map(({ id, name, symbol, address, quantity, value, iconUrl }) => (
          <li key={id}>
            <RowButton
              icon={
                <Picture
                  name={symbol}
                  src={iconUrl}
                  subject={tokenSubject({ id, address, symbol })}
                  shape="round"
                />
              }
              title={name}
              detail={`${formatQuantity(quantity, locale)} ${symbol}`}
              end={value === undefined ? undefined : formatFiat(value, locale, currency)}
              aria-current={id === tokenId || undefined}
              data-autofocus={id === tokenId ? '' : undefined}
              onClick={() => choose(id)}
            />
          </li>
        ))}
      </ul>
    </Screen>
  )
}
