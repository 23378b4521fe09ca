import { parseOptions as parseBy } from '@latchkey/server/parseOptions'
import * as v from 'valibot'
import type { Currency } from '@latchkey/protocol/currencies'
import { isNetworkId, type NetworkId } from '@latchkey/protocol/caip'
import { isEvmAddress } from '@latchkey/protocol/evmAddress'
import { times } from '@latchkey/protocol/limits'
import { nameZones } from '@latchkey/protocol/profile'
import { readUrl } from '@latchkey/protocol/readUrl'
import { isHost } from '@latchkey/server/isHost'
import { databaseKind, noDatabase } from '@latchkey/server/db/databaseKind'
import { plainName } from './identity/plainName.ts'
import { isPrivateKey } from './names/gateway/isPrivateKey.ts'
import { limitsSchema, rateLimitSchema } from './limits.ts'

const address = v.pipe(
  v.custom<`0x${string}`>(isEvmAddress, 'Expected an address of 0x and 40 hex digits'),
  v.transform((text): `0x${string}` => `0x${text.slice(2).toLowerCase()}`),
)
const label = v.pipe(v.string(), v.nonEmpty(), v.maxLength(64))
const decimals = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36))
const evmNetworkId = v.pipe(v.string(), v.guard(isEvmNetworkId, 'Expected a CAIP-2 id such as eip155:1'))
const httpUrl = v.pipe(v.string(), v.check(isHttpUrl, 'Expected an http or https URL without a user name'))

const wholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const positive = v.pipe(v.number(), v.finite(), v.gtValue(0))

/** Two labels in lower case, because a registered name has three. api 8.1 */
const zone = v.pipe(v.string(), v.maxLength(128), v.regex(/^[a-z0-9-]+\.[a-z0-9-]+$/, 'Expected two labels in lower case, such as reown.id'), v.check((text) => plainName(text) === text, 'Expected a name that ENS allows'))
/** Seconds for which a signed message about a name is taken. api 8.1 suggests five minutes: people take their time to sign. */
export const nameWindow = 300


/** Milliseconds that each provider of swaps has for a quote or a transaction. */
export const swapTimeLimit = 5_000
