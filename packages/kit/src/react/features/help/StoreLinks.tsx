import { browserLink } from '../../../sources/phones/walletLinks.ts'
import { readDevice } from '../../../core/page/device.ts'
import type { Wallet } from '../../../core/contracts/wallet.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { messages } from './messages.ts'
import { StoreLink } from './StoreLink.tsx'
import { storesOf } from './storesOf.ts'

/**
 * What a phone shows: links to the wallet in the phone's store and to this page in the wallet's
 * in-app browser, as far as the wallet has them. If it has neither, its homepage.
 */
export function StoreLinks({ wallet }: { wallet: Wallet }) {
  const t = useMessages(messages)
  const { name } = wallet
  const device = readDevice()
  const { ios, android, homepage } = storesOf(wallet, device)
  const system = device.isIos ? 'ios' : 'android'
  const store = device.isIos ? ios : android
  const inside = browserLink(wallet.in_app_browser, location.href)
  // without WalletConnect, the wallet works only in its in-app browser
  const isInsideOnly = inside !== undefined && wallet.supports_wc === false
  return (
    <div className="downloads">
      <div className="downloads-head">
        <Picture name={name} src={wallet.image_url} size={64} />
        <p className="help">{isInsideOnly ? t('insideText') : store ? t('phoneText') : null}</p>
      </div>
      {isInsideOnly && (
        <StoreLink href={inside} isPrimary>
          {t('openBrowser', { wallet: name })}
        </StoreLink>
      )}
      {store && (
        <StoreLink href={store} isPrimary={!isInsideOnly}>
          {t(`${system}Store`)}
        </StoreLink>
      )}
      {inside && !isInsideOnly && (
        <StoreLink href={inside} isPrimary={!store}>
          {t('openBrowser', { wallet: name })}
        </StoreLink>
      )}
      {homepage && !store && !inside && (
        <StoreLink href={homepage} isPrimary>
          {t('homepage', { wallet: name })}
        </StoreLink>
      )}
    </div>
  )
}
