import { syncDappData as method } from '@latchkey/protocol/frame/frame'
import { cleanName } from '../approve/cleanName.ts'
import { browserLanguages } from '../words/browserLanguages.ts'
import { answer } from './answer.ts'

/**
 * Remembers the site's name of itself, which is shown beside its origin as a claim, and speaks its
 * language.
 */
export const syncDappData = answer(method, async (wallet, { metadata, locale }) => {
  wallet.site.name = metadata && cleanName(metadata.name)
  wallet.language.choose([...(locale === undefined ? [] : [locale]), ...browserLanguages()])
  return undefined
})
