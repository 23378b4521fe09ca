import { createServer } from 'node:http'
import type { NetworkId } from '@latchkey/protocol/caip'
import { partsOf } from '@latchkey/protocol/isObject'
import { onTestFinished } from 'vitest'
import { createMethods } from './testing/answerMethods.ts'
import { NodeFault, TestChain } from './testing/TestChain.ts'
import { keyOfAddress } from './testing/TestLedger.ts'
import type { TestAccount } from './testing/TestLedger.ts'
import { readTestMetadata, testChains, testRuntime } from './testing/testMetadata.ts'
import type { TestChainName } from './testing/testMetadata.ts'
import type { Hex } from './wire/bytes.ts'

/** Options for a test node. */
export type TestNodeOptions = {
  /** The real chain whose metadata and genesis the node has. @default 'asset-hub-polkadot' */
  chain?: TestChainName
  /** Whether blocks are made by `mine` only. @default false: one after each transaction */
  isHeld?: boolean
  /** The number of newest blocks that are not final. @default 0 */
  finalityLag?: number
  /** The hash of the metadata that transactions may name. Without it, none may name one. */
  metadataHash?: Uint8Array
  /**
   * Whether the runtime is an old one: its accounts have the older form, and metadata is requested
   * without a version. @default false
   */
  isOld?: boolean
  /** The number of blocks before the test. @default 100 */
  height?: number
}

/** Answers a request in place of a node. `honest` makes the node's own answer. */
export type NodeAnswer = (
  method: string,
  params: readonly unknown[],
  honest: () => unknown,
) => unknown

/**
 * Starts a node of a chain that exists only in this test, with the metadata of a real one. It
 * checks transactions as a chain does (signature, nonce, era, genesis, fee), moves the balances,
 * and writes events. It ends with the test.
 * @example
 * const node = await startTestNode()
 * node.fund(address, 10_000_000_000n)
 * createKit({ networks: [{ …, rpcUrls: { default: { http: [node.url] } } }], … })
 */
export async function startTestNode({
  chain: name = 'asset-hub-polkadot',
  isHeld = false,
  finalityLag = 0,
  metadataHash,
  isOld = false,
  height = 100,
}: TestNodeOptions = {}) {
  const [runtime, read] = await Promise.all([testRuntime(name), readTestMetadata(name)])
  const genesisHash: Hex = `0x${testChains[name]}`
  const chain = new TestChain({ runtime, genesis: genesisHash, isHeld, metadataHash, height })
  const { ledger } = chain
  const methods = createMethods(chain, { runtime, ...read, isOld, finalityLag })
  const requests: { method: string; params: readonly unknown[] }[] = []
  const url = await serve(async (method, params) => {
    requests.push({ method, params })
    const honest = () => {
      if (!Object.hasOwn(methods, method)) throw new NodeFault(-32601, 'Method not found')
      return methods[method]?.(...params)
    }
    return node.answer ? node.answer(method, params, honest) : honest()
  })
  const node = {
    /** Answers in place of the node, for tests of hostile nodes. */
    answer: undefined as NodeAnswer | undefined,
    /** The CAIP-2 id of the network. */
    networkId: `polkadot:${testChains[name].slice(0, 32)}` as NetworkId, // the cast: it has this form
    url,
    genesisHash,
    runtime,
    /** Every request that the node got. */
    requests,
    /** Blocks, waiting transactions and accounts. */
    chain,
    /** The minimum that an account has to hold, in planck. */
    deposit: ledger.deposit,
    /** Adds planck to an account, and sets other parts of it. */
    fund(address: string, planck: bigint, parts: Partial<TestAccount> = {}) {
      const key = keyOfAddress(address)
      ledger.change(key, { free: ledger.accountOf(key).free + planck, ...parts })
      chain.addBlock([], [])
    },
    /** An account, as the newest block has it. */
    accountOf: (address: string): TestAccount => ledger.accountOf(keyOfAddress(address)),
    /** Makes blocks. The first one has the waiting transactions. */
    mine(count = 1) {
      for (let made = 0; made < count; made++) chain.mine()
    },
  }
  return node
}

/** Serves JSON-RPC on a free port, until the test ends. Returns the URL. */
async function serve(
  answer: (method: string, params: readonly unknown[]) => Promise<unknown>,
): Promise<string> {
  const respond = async (body: string): Promise<string> => {
    const { id, method, params } = partsOf(JSON.parse(body))
    try {
      const result = await answer(String(method), Array.isArray(params) ? params : [])
      return JSON.stringify({ jsonrpc: '2.0', id, result: result ?? null })
    } catch (error) {
      const { code = -32603, message, data } = partsOf(error)
      return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } })
    }
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('access-control-allow-headers', '*')
      if (request.method !== 'POST') return void response.writeHead(204).end()
      void respond(Buffer.concat(parts).toString()).then((text) => {
        response.setHeader('content-type', 'application/json')
        response.end(text)
      })
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  const { port } = server.address() as { port: number } // a server on TCP has a port
  return `http://127.0.0.1:${port}`
}
