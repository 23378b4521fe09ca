import { OptionError } from '@latchkey/server/optionError'
import { limits } from './limits.ts'
import type { RelayOptions } from './options.ts'
import { shareDefaults } from './shares.ts'
import type { Share } from './store/mailboxStore.ts'

type StoreShares = { client: Share; address: Share }
type Scope = 'client' | 'address' | 'all'

/**
 * Every limit that an operator can set, with its default. `shareDefaults` are limits of current
 * use, which the relay applies. `limits.shares` are limits of stored data, which the store applies.
 */
export const settable: Readonly<Record<Scope, Readonly<Record<string, number>>>> = {
  client: { ...shareDefaults.client, ...limits.shares.client },
  address: { ...shareDefaults.address, ...limits.shares.address },
  all: shareDefaults.all,
}

/**
 * Reads limits as an operator writes them, such as `address.sockets=5000,client.requests=600`. The
 * text `0` alone means that nothing is limited.
 * @throws OptionError that names the wrong part
 */
export function readLimits(
  variable: string,
  text: string | undefined,
): { shares?: RelayOptions['shares']; store?: StoreShares } {
  if (text === undefined || text.trim() === '') return {}
  if (text.trim() === '0')
    return { shares: false, store: { client: unlimited, address: unlimited } }
  const given = new Map(text.split(',').map((part) => readOne(variable, part.trim())))
  const pick = (scope: Scope, names: readonly string[]) =>
    Object.fromEntries(
      names.flatMap((name) =>
        given.has(`${scope}.${name}`) ? [[name, given.get(`${scope}.${name}`) ?? 0]] : [],
      ),
    )
  for (const name of Object.keys(settable.all)) checkOrder(variable, given, name)
  const share = (scope: 'client' | 'address') => ({
    ...limits.shares[scope],
    ...pick(scope, Object.keys(limits.shares[scope])),
  })
  return {
    shares: Object.fromEntries(
      (['client', 'address', 'all'] as const).map((scope) => [
        scope,
        pick(scope, Object.keys(shareDefaults[scope])),
      ]),
    ),
    store: { client: share('client'), address: share('address') },
  }
}

/** Checks that one address may not have more than all addresses together. @throws OptionError */
function checkOrder(variable: string, given: ReadonlyMap<string, number>, name: string): void {
  const of = (scope: 'address' | 'all') =>
    given.get(`${scope}.${name}`) ?? settable[scope][name] ?? Infinity
  if (of('address') > of('all'))
    throw new OptionError(
      `${variable}: address.${name} is more than all.${name}, which is ${of('all')}`,
    )
}

const unlimited: Share = { messages: Infinity, bytes: Infinity, subscriptions: Infinity }

function readOne(variable: string, part: string): [name: string, value: number] {
  const [, scope = '', limitName = '', digits = ''] =
    /^(client|address|all)\.(\w+)=(\d{1,15})$/.exec(part) ?? []
  const isKnown = isScope(scope) && Object.hasOwn(settable[scope], limitName)
  if (!isKnown)
    throw new OptionError(
      `${variable}: expected limits such as address.sockets=5000, not "${part.slice(0, 64)}"; there are ${names.join(', ')}`,
    )
  if (Number(digits) === 0)
    throw new OptionError(`${variable}: ${scope}.${limitName} has to be at least 1`)
  return [`${scope}.${limitName}`, Number(digits)]
}

const isScope = (text: string): text is Scope =>
  text === 'client' || text === 'address' || text === 'all'
const names = Object.entries(settable).flatMap(([scope, of]) =>
  Object.keys(of).map((limitName) => `${scope}.${limitName}`),
)
