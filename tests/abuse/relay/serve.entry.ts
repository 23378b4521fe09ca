/**
 * The relay under attack, in its own process: `serve.entry.ts <folder>`. Starts with the options that its
 * parent sends, reports its address, and ends with its parent.
 */
import { once } from 'node:events'
import { createRelay } from '../../../services/relay/src/createRelay.ts'
import { createLmdbStore } from '../../../services/relay/src/store/lmdbStore.ts'
import { createRedisStore } from '../../../services/relay/src/store/redisStore.ts'
import type { Config } from '../scene.ts'

const [folder = ''] = process.argv.slice(2)
process.on('disconnect', () => process.exit(0))
const [config] = await once(process, 'message')
const { redis, storeBytes, clock, options }: Config = config
let passed = 0
const now = clock ? () => Date.now() + passed : Date.now
process.on('SIGUSR2', () => (passed += 600_000))

const store =
  redis === undefined
    ? await createLmdbStore({ folder, now, ...(storeBytes !== undefined && { bytes: storeBytes }) })
    : await createRedisStore({ urls: [redis] })
const relay = createRelay({ ...options, store, clock: { now } })
const { url } = await relay.listen({ port: 0 })
process.send?.({ url })
