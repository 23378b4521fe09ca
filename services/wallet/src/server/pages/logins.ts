import { loginsPath, type WalletLogins } from '@latchkey/protocol/walletServer'
import type { Route } from '../http/env.ts'
import { originsOf } from '../logins/siteOf.ts'
import { Refusal } from '../refusal.ts'
import type { Service } from '../service.ts'

/** The ways in that the operator offers, for any site to read. */
export function logins({ options, companies, farcaster }: Service): Route {
  const offered: WalletLogins = { email: true, socials: [...companies.offered, ...(farcaster ? (['farcaster'] as const) : [])] }
  return {
    method: 'GET',
    path: loginsPath,
    answer(call) {
      if (!originsOf(options, call.req.query('projectId') ?? null)) throw new Refusal('notFound')
      return call.json(offered, 200, { 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300', 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'cross-origin' })
    },
  }
}
