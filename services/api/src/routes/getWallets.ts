import { createHash } from 'node:crypto'
import { times } from '@latchkey/protocol/limits'
import { getWallets as endpoint, type WalletRow } from '@latchkey/protocol/walletList'
import { findWallets } from '../catalogue/findWallets.ts'
import { answerText } from '../http/answer.ts'
import type { Route } from '../http/env.ts'
import { readCall } from '../http/readCall.ts'
import type { Service } from '../service.ts'

const maxAge = times.walletList / 1000
const cacheControl = `public, max-age=${maxAge}, s-maxage=${maxAge}, stale-while-revalidate=86400`
/** The header `Cache-Control` until another catalogue has answered. */
const shortCacheControl = 'public, max-age=30'

/**
 * Members that every row has, with null if their value is unknown. Source:
 * docs/contracts/api.md#wallet-list
 */
const always: { readonly [part in keyof WalletRow]?: null } = {
  homepage: null,
  image_id: null,
  badge_type: null,
  mobile_link: null,
  link_mode: null,
  desktop_link: null,
  webapp_link: null,
  app_store: null,
  play_store: null,
  chrome_store: null,
  rdns: null,
  injected: null,
}

/** Makes the endpoint of a page of the wallet list. Source: docs/contracts/api.md#wallet-list */
export function getWallets(service: Service): Route {
  return {
    ...endpoint,
    async answer(call) {
      const { query } = await readCall(call, endpoint, service)
      const { listing, isFinal } = await service.catalogue.read()
      const { count, data } = findWallets(listing, query)
      const body = JSON.stringify({ count, data: data.map(toWire) })
      const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
      const headers = { 'cache-control': isFinal ? cacheControl : shortCacheControl, etag }
      if (holds(call.req.header('if-none-match'), etag)) return call.body(null, 304, headers)
      return answerText(call, body, { ...headers, 'content-type': 'application/json' })
    },
  }
}

function toWire(row: WalletRow): object {
  const known = Object.entries(row).filter(([, value]) => value !== undefined)
  return { ...always, ...Object.fromEntries(known) }
}

/**
 * Whether the client already has this answer. A cache on the way may have marked the tag as weak.
 */
function holds(header: string | undefined, etag: string): boolean {
  return (
    header !== undefined && header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  )
}
