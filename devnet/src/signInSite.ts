import { randomBytes } from 'node:crypto'
import { html } from '@latchkey/server/html'
import type { Html } from '@latchkey/server/html'
import { createSiwxServer, expressSiwx } from '../../packages/kit/src/exports/siwxServer.ts'
import type { Before } from './serveFolder.ts'

/**
 * The number of bytes of the secret that signs the cookies. The secret is new at each start, which
 * signs all visitors out.
 */
const secretBytes = 32

const page = (title: string, body: Html) =>
  html`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>${title}</title>
<style>body { max-inline-size: 34rem; margin: 3rem auto; padding: 0 1rem; font: 17px/1.5 system-ui; color: light-dark(#2a221b, #f4ece3); background: light-dark(#fbf7f1, #191512) } :root { color-scheme: light dark } a { color: light-dark(#a5481a, #f0a468) } code { overflow-wrap: anywhere }</style>
<main><h1>${title}</h1>${body}</main></html>`.toString()

/**
 * The demo site's own server. It signs visitors in at `/siwx`, and shows the page `/members` only
 * to visitors who have signed in.
 * @param chains JSON-RPC addresses by CAIP-2 id, for signatures of smart accounts
 */
export function signInSite(chains: Readonly<Record<string, string>>): (url: string) => Before {
  return (url) => {
    const siwx = createSiwxServer({
      domain: new URL(url).host,
      secret: randomBytes(secretBytes).toString('base64'),
      rpcUrls: chains,
    })
    const answer = expressSiwx(siwx)
    return (request, response, next) => {
      if (new URL(request.url ?? '/', url).pathname !== '/members')
        return answer(request, response, next)
      siwx.readSession(request).then((session) => {
        const accounts = session?.accounts.map(
          ({ data }) =>
            html`<li><code>${data.accountAddress}</code> on <code>${data.chainId}</code></li>`,
        )
        response.writeHead(session ? 200 : 401, {
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
        })
        response.end(
          session
            ? page(
                'The bakers’ table',
                html`<p>You are in. The server knows you by your signature:</p><ul>${accounts}</ul><p><a href="/?siwx=server">Back to the shop</a></p>`,
              )
            : page(
                'Members only',
                html`<p>This page opens to visitors who have signed in with their wallet.</p><p><a href="/?siwx=server">Sign in at the shop</a></p>`,
              ),
        )
      }, next)
    }
  }
}
