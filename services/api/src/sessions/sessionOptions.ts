import * as v from 'valibot'
import { counts } from '@latchkey/protocol/limits'
import { evmNetworkId } from '../chains/evm/evmChain.ts'
import type { NameChain } from '../chains/registry.ts'
import type { SmartAccountOptions } from '../smartAccounts/smartAccountOptions.ts'

/**
 * The sessions of smart accounts that sites record here. `false`: none.
 * @default on the networks of `smartAccounts`
 */
export const sessionOptions = v.optional(
  v.lazy((input) => (input === false ? off : where)) as v.GenericSchema<
    false | v.InferInput<typeof where>,
    false | v.InferOutput<typeof where>
  >, // one of the two
)
const off = v.literal(false)
const where = v.strictObject({
  /** The networks. @default those of `smartAccounts`, or else all EVM networks of the list */
  networks: v.optional(v.pipe(v.array(evmNetworkId), v.maxLength(counts.apiNetworks))),
})

type Options = {
  sessions?: v.InferOutput<typeof sessionOptions>
  smartAccounts?: SmartAccountOptions | undefined
}

/** Whether sites may record sessions. */
export const hasSessions = ({ sessions, smartAccounts }: Options): boolean =>
  sessions !== false && (sessions ?? smartAccounts) !== undefined

/** The chains whose sessions sites may record. Empty: none. */
export function sessionChainsOf(
  options: Options,
  chains: readonly NameChain[],
): readonly NameChain[] {
  if (!hasSessions(options)) return []
  const { sessions, smartAccounts } = options
  const networks = (sessions || undefined)?.networks ?? smartAccounts?.networks
  return chains.filter(({ networkId }) => !networks || networks.includes(networkId))
}
