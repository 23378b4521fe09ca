// Checks rules about the text and the names of files that no linter checks.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'
import { trackedFiles } from './trackedFiles.mjs'

const code = /\.(ts|tsx|mjs|cjs|js)$/
const shipped = /^packages\/(?!server\/)\w+\/src\/(?!.*\.test\.)/

const rules = [
  {
    why: 'a path of one machine',
    in: /./,
    never: /(?:\/home\/|\/Users\/|\/root\/|[A-Z]:\\Users\\)[\w.-]+/,
  },
  {
    why: 'the address of a package registry',
    in: /./,
    never: /registry\.(?:npmjs|yarnpkg|npmmirror)\.|"resolved": "http/,
  },
  {
    why: 'a vendor that nobody configured',
    in: /^(packages|services|apps|devnet)\/.*src\/(?!.*\.test\.)/,
    never: /\b(?:https?|wss?):\/\/[\w.-]*(?:reown|walletconnect|web3modal|infura|alchemy)\.\w+/,
  },
  {
    why: 'the kit does not know its surroundings: take it as an option',
    in: shipped,
    never: /\bprocess\.env\b|\bimport\.meta\.env\b/,
  },
  {
    why: 'Node 20 and 22 answer wrongly for hosts of other letters: readUrl',
    in: /^(?:packages|services|devnet)\//,
    never: /URL\.canParse\(/,
  },
  {
    why: 'browsers before 2023 lack it: copy, then sort, reverse or filter',
    in: /^packages\/(?!server\/)\w+\/src\/(?!testing\/|.*\.test\.)/,
    never: /\.(?:toSorted|toReversed|toSpliced)\(/,
  },
  {
    why: 'words belong into messages.ts',
    in: /^(?:packages|services\/wallet)\/.*\.tsx$/,
    never:
      /\s(?:aria-label|aria-description|title|placeholder|alt|label)=(?:"[^"]*[a-z]|\{(['"`])[^'"`]*[a-z])/i,
  },
  {
    why: 'colours come from tokens',
    in: /^(?:packages\/(?:kit\/src\/react|ui\/src)|services\/wallet\/src\/frame)\/(?!styles\/|plain\.).*\.css$/,
    never: /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(/i,
  },
  {
    why: 'physical sides break right-to-left: use logical properties',
    in: /^(?:packages|services)\/.*\.css$/,
    never:
      /(?:^|[\s;{])(?:(?:margin|padding|border)-(?:left|right)|left|right)\s*:|text-align:\s*(?:left|right)\b/,
  },
  {
    why: 'two different sides break right-to-left: use padding-inline, margin-inline, inset-inline',
    in: /^(?:packages|services)\/(?!.*\/testing\/).*\.css$/,
    never:
      /\b(?:padding|margin|inset):\s*[^\s;}]+\s+([^\s;}]+)\s+[^\s;}]+\s+(?!\1(?:[\s;}]|$))[^\s;}]/,
  },
  {
    why: 'the case of data is no language’s: what is seen is what is registered (Turkish i)',
    in: /^(?:packages|services|apps)\/.*src\/(?!.*\.test\.).*\.(?:css|tsx?|html)$/,
    never: /text-transform:(?!\s*none|[^\n]*\/\* a heading's own)|\.toLocale(?:Lower|Upper)Case\(/,
  },
  {
    why: 'a browser may name no languages',
    in: /^(?:packages|services)\/.*src\/(?!.*\.test\.)/,
    never: /navigator\??\.languages(?! \?\?)/,
  },
  {
    why: 'the host page is not ours',
    in: /^packages\/(?!.*\.test\.|ui\/src\/styles\/adoptStyles\.)/,
    never: /document\.(?:head|documentElement\.(?:style|class))|createElement\(['"]style['"]\)/,
  },
  {
    why: 'only main.ts and x.entry.ts read the environment',
    in: /^services\/[^/]+\/src\/(?!(?:server\/)?(?:main|\w+\.entry)\.ts$|(?:.*\/)?testing\/|.*\.test\.)/,
    never: /\bprocess\.env\b/,
  },
]

/** Names of files and folders that say nothing about the content. */
const emptyName = /(?:^|\/)(?:utils?|helpers?|misc|common)(?:\/|\.[a-z]+$)/i

function findingsIn(path) {
  const findings =
    code.test(path) && emptyName.test(path)
      ? [`${path}: a name says what is inside (not "utils")`]
      : []
  const applying = rules.filter((rule) => rule.in.test(path))
  readFileSync(join(root, path), 'utf8')
    .split('\n')
    .forEach((line, index) => {
      for (const { why, never } of applying)
        if (never.test(line))
          findings.push(`${path}:${index + 1}: ${why}\n    ${line.trim().slice(0, 140)}`)
    })
  return findings
}

const isText = (path) =>
  !/\.(gz|png|jpe?g|ico|woff2?|bin)$/.test(path) && path !== 'scripts/check-text.mjs'
const files = trackedFiles().filter(isText)
const findings = files.flatMap(findingsIn)
findings.forEach((finding) => console.error(finding))
console.log(`${files.length} files, ${findings.length} findings`)
process.exitCode = findings.length ? 1 : 0
