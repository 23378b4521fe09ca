import { startTestRelay } from '../../../../../../services/relay/src/testing/startTestRelay.ts'
import { memoryStorage } from '../../../core/storage/storage.ts'
import { startSite } from './byHand.ts'

/** Makes a site's client over the relay at `url`, or over a relay of its own. */
export async function startTestSite({
  url,
  storage = memoryStorage(),
  ...options
}: { url?: string } & Parameters<typeof startSite>[1] = {}) {
  const relayUrl = url ?? (await startTestRelay()).url
  return { relayUrl, storage, site: startSite(relayUrl, { storage, ...options }) }
}
