import * as v from 'valibot'
import { readAccountId } from '../../../core/options/readAccountId.ts'
import { fromBase64, toBase64 } from '@latchkey/protocol/base64'
import { fromUtf8, toUtf8 } from '../crypto/encoding.ts'

const text = v.pipe(v.string(), v.maxLength(4_000))
const maybe = v.nullish(text)

/** A signed sign-in message. `s.t` is the type of the signature: `eip191` or `eip1271`. CAIP-74 */
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

/**
 * The account that signed the message. @throws KitError caipInvalid when the issuer is no account
 */
export function signerOf({ p }: Cacao): ReturnType<typeof readAccountId> {
  return readAccountId(p.iss.slice('did:pkh:'.length))
}

/**
 * The signed text. Contains the statement of EIP-5573 when a capability is among the resources.
 * EIP-4361
 */
export function messageOf(signed: Cacao): string {
  const { p } = signed
  const { address, reference } = signerOf(signed)
  const line = (name: string, value: string | null | undefined) =>
    value ? `${name}: ${value}` : undefined
  const statement = statementOf(p)
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
    p.resources && ['Resources:', ...p.resources.map((resource) => `- ${resource}`)].join('\n'),
  ]
    .filter((line) => line !== undefined && line !== null)
    .join('\n')
}

/**
 * A capability: by namespace, the permitted methods, each with the CAIP-2 chains on which it is
 * permitted. EIP-5573 (ReCap)
 */
const capability = v.object({
  att: v.record(text, v.record(text, v.array(v.object({ chains: v.optional(v.array(text)) })))),
})
type Capability = v.InferOutput<typeof capability>

/**
 * Makes a capability for these methods on these chains, in the form of a resource of the sign-in
 * message.
 */
export function capabilityOf(methods: readonly string[], chains: readonly string[]): string {
  const abilities = Object.fromEntries(
    [...methods].sort().map((method) => [`request/${method}`, [{ chains }]]),
  )
  const all = { att: { eip155: abilities } }
  return `urn:recap:${toBase64(toUtf8(JSON.stringify(all))).replace(/=+$/, '')}`
}

/** The methods that the last resource grants. Empty if that is no capability. */
export function grantedMethods(resources: readonly string[]): readonly string[] {
  const abilities = readCapability(resources)?.att.eip155 ?? {}
  return Object.keys(abilities).flatMap((ability) =>
    ability.startsWith('request/') ? [ability.slice('request/'.length)] : [],
  )
}

/** The CAIP-2 chains on which the last resource grants methods. */
export function grantedChains(resources: readonly string[]): readonly string[] {
  const limits = Object.values(readCapability(resources)?.att.eip155 ?? {}).flat()
  return [...new Set(limits.flatMap(({ chains = [] }) => chains))]
}

/** The resources without the capability, which is the last one. */
export const withoutCapability = (resources: readonly string[]): readonly string[] =>
  readCapability(resources) ? resources.slice(0, -1) : resources

function readCapability(resources: readonly string[]): Capability | undefined {
  const last = resources.at(-1)
  if (!last?.startsWith('urn:recap:')) return undefined
  try {
    return v.parse(capability, JSON.parse(fromUtf8(fromBase64(last.slice('urn:recap:'.length)))))
  } catch {
    return undefined // not a capability
  }
}

/**
 * The statement of a signed text: the site's statement, followed by the granted rights in words.
 * EIP-5573
 */
export function statementOf({ statement, resources }: Cacao['p']): string | undefined {
  const granted = readCapability(resources ?? [])
  if (!granted) return statement ?? undefined
  const base = 'I further authorize the stated URI to perform the following actions on my behalf: '
  if (statement?.includes(base)) return statement
  let count = 0
  const sentences = Object.entries(granted.att).flatMap(([resource, abilities]) => {
    const groups = new Map<string, string[]>()
    for (const ability of Object.keys(abilities)) {
      const [namespace = '', name = ''] = ability.split('/')
      groups.set(namespace, [...(groups.get(namespace) ?? []), `'${name}'`])
    }
    return [...groups].map(
      ([namespace, names]) =>
        `(${++count}) '${namespace}': ${names.sort().join(', ')} for '${resource}'.`,
    )
  })
  return `${statement ? `${statement} ` : ''}${base}${sentences.join(' ')}`
}
