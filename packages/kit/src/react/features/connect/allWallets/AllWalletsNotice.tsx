import { useMessages } from '../../../i18n/useMessages.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { Notice } from '@latchkey/ui/Notice.tsx'
import { useBack } from '../../useBack.ts'
import { allWalletsMessages } from './allWalletsMessages.ts'

/** Why the list of all wallets shows no tiles. */
export type NoTiles = 'offline' | 'failed' | 'notFound' | 'empty'

/** Says why there are no tiles, and offers the next step. It is shown in place of the tiles. */
export function AllWalletsNotice({
  reason,
  search,
  onRetry,
  onClear,
}: {
  reason: NoTiles
  search: string
  onRetry: () => void
  onClear: () => void
}) {
  const t = useMessages(allWalletsMessages)
  const back = useBack('Connect')
  switch (reason) {
    case 'offline':
      return (
        <Notice icon="warning" title={t('offlineTitle')}>
          {t('allOfflineText')}
        </Notice>
      )
    case 'failed':
      return (
        <Notice
          icon="warning"
          title={t('allFailedTitle')}
          action={
            <Button variant="primary" onClick={onRetry}>
              {t('retry')}
            </Button>
          }
        >
          {t('allFailedText')}
        </Notice>
      )
    case 'notFound':
      return (
        <Notice
          icon="search"
          title={t('allNone')}
          action={<Button onClick={onClear}>{t('allClear')}</Button>}
        >
          {t('allNoneText', { search })}
        </Notice>
      )
    case 'empty':
      return (
        <Notice
          icon="wallet"
          title={t('allEmptyTitle')}
          action={<Button onClick={back}>{t('another')}</Button>}
        >
          {t('allEmptyText')}
        </Notice>
      )
  }
}
