import { syncDappData as method } from '@latchkey/protocol/frame/frame'
import { cleanName } from '../approve/cleanName.ts'
import { browserLanguages } from '../words/browserLanguages.ts'
import { answer } from './answer.ts'

/**
 * Stores the name that the site claims, which is shown beside its origin, and uses the site's
 * language.
 */
export const syncDappData = answer(method, async (wallet, { metadata, locale }) => {
  wallet.site.name = metadata && cleanName(metadata.name)
  wallet.language.choose([...(locale === undefined ? [] : [locale]), ...browserLanguages()])
  return undefined
})
