import { isAppLink, isPageLink } from '@latchkey/protocol/links'
import { cleanText } from '../../core/text/cleanText.ts'
import type { KitStorage } from '../../core/storage/storage.ts'
import { foreignPicture } from '../../core/http/foreignPicture.ts'
import type { Wallet } from '../../core/contracts/wallet.ts'

/**
 * The wallets that were used last, newest first. Storage is untrusted: only the name, the picture
 * and the links that a row uses are read, and they are checked. `apiUrl` is the URL of the site's
 * API, from which pictures may come.
 */
export function recentWallets(storage: KitStorage, apiUrl?: string): readonly Wallet[] {
  return (storage.get('recent-wallets') ?? []).flatMap(({ id, name, ...parts }): Wallet[] => {
    const shown = cleanText(name)
    const links = Object.entries(parts).filter(([part, link]) =>
      isPage(part) ? isPageLink(link) : isApp(part) && (isAppLink(link) || isPageLink(link)),
    )
    const texts = Object.entries({
      rdns: cleanText(parts.rdns),
      image_id: cleanText(parts.image_id),
      image_url: typeof parts.image_url === 'string' && foreignPicture(parts.image_url, apiUrl),
    }).filter(([, text]) => text)
    return shown ? [{ ...Object.fromEntries([...links, ...texts]), id, name: shown }] : []
  })
}

const isPage = (part: string) =>
  /_store$|^(homepage|link_mode|webapp_link|in_app_browser)$/.test(part)
const isApp = (part: string) => part === 'mobile_link' || part === 'desktop_link'
