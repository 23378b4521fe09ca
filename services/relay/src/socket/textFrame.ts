/** The first byte of an unfragmented text frame. Source: RFC 6455, section 5.2 */
const wholeText = 0x81

/**
 * A text as a frame of a server, header and content in one buffer, without mask and compression.
 * `ws` would write header and content separately, which costs twice as much. Source: RFC 6455,
 * section 5.2
 */
export function textFrame(text: string): Buffer {
  const bytes = Buffer.byteLength(text)
  const head = bytes < 126 ? 2 : bytes < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(head + bytes)
  frame[0] = wholeText
  frame[1] = head === 2 ? bytes : head === 4 ? 126 : 127
  if (head === 4) frame.writeUInt16BE(bytes, 2)
  if (head === 10) frame.writeBigUInt64BE(BigInt(bytes), 2)
  frame.write(text, head, bytes === text.length ? 'latin1' : 'utf8')
  return frame
}
