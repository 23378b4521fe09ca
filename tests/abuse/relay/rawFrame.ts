/** Opcodes of WebSocket frames. Source: RFC 6455, 5.2 */
export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

type FrameOptions = {
  opcode?: number
  fin?: boolean
  masked?: boolean
  reserved?: number
  announced?: number
}

/**
 * A client's frame, byte by byte. Its mask is zero, so the payload is sent unchanged, and a flood
 * costs the attacker little.
 * @param options.announced the length in the header. @default the payload's length
 */
export function rawFrame(
  payload: Buffer | string,
  { opcode = opcodes.text, fin = true, masked = true, reserved = 0, announced }: FrameOptions = {},
): Buffer {
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
  const length = announced ?? bytes.length
  const first = Buffer.from([(fin ? 0x80 : 0) | (reserved << 4) | opcode])
  return Buffer.concat([
    first,
    lengthOf(length, masked ? 0x80 : 0),
    Buffer.alloc(masked ? 4 : 0),
    bytes,
  ])
}

function lengthOf(length: number, mask: number): Buffer {
  if (length < 126) return Buffer.from([mask | length])
  const head = Buffer.alloc(length < 65_536 ? 3 : 9)
  head[0] = mask | (length < 65_536 ? 126 : 127)
  if (length < 65_536) head.writeUInt16BE(length, 1)
  else head.writeBigUInt64BE(BigInt(length), 1)
  return head
}
