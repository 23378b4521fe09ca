/** The names of opcodes that appear in scripts of today, by their number. */
const names: Readonly<Record<number, string>> = {
  0x00: 'OP_0',
  0x4f: 'OP_PUSHNUM_NEG1',
  0x63: 'OP_IF',
  0x64: 'OP_NOTIF',
  0x67: 'OP_ELSE',
  0x68: 'OP_ENDIF',
  0x69: 'OP_VERIFY',
  0x6a: 'OP_RETURN',
  0x75: 'OP_DROP',
  0x76: 'OP_DUP',
  0x87: 'OP_EQUAL',
  0x88: 'OP_EQUALVERIFY',
  0xa8: 'OP_SHA256',
  0xa9: 'OP_HASH160',
  0xac: 'OP_CHECKSIG',
  0xad: 'OP_CHECKSIGVERIFY',
  0xae: 'OP_CHECKMULTISIG',
  0xaf: 'OP_CHECKMULTISIGVERIFY',
  0xb1: 'OP_CLTV',
  0xb2: 'OP_CSV',
  0xba: 'OP_CHECKSIGADD',
}

/** Writes a script in words, as Esplora does. */
export function disassemble(script: Buffer): string {
  const words: string[] = []
  for (let at = 0; at < script.length; ) {
    const opcode = script[at] ?? 0
    at += 1
    const size = { 0x4c: 1, 0x4d: 2, 0x4e: 4 }[opcode]
    const isPush = (opcode > 0 && opcode <= 0x4b) || size !== undefined
    if (size !== undefined && at + size > script.length)
      return [...words, '<unexpected end>'].join(' ')
    const length = size === undefined ? opcode : script.readUIntLE(at, size)
    if (size !== undefined) at += size
    if (!isPush) {
      words.push(nameOf(opcode))
      continue
    }
    words.push(size === undefined ? `OP_PUSHBYTES_${length}` : `OP_PUSHDATA${size}`)
    if (at + length > script.length) return [...words, '<push past end>'].join(' ')
    words.push(script.toString('hex', at, at + length))
    at += length
  }
  return words.join(' ')
}

function nameOf(opcode: number): string {
  if (opcode >= 0x51 && opcode <= 0x60) return `OP_PUSHNUM_${opcode - 0x50}`
  return names[opcode] ?? `OP_RETURN_${opcode}`
}
