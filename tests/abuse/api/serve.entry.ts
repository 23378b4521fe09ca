/**
 * The API under attack, in its own process: `serve.entry.ts <folder>`. Starts with the options that its
 * parent sends, reports its address, and ends with its parent.
 */
import { once } from 'node:events'
import { createApi } from '../../../services/api/src/createApi.ts'
import { preparePlainNames } from '../../../services/api/src/identity/plainName.ts'
import type { Config } from '../scene.ts'
import { chainAt, honestChain } from './chains.ts'

const [folder = ''] = process.argv.slice(2)
process.on('disconnect', () => process.exit(0))
const [config] = await once(process, 'message')
const {
  options = {},
  honestNode = '',
  database = folder,
}: Config & { options?: { chains?: object[] } } = config

const api = createApi({
  ...options,
  chains: [chainAt(honestChain, [honestNode]), ...(options.chains ?? [])] as never,
  database,
}) // createApi checks the options
preparePlainNames() // the API's own process calls this, too
const { url } = await api.listen({ port: 0 })
// The API opens its database in the background. It answers this request when the database is open.
await api.app.request('/v1/profile/account/nobody.reown.id')
process.send?.({ url })
