import * as v from 'valibot'
import { nameLabel, nameZones } from '@latchkey/protocol/profile'
import { isHost } from '@latchkey/server/isHost'
import { isPrivateKey } from '@latchkey/server/isPrivateKey'
import { plainName } from '../identity/plainName.ts'
import { wholeNumber } from '../optionParts.ts'

/**
 * A zone: two labels in lower case, because a registered name has three labels. Source:
 * docs/contracts/api.md#names
 */
const zone = v.pipe(
  v.string(),
  v.maxLength(128),
  v.regex(/^[a-z0-9-]+\.[a-z0-9-]+$/, 'Expected two labels in lower case, such as reown.id'),
  v.check((text) => plainName(text) === text, 'Expected a name that ENS allows'),
)
/**
 * Seconds by which the time in a signed message may differ from this machine's time, because people
 * need time to sign. Source: docs/contracts/api.md#register-a-name
 */
export const nameWindow = 300

/**
 * Names that accounts can register with this service. They are stored in `database`.
 * - `zones`: the endings of names, the default first; empty: no names are registered
 * - `window`: seconds by which the time in a signed message may differ from this machine's time
 * @default on if `database` is given
 */
export const nameOptions = v.optional(
  v.strictObject({
    zones: v.optional(
      v.pipe(
        v.array(zone),
        v.maxLength(16),
        v.check((list) => new Set(list).size === list.length, 'Every zone may be given once'),
      ),
      [...nameZones],
    ),
    window: v.optional(v.pipe(wholeNumber, v.minValue(1), v.maxValue(86_400)), nameWindow),
    /**
     * Minimum of characters of a new name before its zone. Registered names stay valid.
     * @default 4, as in the kit
     */
    least: v.optional(v.pipe(wholeNumber, v.minValue(1), v.maxValue(nameLabel.max)), nameLabel.min),
    /**
     * Further hosts at which clients reach this service, besides the host of `publicUrl`: hosts of
     * sites that forward requests.
     */
    services: v.optional(
      v.pipe(
        v.array(
          v.pipe(
            v.string(),
            v.toLowerCase(), // no address: a host
            v.check(isHost, 'Expected a host such as api.example.org'),
          ),
        ),
        v.maxLength(64),
      ),
    ),
    /**
     * Whether a signed message has to name this service. If false, messages of clients that do not
     * know this field are also accepted. @default false
     */
    isServiceNeeded: v.optional(v.boolean()),
    /**
     * Turns on answers to resolvers on a chain, so that other ENS clients can use the names.
     * `signer`: the private key of the account that these resolvers trust.
     */
    gateway: v.optional(
      v.strictObject(
        {
          signer: v.custom<`0x${string}`>(
            isPrivateKey,
            'Expected a private key of 0x and 64 hex digits',
          ),
        },
        'Expected an object with a signer alone',
      ),
    ), // without this message, the message of the error could contain the key
  }),
)
