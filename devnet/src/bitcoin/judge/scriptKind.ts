/** What a script asks of the transaction that spends it. `nonstandard` is anything unknown. */
export type ScriptKind =
  | 'p2pk'
  | 'p2pkh'
  | 'p2sh'
  | 'v0_p2wpkh'
  | 'v0_p2wsh'
  | 'v1_p2tr'
  | 'anchor'
  | 'witness_unknown'
  | 'multisig'
  | 'op_return'
  | 'nonstandard'

/** The form of each kind, over the script in hex. */
const forms: readonly (readonly [ScriptKind, RegExp])[] = [
  ['p2pkh', /^76a914[0-9a-f]{40}88ac$/],
  ['p2sh', /^a914[0-9a-f]{40}87$/],
  ['v0_p2wpkh', /^0014[0-9a-f]{40}$/],
  ['v0_p2wsh', /^0020[0-9a-f]{64}$/],
  ['v1_p2tr', /^5120[0-9a-f]{64}$/],
  ['anchor', /^51024e73$/],
  ['p2pk', /^(?:21[0-9a-f]{66}|41[0-9a-f]{130})ac$/],
]

/** Finds the kind of an output's script. */
export function scriptKind(script: Buffer): ScriptKind {
  const hex = script.toString('hex', 0, 520)
  const form = script.length <= 70 ? forms.find(([, pattern]) => pattern.test(hex)) : undefined
  if (form) return form[0]
  if (isUnknownWitness(script)) return 'witness_unknown'
  if (script[0] === 0x6a && isPushOnly(script.subarray(1))) return 'op_return'
  return isMultisig(script) ? 'multisig' : 'nonstandard'
}

/** A witness program of a version, or with a length, that no rule knows yet. BIP-141 */
function isUnknownWitness(script: Buffer): boolean {
  const [version = 0, length] = script
  return (
    script.length >= 4 &&
    script.length <= 42 &&
    version >= 0x51 &&
    version <= 0x60 &&
    length === script.length - 2
  )
}

/** `m <key> … n OP_CHECKMULTISIG` with at most three keys, as nodes relay it. */
function isMultisig(script: Buffer): boolean {
  const [first = 0] = script
  const total = script.at(-2) ?? 0
  if (script.at(-1) !== 0xae || first < 0x51 || total > 0x53 || first > total) return false
  let keys = 0
  let at = 1
  for (; at < script.length - 2; keys += 1) {
    const length = script[at] ?? 0
    const prefix = script[at + 1] ?? 0
    const isKey = length === 33 ? prefix === 2 || prefix === 3 : length === 65 && prefix === 4
    if (!isKey) return false
    at += 1 + length
  }
  return at === script.length - 2 && keys === total - 0x50
}

/** The pushed data of a script that only pushes; undefined for any other script. */
export function pushesOf(script: Buffer): Buffer[] | undefined {
  const pushes: Buffer[] = []
  for (let at = 0; at < script.length; ) {
    const opcode = script[at] ?? 0
    at += 1
    if (opcode > 0x60) return undefined
    const size = opcode <= 0x4b ? 0 : opcode === 0x4c ? 1 : opcode === 0x4d ? 2 : 4
    const isData = opcode <= 0x4e
    if (isData && at + (opcode <= 0x4b ? 0 : size) > script.length) return undefined
    const length = !isData ? 0 : opcode <= 0x4b ? opcode : script.readUIntLE(at, size)
    if (isData && opcode > 0x4b) at += size
    if (at + length > script.length) return undefined
    pushes.push(script.subarray(at, at + length))
    at += length
  }
  return pushes
}

/** Whether a script only pushes data. */
export const isPushOnly = (script: Buffer): boolean => pushesOf(script) !== undefined
