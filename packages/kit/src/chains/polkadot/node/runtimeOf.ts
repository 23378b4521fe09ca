import { compact } from '@polkadot-api/substrate-bindings'
import { partsOf } from '@latchkey/protocol/isObject'
import type { NetworkId } from '@latchkey/protocol/caip'
import { kitError } from '../../../core/errors/errors.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { perKit } from '../../../core/kit/perKit.ts'
import { constantOf, readRuntime } from '../wire/runtime.ts'
import type { Runtime, RuntimeVersion } from '../wire/runtime.ts'
import type { Hex } from '../wire/bytes.ts'
import { hexIn } from './chainOf.ts'
import type { Chain } from './chainOf.ts'

/** The runtimes that were read, by network and version, and the newest one of each network. */
type Runtimes = { all: Map<string, Promise<Runtime>>; newest: Map<NetworkId, Runtime> }

const runtimes = perKit<Runtimes>(() => ({ all: new Map(), newest: new Map() }))

/** The number of runtimes that a page keeps. One has some megabytes. */
const maxRuntimes = 4

/** The number of the runtime function `Metadata` in a node's list. Source: `sp_api` */
const metadataApi = '0x37e397fc7c91f5e4'

/** The bytes `meta`, with which metadata begins. */
const magic = '6d657461'

/**
 * Reads the runtime of a block, or of the newest one. Its metadata is requested once for each
 * version of the runtime.
 * @throws KitError answerInvalid; the node's errors
 */
export async function runtimeOf(chain: Chain, at?: Hex): Promise<Runtime> {
  const params = at === undefined ? [] : [at]
  const answer = await chain.request('state_getRuntimeVersion', params)
  const version = versionIn(answer)
  const { all, newest } = runtimes(chain.kit)
  const { specName, specVersion, transactionVersion } = version
  const key = [chain.networkId, specName, specVersion, transactionVersion].join(' ')
  let runtime = all.get(key)
  if (!runtime) {
    runtime = readMetadata(chain, answer, params).then((metadata) => {
      const read = readRuntime(metadata, version)
      // another node behind the URL may have answered, before or after an upgrade of the runtime
      if (specVersionIn(read) !== specVersion) throw kitError('answerInvalid')
      return read
    })
    const [oldest] = all.keys()
    if (all.size >= maxRuntimes && oldest !== undefined) all.delete(oldest)
    all.set(key, runtime)
    runtime.catch(() => all.delete(key))
  }
  const read = await runtime
  if (at === undefined) newest.set(chain.networkId, read)
  return read
}

/** The runtime that was last read as a network's newest. Undefined if none was. */
export const knownRuntime = (kit: Kit, networkId: NetworkId): Runtime | undefined =>
  runtimes(kit).newest.get(networkId)

/** The version of the runtime that the metadata describes. Undefined where it names none. */
const specVersionIn = (runtime: Runtime): unknown =>
  partsOf(constantOf(runtime, 'System', 'Version'))['spec_version']

function versionIn(answer: unknown): RuntimeVersion {
  const { specName, specVersion, transactionVersion } = partsOf(answer)
  const isCount = (value: unknown): value is number =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 32
  if (typeof specName !== 'string' || !isCount(specVersion) || !isCount(transactionVersion))
    throw kitError('answerInvalid')
  return { specName: specName.slice(0, 64), specVersion, transactionVersion }
}

/**
 * Reads the metadata: version 15 where the runtime has it, else 14. Sources:
 * Metadata_metadata_at_version, state_getMetadata
 */
async function readMetadata(
  chain: Chain,
  version: unknown,
  params: readonly unknown[],
): Promise<Hex> {
  const { apis } = partsOf(version)
  const hasVersions = (Array.isArray(apis) ? apis : []).some(
    (entry: unknown) =>
      Array.isArray(entry) &&
      entry[0] === metadataApi &&
      typeof entry[1] === 'number' &&
      entry[1] >= 2,
  )
  if (hasVersions) {
    const answer = hexIn(
      await chain.request('state_call', ['Metadata_metadata_at_version', '0x0f000000', ...params]),
    )
    if (answer !== '0x00') return optionIn(answer)
  }
  const metadata = hexIn(await chain.request('state_getMetadata', params))
  if (!metadata.startsWith(`0x${magic}`)) throw kitError('answerInvalid')
  return metadata
}

/** Reads an option of bytes: a one, the length, and the bytes of the metadata. */
function optionIn(answer: Hex): Hex {
  const head = answer.slice(0, 14)
  const length = head.length < 14 ? Number.NaN : Number(compact.dec(`0x${head.slice(4)}`))
  const body = answer.slice(answer.length - 2 * length)
  const isWhole = body.length === 2 * length && body.startsWith(magic)
  if (!answer.startsWith('0x01') || !isWhole) throw kitError('answerInvalid')
  return `0x${body}`
}
