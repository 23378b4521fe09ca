import type { PlaygroundState } from './fields.ts'
import { buttonProps, exampleServices, optionsOf, signInOf, variablesOf } from './optionsOf.ts'
import type { Literal } from './optionsOf.ts'

/**
 * The maximum length of a line of code, in characters. If a line is longer, each part gets its own
 * line.
 */
const width = 88

const quote = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`
const key = (name: string) => (/^[a-z]\w*$/i.test(name) ? name : quote(name))

/** Writes a value as code. @param indent the number of spaces before its line */
function literal(value: Literal, indent: number): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'boolean') return String(value)
  if (isList(value)) return `[${value.map((item) => literal(item, indent)).join(', ')}]`
  const parts = Object.entries(value).map(
    ([name, item]) => `${key(name)}: ${literal(item, indent + 2)}`,
  )
  return block(parts, indent)
}

const isList = (value: Literal): value is readonly Literal[] => Array.isArray(value)

/** Writes the parts of an object, on one line if there is room. */
function block(parts: readonly string[], indent: number): string {
  const line = `{ ${parts.join(', ')} }`
  if (indent + line.length <= width && !line.includes('\n')) return line
  const pad = ' '.repeat(indent)
  return `{\n${parts.map((part) => `${pad}  ${part},\n`).join('')}${pad}}`
}

const solanaNetwork = `const solanaMainnet = {
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', // the first 32 characters of the hash of its first block
  namespace: 'solana' as const,
  name: 'Solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: ['https://solana.example.org'] } }, // your node
}

`

/** The names of networks that the written file declares itself. */
const ownNames: { readonly [name: string]: string | undefined } = { solana: 'solanaMainnet' }

const ids = {
  mainnet: 'eip155:1',
  base: 'eip155:8453',
  arbitrum: 'eip155:42161',
  optimism: 'eip155:10',
  polygon: 'eip155:137',
} as const
const isEvm = (name: string): name is keyof typeof ids => name in ids

/**
 * Writes the source code of a site with the chosen values: the imports, the kit, and the provider
 * with its button. Defaults are left out.
 */
export function writeCode(state: PlaygroundState): string {
  const chains = state.networks.filter(isEvm)
  const hasSolana = state.networks.includes('solana')
  const variables = Object.entries(variablesOf(state)).map(
    ([name, value]) => `${key(name)}: ${quote(value)}`,
  )
  const themed = [...(state.preset === 'none' ? [] : [`...${state.preset}`]), ...variables]
  const signIn = signInOf(state)
  const imports = [
    `import { createKit${signIn ? ', localSiwx' : ''} } from 'latchkey'`,
    ...(chains.length > 0 ? [`import { evm } from 'latchkey/evm'`] : []),
    `import { ConnectButton, KitProvider } from 'latchkey/react'`,
    ...(hasSolana ? [`import { solana } from 'latchkey/solana'`] : []),
    ...(state.preset === 'none' ? [] : [`import { ${state.preset} } from 'latchkey/themes'`]),
    ...(chains.length > 0 ? [`import { ${chains.toSorted().join(', ')} } from 'viem/chains'`] : []),
  ]
  const services = Object.fromEntries(state.services.map((name) => [name, exampleServices[name]]))
  const nodes = Object.fromEntries(
    chains.map((name) => [ids[name], [`https://${name}.example.org`]]),
  )
  const options = [
    `metadata: { name: 'My site', url: 'https://example.org' }`,
    `networks: [${state.networks.map((name) => ownNames[name] ?? name).join(', ')}]`,
    `adapters: [${[...(chains.length > 0 ? ['evm()'] : []), ...(hasSolana ? ['solana()'] : [])].join(', ')}]`,
    ...(state.services.length > 0 ? [`services: ${literal(services, 2)}`] : []),
    // without an API the kit reads from nodes, so the code names the site's own nodes
    ...(state.services.includes('api') || chains.length === 0
      ? []
      : [`customRpcUrls: ${literal(nodes, 2)}`]),
    ...Object.entries(optionsOf(state)).map(([name, value]) => `${name}: ${literal(value, 2)}`),
    ...(signIn
      ? [`siwx: localSiwx(${Object.keys(signIn).length > 0 ? literal(signIn, 2) : ''})`]
      : []),
    ...(themed.length === 0
      ? []
      : [
          `themeVariables: ${themed.length === 1 && state.preset !== 'none' ? state.preset : block(themed, 2)}`,
        ]),
  ]
  return `${imports.join('\n')}

${hasSolana ? solanaNetwork : ''}const kit = createKit({
${options.map((option) => `  ${option},${option.startsWith('siwx:') ? ' // the page alone knows: a server that has to know needs serverSiwx' : ''}\n`).join('')}})

export const App = () => (
  <KitProvider kit={kit}>
    <ConnectButton${propsOf(state)} />
  </KitProvider>
)
`
}

function propsOf(state: PlaygroundState): string {
  return Object.entries(buttonProps(state))
    .map(([name, value]) =>
      value === true
        ? ` ${name}`
        : value === false
          ? ` ${name}={false}`
          : ` ${name}=${/^[\w .,-]*$/.test(value) ? `"${value}"` : `{${quote(value)}}`}`,
    )
    .join('')
}
