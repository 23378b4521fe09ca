import { useMemo } from 'react'
import type { Wallet } from '../../../core/wallet.ts'
import { recommendedWalletsQuery } from '../../../wallets/walletsQuery.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { useStyles } from '../../styles/useStyles.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { RowButton, SkeletonRow, Tag } from '../../ui/Row.tsx'
import { useKit } from '../../useKit.ts'
import { useQuery } from '../../useQuery.ts'
import { useRouter } from '../router.ts'
import css from './help.css?inline'
import { messages } from './messages.ts'
import { hasStores, platformsOf } from './storesOf.ts'

/** A neutral comparison of wallets, opened only by a click, where the site has no list of its own. */
const walletGuide = 'https://ethereum.org/en/wallets/find-wallet/'

export default function GetWalletView() {
  useStyles(css)
  const t = useMessages(messages)
  const kit = useKit()
  const router = useRouter()
  const { api, options } = kit.context
  const answer = useQuery(useMemo(() => (api ? recommendedWalletsQuery(kit) : undefined), [kit, api]))
  const listed = 'data' in answer ? (answer.data ?? []) : []
  const wallets = unique([...(options.customWallets ?? []), ...listed]).filter(hasStores)
  const isPending = api !== undefined && answer.status === 'pending' && navigator.onLine

  if (wallets.length === 0 && !isPending)
    return (
      <Screen title={t('getTitle')}>
        {api && answer.status !== 'success' ? (
          <Notice icon="warning" title={t('failedTitle')} action={<Button variant="primary" onClick={answer.refetch}>{t('retry')}</Button>}>{t('failedText')}</Notice>
        ) : (
          <Notice icon="wallet" title={t('noneTitle')} action={<a className="button" data-variant="primary" href={walletGuide} target="_blank" rel="noreferrer">{t('noneAction')}</a>}>
            {t('noneText')}
          </Notice>
        )}
      </Screen>
    )

  return (
    <Screen title={t('getTitle')}>
      <ul className="stack" aria-label={t('wallets')} aria-busy={isPending}>
        {wallets.map((wallet) => (
          <li key={wallet.id}>
            <RowButton
              icon={<Picture name={wallet.name} src={wallet.image_url} />}
              title={wallet.name}
              detail={platformsOf(wallet).map((platform) => t(platform)).join(' · ')}
              end={<Tag><Icon name="chevronRight" /></Tag>}
              onClick={() => router.push('Downloads', { wallet })}
            />
          </li>
        ))}
        {isPending && [0, 1, 2, 3].map((place) => <li key={place}><SkeletonRow /></li>)}
      </ul>
      <p className="help">{t('getText')}</p>
    </Screen>
  )
}

function unique(wallets: readonly Wallet[]): readonly Wallet[] {
  return wallets.filter(({ id }, index) => wallets.findIndex((other) => other.id === id) === index)
}
