import { loginsPath, type WalletLogins } from '@latchkey/protocol/walletServer'
import type { Route } from '../http/env.ts'
import { originsOf, ownOrigins } from '../logins/siteOf.ts'
import { Refusal } from '../refusal.ts'
import type { Service } from '../service.ts'

/** Lists the logins that the operator offers, readable for any site. */
export function logins({ options, companies, farcaster }: Service): Route {
  const offeredLogins: WalletLogins = {
    email: true,
    socials: [...companies.offered, ...(farcaster ? (['farcaster'] as const) : [])],
  }
  return {
    method: 'GET',
    path: loginsPath,
    answer(call) {
      const projectId = call.req.query('projectId') ?? null
      if (!originsOf(options, projectId)) throw new Refusal('notFound')
      const isOwn = ownOrigins(options, projectId).includes(call.req.header('origin') ?? '')
      const offered: WalletLogins = { ...offeredLogins, approvals: isOwn ? 'page' : 'window' }
      return call.json(offered, 200, {
        'access-control-allow-origin': '*',
        vary: 'origin',
        'cache-control': 'public, max-age=300',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
      })
    },
  }
}
