import * as v from 'valibot'
import { host, httpUrl } from '../../optionParts.ts'
import { isPictureUrl } from './pictureUrls.ts'

/**
 * Where pictures of wallets without a drawing are fetched. They are fetched when they are first
 * requested, and stored in `database`.
 * - `from`: URLs with `{id}` or `{host}` (the host of the wallet's homepage), tried in this order
 * - `hosts`: further hosts that may be called, such as targets of redirects; only over https, and
 *   at public addresses
 * - `internal`: hosts (`host` or `host:port`) in the operator's own network
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
