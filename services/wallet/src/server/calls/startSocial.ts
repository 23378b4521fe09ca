import { randomBytes } from 'node:crypto'
import { windowPath } from '@latchkey/protocol/frame/wire'
import { readUrl } from '@latchkey/protocol/readUrl'
import { startSocial } from '@latchkey/protocol/walletServer'
import { hashOf } from '../keys/createKeyring.ts'
import { checkSite, isPageOf } from '../logins/siteOf.ts'
import { Refusal } from '../refusal.ts'
import { beginSocial } from '../socials/attempts.ts'
import { callbackPath, type SocialSecrets } from '../socials/callbackPath.ts'
import { forgetJoin } from '../socials/joins.ts'
import { defineEndpoint } from './defineEndpoint.ts'

const secret = () => randomBytes(32).toString('base64url')

/**
 * Begins a login at a company. The secrets that check the company's answer are stored sealed. Of
 * the state only the hash is stored.
 */
export const answerStartSocial = defineEndpoint(
  startSocial,
  async (context, { provider, projectId, origin, returnTo, locale = null, toJoin = false }) => {
    const { service, client, own } = context
    checkSite(service.options, projectId, origin)
    if (!service.companies.offered.includes(provider)) throw new Refusal('methodNotOffered')
    if (returnTo !== undefined && !isPageOf(origin, returnTo) && !isOwnWindow(returnTo, own))
      throw new Refusal('originRefused')
    service.clients.spendSocial(client)
    if (!toJoin) await forgetJoin(service.queries(), context.device)
    const [state, verifier, nonce] = [secret(), secret(), secret()]
    const uri = await service.companies.pageOf(provider, {
      redirectUri: `${own}${callbackPath(provider)}`,
      state,
      verifier,
      nonce,
    })
    const secrets: SocialSecrets = { verifier, nonce, returnTo: returnTo ?? null }
    return {
      id: await beginSocial(context, {
        provider,
        projectId,
        origin,
        locale,
        stateHash: hashOf(state),
        secrets,
      }),
      uri,
    }
  },
)

/**
 * Whether an address is the address of the wallet's own window, which navigates to the company
 * itself.
 */
function isOwnWindow(address: string, own: string): boolean {
  const url = readUrl(address)
  return url?.origin === own && url.pathname === windowPath
}
