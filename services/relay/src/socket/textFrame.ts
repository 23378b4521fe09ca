/** The first byte of a frame that contains a complete text. Source: RFC 6455, section 5.2. */
const wholeText = 0x81

/**
 * A text as one server frame, in one piece. The library would send header and text separately,
 * which doubles the cost. Source: RFC 6455, section 5.2; no mask, no compression.
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
