import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RowButton, Tag } from '../../ui/Row.tsx'
import { useRouter } from '../router.ts'
import { countText } from './countText.ts'
import { messages } from './messages.ts'
import { useConnectRows } from './useConnectRows.ts'
import { WalletRow } from './WalletRow.tsx'

/** The wallets to choose from, and the way to all the others. */
export function WalletRows() {
  const t = useMessages(messages)
  const router = useRouter()
  const locale = useFormatLocale()
  const { rows, all } = useConnectRows()

  if (rows.length === 0)
    return (
      <Notice icon="wallet" title={t('noneTitle')} action={<Button variant="primary" onClick={() => router.push('GetWallet')}>{t('noneAction')}</Button>}>
        {t('noneText')}
      </Notice>
    )

  return (
    <ul className="stack" aria-label={t('wallets')} aria-busy={rows.some(({ kind }) => kind === 'pending')}>
      {rows.map((row) => <li key={row.key}><WalletRow row={row} hasAll={all !== undefined} /></li>)}
      {all && (
        <li>
          <RowButton
            icon={<Mark isQuiet><Icon name="grid" /></Mark>}
            title={t('allTitle')}
            end={all.known !== undefined && <Tag>{countText(all.known, locale)}</Tag>}
            onClick={() => router.push('AllWallets')}
          />
        </li>
      )}
    </ul>
  )
}
