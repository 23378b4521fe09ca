import type { Queries } from '@latchkey/server/db/database'
import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Allowance } from '../db/counters.ts'
import { devices, users } from '../db/schema.ts'
import { networkOf } from '../http/networkOf.ts'
import type { Keyring } from '../keys/createKeyring.ts'
import { day, networksOfAddress } from '../limits.ts'
import type { Service } from '../service.ts'

/** The things that are counted for an address. */
export type Counted = 'codes' | 'wrong codes'
/** The address, and the calling device and client, for which an event is counted. */
export type Counting = { email: string; device: string; client: string }
/**
 * `turn`: the name under which mails to the address take turns. `allowances`: an event needs a free
 * place in each of them.
 */
export type AddressAllowances = { turn: string; allowances: readonly Allowance[] }

/**
 * The daily allowances of an address. Each of the owner's devices has its own allowance. All other
 * devices are counted by network and together, so that no foreign network alone locks out new
 * visitors or the owner's new devices.
 */
export async function allowancesOf(
  tx: Queries,
  { keyring, options }: Pick<Service, 'keyring' | 'options'>,
  counted: Counted,
  { email, device, client }: Counting,
): Promise<AddressAllowances> {
  const indexes = keyring.indexesOf(email)
  const known = await tx
    .select({ id: devices.id })
    .from(devices)
    .innerJoin(users, eq(users.id, devices.userId))
    .where(
      and(
        eq(devices.device, device),
        ne(devices.status, 'removed'),
        inArray(users.emailIndex, indexes),
      ),
    )
  if (known.length > 0) return ownAllowances({ keyring, options }, counted, { email, device })
  const max = maxOf(options, counted)
  const all = `${counted} ${hexOf(indexes)}`
  // The network is hashed like an address. No address contains a space, so a network and an address
  // never have the same hash.
  const network = hexOf(keyring.indexesOf(`network ${networkOf(client)}`))
  return {
    turn: all,
    allowances: [
      { name: `${all} network ${network}`, max, milliseconds: day },
      { name: all, max: max * networksOfAddress, milliseconds: day },
    ],
  }
}

/** The daily allowances of an address for one of the owner's devices. */
export function ownAllowances(
  { keyring, options }: Pick<Service, 'keyring' | 'options'>,
  counted: Counted,
  { email, device }: Pick<Counting, 'email' | 'device'>,
): AddressAllowances {
  const name = `${counted} ${hexOf(keyring.indexesOf(email))} ${device}`
  return { turn: name, allowances: [{ name, max: maxOf(options, counted), milliseconds: day }] }
}

const maxOf = ({ limits }: Service['options'], counted: Counted) =>
  counted === 'codes' ? limits.codes : limits.wrongCodes
const hexOf = ([index]: ReturnType<Keyring['indexesOf']>) => index.toString('hex')
