import { OptionError } from '@latchkey/server/optionError'
import { limits } from './limits.ts'
import type { RelayOptions } from './options.ts'
import { shareDefaults } from './shares.ts'
import type { Share } from './store/mailboxStore.ts'

type StoreShares = { client: Share; address: Share }
type Who = 'client' | 'address' | 'all'

/**
 * Every limit that an operator can set, with its default. The relay limits current use
 * (`shareDefaults`), the store limits stored things (`limits.shares`).
 */
export const settable: Readonly<Record<Who, Readonly<Record<string, number>>>> = {
  client: { ...shareDefaults.client, ...limits.shares.client },
  address: { ...shareDefaults.address, ...limits.shares.address },
  all: shareDefaults.all,
}

/**
 * Reads limits as an operator writes them: a comma list such as
 * `address.sockets=5000,client.requests=600`; `0` for none.
 * @throws OptionError which names the wrong part
 */
export function readLimits(
  variable: string,
  text: string | undefined,
): { shares?: RelayOptions['shares']; store?: StoreShares } {
  if (text === undefined || text.trim() === '') return {}
  if (text.trim() === '0')
    return { shares: false, store: { client: unlimited, address: unlimited } }
  const given = new Map(text.split(',').map((part) => readOne(variable, part.trim())))
  const pick = (who: Who, names: readonly string[]) =>
    Object.fromEntries(
      names.flatMap((name) =>
        given.has(`${who}.${name}`) ? [[name, given.get(`${who}.${name}`) ?? 0]] : [],
      ),
    )
  for (const name of Object.keys(settable.all)) checkOrder(variable, given, name)
  const share = (who: 'client' | 'address') => ({
    ...limits.shares[who],
    ...pick(who, Object.keys(limits.shares[who])),
  })
  return {
    shares: Object.fromEntries(
      (['client', 'address', 'all'] as const).map((who) => [
        who,
        pick(who, Object.keys(shareDefaults[who])),
      ]),
    ),
    store: { client: share('client'), address: share('address') },
  }
}

/**
 * @throws OptionError when one address may have more than all together: it could never get that
 *   much
 */
function checkOrder(variable: string, given: ReadonlyMap<string, number>, name: string): void {
  const of = (who: 'address' | 'all') =>
    given.get(`${who}.${name}`) ?? settable[who][name] ?? Infinity
  if (of('address') > of('all'))
    throw new OptionError(
      `${variable}: address.${name} is more than all.${name}, which is ${of('all')}`,
    )
}

const unlimited: Share = { messages: Infinity, bytes: Infinity, subscriptions: Infinity }

function readOne(variable: string, part: string): [name: string, value: number] {
  const [, who = '', what = '', digits = ''] =
    /^(client|address|all)\.(\w+)=(\d{1,15})$/.exec(part) ?? []
  const isKnown = isWho(who) && Object.hasOwn(settable[who], what)
  if (!isKnown)
    throw new OptionError(
      `${variable}: expected limits such as address.sockets=5000, not "${part.slice(0, 64)}"; there are ${names.join(', ')}`,
    )
  if (Number(digits) === 0)
    throw new OptionError(`${variable}: ${who}.${what} has to be at least 1`)
  return [`${who}.${what}`, Number(digits)]
}

const isWho = (text: string): text is Who =>
  text === 'client' || text === 'address' || text === 'all'
const names = Object.entries(settable).flatMap(([who, of]) =>
  Object.keys(of).map((what) => `${who}.${what}`),
)
