import { NextResponse } from 'next/server'
import type { NextRequest } from 'next/server'
import { api, network } from './config'

/**
 * A strict content security policy, with a nonce for the scripts that Next writes into each page
 * and for the styles that the server renders.
 */
export function proxy(request: NextRequest) {
  const nonce = Buffer.from(crypto.randomUUID()).toString('base64')
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `connect-src 'self' ${api} ${network.rpcUrls.default.http.join(' ')}`,
    `img-src 'self' data: ${api}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  return response
}

export const config = { matcher: '/((?!_next/static|_next/image|favicon.ico|api).*)' }
