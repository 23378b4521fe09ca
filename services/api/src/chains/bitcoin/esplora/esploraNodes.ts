import { kibibyte, mebibyte } from '../../../providers/answerLimits.ts'
import type { AnswerLimits, NodePath, NodeRules } from '../../../providers/nodeRules.ts'
import { passedPath } from './passedPath.ts'

/** A text of one line. */
const line: AnswerLimits = { bytes: kibibyte, depth: 1, values: 1 }
/** A page of transactions. Witnesses, and texts of scripts, are not read. */
const page: AnswerLimits = {
  bytes: 48 * mebibyte,
  depth: 8,
  values: 400_000,
  members: [
    'txid',
    'version',
    'locktime',
    'fee',
    'vin',
    'vout',
    'prevout',
    'scriptsig',
    'sequence',
    'is_coinbase',
    'scriptpubkey',
    'value',
    'status',
    'confirmed',
    'block_height',
    'block_hash',
    'block_time',
  ],
}

/** The paths of the service's own requests, by method. */
const paths: Readonly<Record<string, (...params: readonly string[]) => NodePath>> = {
  tipHeight: () => ({ path: '/blocks/tip/height', isText: true }),
  blockHash: (height) => ({ path: `/block-height/${height}`, isText: true }),
  address: (address) => ({ path: `/address/${address}` }),
  newest: (address) => ({ path: `/address/${address}/txs` }),
  confirmed: (address, last) => ({
    path: `/address/${address}/txs/chain${last === undefined ? '' : `/${last}`}`,
  }),
  transaction: (txid) => ({ path: `/tx/${txid}` }),
}

/**
 * The rules for Esploras: servers that answer questions about addresses. Source:
 * https://github.com/Blockstream/esplora/blob/master/API.md
 */
export const esploraNodes: NodeRules = {
  /** An Esplora shows its network by the hash of the first block, which the network's id begins. */
  identityOf(networkId) {
    const reference = networkId.slice(networkId.indexOf(':') + 1)
    return {
      method: 'blockHash',
      params: [0],
      isNamed: (result) =>
        typeof result === 'string' && /^[0-9a-f]{64}$/.test(result)
          ? result.startsWith(reference)
          : undefined,
    }
  },
  paths: {
    of(method, params) {
      const path = Object.hasOwn(paths, method) ? paths[method] : undefined
      if (!path) throw new RangeError(`No path for ${method}`)
      return path(...params.map(String))
    },
    passed: passedPath,
  },
  answerLimits: {
    tipHeight: line,
    blockHash: line,
    address: { bytes: 16 * kibibyte, depth: 4, values: 64 },
    newest: page,
    confirmed: page,
    transaction: page,
  },
  forwarded: new Set(),
  sending: new Set(),
  costly: new Set(),
  isRevert: () => false,
}
