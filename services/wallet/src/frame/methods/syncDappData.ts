import { syncDappData as method } from '@latchkey/protocol/frame'
import { cleanName } from '../approve/cleanName.ts'
import { answer } from './answer.ts'

/** Remembers the site's name of itself, which is shown beside its origin as a claim. */
export const syncDappData = answer(method, async (wallet, { metadata }) => {
  wallet.site.name = metadata && cleanName(metadata.name)
  return undefined
})
