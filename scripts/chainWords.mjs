// Checks that code for all chains names no single chain. Words of a chain are allowed in chains/,
// sources/wagmi/, domains/siwx/server/ (a server has no adapters: it verifies the signatures of
// every chain), the tables of the protocol, and tests. In the API, code outside
// services/api/src/chains/<ns> must not compare namespaces, but call the chain's reader. It must
// not lower the case of addresses, but make their keys with the chain's own function.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'
import { trackedFiles } from './trackedFiles.mjs'

const neutral =
  /^packages\/(?:ui\/src\/|kit\/src\/(?!chains\/|sources\/(?:wagmi|walletconnect)\/|testing\/|domains\/siwx\/server\/|exports\/))/
const tests = /\.test\.tsx?$|\/startTest[A-Z]/
const words =
  /\b(?:eip155|bip122|polkadot|lamports?|wei|gas|viem|eth_\w+|personal_sign)\b|\b0x|evm|solana/i

/** Lines that may name a chain, each with the reason. */
const allowed = [
  { path: /options\/checkOptions\.ts$/, line: /'Pass /, why: 'advice names what most sites pass' },
  {
    path: /errors\/errors\.ts$/,
    line: /gasPriceUnsupported:/,
    why: 'a sentence of the specification',
  },
  { path: /createKit\.ts$/, line: /\* @/, why: 'an example' },
]

const api = /^services\/api\/src\/(?!chains\/(?:evm|solana|fake)\/|testing\/|.*\/conformance\/)/
const comparisons =
  /namespace\s*[!=]==|[!=]==\s*['"`](?:eip155|solana|bip122|polkadot)\b|['"`](?:eip155|solana|bip122|polkadot):?['"`]|['"`](?:eip155|solana|bip122|polkadot):\$\{|\.to(?:Lower|Upper)Case\(\)/

/** Lines of the API that may compare namespaces or lower the case, each with the reason. */
const allowedInApi = [
  { path: /api\/src\/(?:catalogue|icons)\//, line: /toLowerCase/, why: 'names and hosts' },
  { path: /nfts\/dataUri\.ts$/, line: /toLowerCase/, why: 'a media type' },
  { path: /names\/checkService\.ts$/, line: /toLowerCase/, why: 'a host' },
  { path: /names\/nameOptions\.ts$/, line: /v\.toLowerCase/, why: 'a host' },
  { path: /history\/spam\.ts$/, line: /toUpperCase/, why: 'a symbol' },
]
/**
 * Folders whose code must not compare namespaces, except in their folders of chains. A new service
 * has to be added here.
 */
const compared =
  /^(?:packages\/(?:kit|protocol|ui|server)|services\/(?:wallet|sandbox|serve|relay))\/src\//
const chainFolder = /\/(?:chains|evm\w*|solana|testing|evmSignature)\//
const namespaces = '(?:eip155|solana|polkadot|bip122)'
const comparison = new RegExp(
  [
    String.raw`(?<!typeof )namespace\)?\s*[!=]==\s*['"]`,
    `['"]${namespaces}['"]\\s*[!=]==`,
    `[!=]==\\s*['"]${namespaces}['"]`,
    `case ['"]${namespaces}['"]:`,
    String.raw`startsWith\(\s*['"\`]${namespaces}:`,
  ].join('|'),
)
/**
 * Matches code that lowers the case of an address, id or hash. Such code has to use `addressKey`,
 * `accountKey` or `transactionKey`.
 */
const lowered = /\b(?:\w*[aA]ddress|\w*[aA]ccountId|\w*[hH]ash|\.id|\bid)\??\.toLowerCase\(/
/**
 * Files that may lower the case: code of one chain that is in a shared folder, and ids that do not
 * belong to a chain.
 */
const ofOneChain =
  /^services\/wallet\/src\/frame\/(?:approve\/(?:decode|transaction|typedData)|rpc)\/|\/createIdMatcher\.ts$/

/** The code of a file, line by line, without comments. */
function linesOf(path) {
  const text = readFileSync(join(root, path), 'utf8')
  return text
    .replace(/\/\*[^]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ''))
    .replace(/(^|[\s;{])\/\/.*/g, '$1')
    .split('\n')
}

/** Lines of neutral code that name a chain. */
export function chainWords() {
  const files = trackedFiles().filter((path) => /\.tsx?$/.test(path) && !tests.test(path))
  return [
    ...linesWith(
      files.filter((path) => neutral.test(path)),
      words,
      allowed,
    ),
    ...linesWith(
      files.filter((path) => api.test(path)),
      comparisons,
      allowedInApi,
    ),
  ]
}

function linesWith(files, pattern, exceptions) {
  return files.flatMap((path) =>
    linesOf(path).flatMap((line, index) => {
      const isAllowed = exceptions.some((one) => one.path.test(path) && one.line.test(line))
      return pattern.test(line) && !isAllowed
        ? [`${path}:${index + 1}: names a chain: ${line.trim().slice(0, 120)}`]
        : []
    }),
  )
}

/** Lines outside chain folders that compare a namespace, or lower the case of an address. */
export function chainComparisons() {
  const files = trackedFiles().filter(
    (path) =>
      compared.test(path) && /\.tsx?$/.test(path) && !tests.test(path) && !chainFolder.test(path),
  )
  return files.flatMap((path) =>
    linesOf(path).flatMap((line, index) => {
      const isCompared = comparison.test(line)
      const isLowered = lowered.test(line) && !ofOneChain.test(path)
      return isCompared || isLowered
        ? [
            `${path}:${index + 1}: ${isCompared ? 'compares a namespace' : 'lowers an address'}: ${line.trim().slice(0, 120)}`,
          ]
        : []
    }),
  )
}
