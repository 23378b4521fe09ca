import * as v from 'valibot'
import { readAccountId } from '../../core/readAccountId.ts'
import { fromBase64, fromUtf8, toBase64, toUtf8 } from '../crypto/encoding.ts'

const text = v.pipe(v.string(), v.maxLength(4_000))
const maybe = v.nullish(text)

/** A signed sign-in message. Source: CAIP-74; `t` of the signature is `eip191` or `eip1271`. */
export const cacao = v.object({
  h: v.object({ t: text }),
  p: v.object({
    iss: v.pipe(text, v.startsWith('did:pkh:')),
    domain: text,
    aud: text,
    version: text,
    nonce: text,
    iat: text,
    exp: maybe,
    nbf: maybe,
    requestId: maybe,
    statement: maybe,
    resources: v.nullish(v.pipe(v.array(text), v.maxLength(50))),
  }),
  s: v.object({ t: text, s: v.pipe(text, v.regex(/^0x[0-9a-fA-F]+$/)) }),
})
export type Cacao = v.InferOutput<typeof cacao>

/** The account that signed. @throws KitError caipInvalid when the issuer is no account */
export function signerOf({ p }: Cacao): ReturnType<typeof readAccountId> {
  return readAccountId(p.iss.slice('did:pkh:'.length))
}

/** The signed text. Source: EIP-4361, with the statement of EIP-5573 when a capability is among the resources. */
export function messageOf(signed: Cacao): string {
  const { p } = signed
  const { address, reference } = signerOf(signed)
  const line = (name: string, value: string | null | undefined) => (value ? `${name}: ${value}` : undefined)
  const statement = statementOf(p.statement ?? undefined, p.resources ?? [])
  return [
    `${p.domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    statement,
    '',
    `URI: ${p.aud}`,
    `Version: ${p.version}`,
    `Chain ID: ${reference}`,
    `Nonce: ${p.nonce}`,
    `Issued At: ${p.iat}`,
    line('Expiration Time', p.exp),
    line('Not Before', p.nbf),
    line('Request ID', p.requestId),
    p.resources && ['Resources:', ...p.resources.map((one) => `- ${one}`)].join('\n'),
  ]
    .filter((one) => one !== undefined && one !== null)
    .join('\n')
}

/** A capability: allowed methods by namespace. Source: EIP-5573 (ReCap). */
type Capability = { att: Record<string, Record<string, readonly { chains?: readonly string[] }[]>> }

/** A capability for these methods on these chains, as a resource of the sign-in message. */
export function capabilityOf(methods: readonly string[], chains: readonly string[]): string {
  const abilities = Object.fromEntries([...methods].sort().map((method) => [`request/${method}`, [{ chains }]]))
  const capability: Capability = { att: { eip155: abilities } }
  return `urn:recap:${toBase64(toUtf8(JSON.stringify(capability))).replace(/=+$/, '')}`
}

/** Methods that the last resource grants, or none. */
export function grantedMethods(resources: readonly string[]): readonly string[] {
  const abilities = readCapability(resources)?.att.eip155 ?? {}
  return Object.keys(abilities).flatMap((ability) => (ability.startsWith('request/') ? [ability.slice('request/'.length)] : []))
}

function readCapability(resources: readonly string[]): Capability | undefined {
  const last = resources.at(-1)
  if (!last?.startsWith('urn:recap:')) return undefined
  try {
    const capability: unknown = JSON.parse(fromUtf8(fromBase64(last.slice('urn:recap:'.length))))
    return v.is(v.object({ att: v.record(v.string(), v.record(v.string(), v.array(v.object({}))))}), capability) ? (capability as Capability) : undefined // just checked
  } catch {
    return undefined // not a capability
  }
}

function statementOf(statement: string | undefined, resources: readonly string[]): string | undefined {
  const capability = readCapability(resources)
  if (!capability) return statement
  const base = 'I further authorize the stated URI to perform the following actions on my behalf: '
  if (statement?.includes(base)) return statement
  let count = 0
  const sentences = Object.entries(capability.att).flatMap(([resource, abilities]) => {
    const groups = new Map<string, string[]>()
    for (const ability of Object.keys(abilities)) {
      const [namespace = '', name = ''] = ability.split('/')
      groups.set(namespace, [...(groups.get(namespace) ?? []), `'${name}'`])
    }
    return [...groups].map(([namespace, names]) => `(${++count}) '${namespace}': ${names.sort().join(', ')} for '${resource}'.`)
  })
  return `${statement ? `${statement} ` : ''}${base}${sentences.join(' ')}`
}
