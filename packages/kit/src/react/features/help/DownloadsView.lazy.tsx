import { readDevice } from '../../../core/page/device.ts'
import type { Wallet } from '../../../core/contracts/wallet.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { Notice } from '@latchkey/ui/Notice.tsx'
import { useWallet } from './useWallet.ts'
import { useRouter } from '../router.ts'
import css from './help.css?inline'
import type { HelpViews } from './index.ts'
import { messages } from './messages.ts'
import { hasStores } from './storesOf.ts'
import { CodeSkeleton } from './StoreCode.tsx'
import { StoreCodes } from './StoreCodes.tsx'
import { StoreLinks } from './StoreLinks.tsx'

/** The ways to install a wallet: the stores for this device, and QR codes for a phone. */
export default function DownloadsView({ params }: { params: HelpViews['Downloads'] }) {
  useStyles(css)
  const t = useMessages(messages)
  const router = useRouter()
  const answer = useWallet('walletId' in params ? params.walletId : undefined)
  const wallet = 'wallet' in params ? params.wallet : 'data' in answer ? answer.data : undefined
  const isPending = !('wallet' in params) && answer.status === 'pending' && navigator.onLine

  if (isPending)
    return (
      <Screen title={t('loadingTitle')}>
        <div className="downloads" aria-busy="true">
          <CodeSkeleton />
        </div>
      </Screen>
    )
  if (!wallet)
    return (
      <Screen title={t('getTitle')}>
        <Notice
          icon="wallet"
          title={t('unknownTitle')}
          action={
            <Button variant="primary" onClick={() => router.push('GetWallet')}>
              {t('another')}
            </Button>
          }
        >
          {t('unknownText')}
        </Notice>
      </Screen>
    )

  return (
    <Screen title={t('downloadsTitle', { wallet: wallet.name })}>
      <DownloadOptions wallet={wallet} />
    </Screen>
  )
}

function DownloadOptions({ wallet }: { wallet: Wallet }) {
  const t = useMessages(messages)
  if (!hasStores(wallet))
    return (
      <Notice icon="search" title={t('nowhereTitle', { wallet: wallet.name })}>
        {t('nowhereText')}
      </Notice>
    )
  return readDevice().isPhone ? <StoreLinks wallet={wallet} /> : <StoreCodes wallet={wallet} />
}
