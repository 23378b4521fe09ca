// Checks that code for all chains names no single chain. Words of a chain are allowed in chains/,
// sources/wagmi/, domains/siwx/server/ (a server has no adapters: it verifies the signatures of
// every chain), the tables of the protocol, and tests. In the API, code outside
// services/api/src/chains/<ns> must not compare namespaces, but call the chain's reader. It must
// not lower the case of addresses, but make their keys with the chain's own function.
// A line there that changes the case of another text has a comment such as "no address: a host".
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'
import { trackedFiles } from './trackedFiles.mjs'

const neutral =
  /^packages\/(?:ui\/src\/|kit\/src\/(?!chains\/|sources\/(?:wagmi|walletconnect)\/|testing\/|domains\/siwx\/server\/|exports\/))/
const tests = /\.test\.tsx?$|\/startTest[A-Z]/
const words =
  /\b(?:eip155|bip122|polkadot|lamports?|wei|gas|viem|eth_\w+|personal_sign)\b|\b0x|evm|solana/i

/**
 * Matches lines that may name a chain: advice for developers, which names what most sites pass, and
 * a sentence of the specification.
 */
const advice = /'Pass |gasPriceUnsupported:/

const api = /^services\/api\/src\/(?!chains\/[^/]+\/|testing\/|.*\/conformance\/)/
const comparisons =
  /namespace\s*[!=]==|[!=]==\s*['"`](?:eip155|solana|bip122|polkadot)\b|['"`](?:eip155|solana|bip122|polkadot):?['"`]|['"`](?:eip155|solana|bip122|polkadot):\$\{|\.to(?:Lower|Upper)Case\(\)/

/**
 * Matches a change of the case of a text that is a name, a host, or something else that is no
 * address. The comment at the end of the line, or above it, says what it is.
 */
const ofNoAddress =
  /\.to(?:Lower|Upper)Case\(\)(?:(?=.*\/\/ no address: )|(?<=^\s*\/\/ no address: .*\n.*))/gm

/** Code that must not compare namespaces, except in folders of chains. */
const compared = /^(?:packages|services)\/\w+\/src\//
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
/** Lowers the ids of wallets, which belong to no chain. */
const idsOfWallets = /\/createIdMatcher\.ts$/

/** The code of a file, line by line, without comments, and without changes `ofNoAddress`. */
function linesOf(path) {
  const text = readFileSync(join(root, path), 'utf8')
  return text
    .replace(ofNoAddress, '')
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
      (line) => words.test(line) && !advice.test(line),
    ),
    ...linesWith(
      files.filter((path) => api.test(path)),
      (line) => comparisons.test(line),
    ),
  ]
}

function linesWith(files, isFault) {
  return files.flatMap((path) =>
    linesOf(path).flatMap((line, index) =>
      isFault(line) ? [`${path}:${index + 1}: names a chain: ${line.trim().slice(0, 120)}`] : [],
    ),
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
      const isLowered = lowered.test(line) && !idsOfWallets.test(path)
      return isCompared || isLowered
        ? [
            `${path}:${index + 1}: ${isCompared ? 'compares a namespace' : 'lowers an address'}: ${line.trim().slice(0, 120)}`,
          ]
        : []
    }),
  )
}
