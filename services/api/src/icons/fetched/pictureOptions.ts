import * as v from 'valibot'
import { host, httpUrl } from '../../optionParts.ts'
import { isPictureUrl } from './pictureUrls.ts'

/**
 * Pictures of wallets without a drawing. They are fetched at the first request, and stored in
 * `database`.
 * - `from`: URLs with `{id}` or `{host}` (of the homepage), tried in this order
 * - `hosts`: further hosts that may be called, such as targets of redirects, over https and at
 *   public addresses
 * - `internal`: hosts (`host` or `host:port`) in your own network
 * @default nothing is fetched
 */
export const pictureOptions = v.optional(
  v.pipe(
    v.strictObject({
      from: v.pipe(v.array(httpUrl), v.minLength(1), v.maxLength(4)),
      hosts: v.optional(v.pipe(v.array(host), v.maxLength(1_000)), []),
      internal: v.optional(v.pipe(v.array(host), v.maxLength(16)), []),
    }),
    v.forward(
      v.check(
        ({ from, ...named }) => from.every((url) => isPictureUrl(url, named)),
        'Expected https URLs with {id} or {host} in them, at hosts that may be called',
      ),
      ['from'],
    ),
  ),
)
