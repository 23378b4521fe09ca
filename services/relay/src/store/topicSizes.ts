type Size = { messages: number; bytes: number }

/** Topics whose sizes are remembered; another one is counted anew. */
const most = 50_000

/** What topics hold: counted at first sight, followed from there. @param count the bytes of each message of a topic */
export function createSizes(count: (topic: string) => readonly number[]) {
  const known = new Map<string, Size>()
  return {
    of(topic: string): Readonly<Size> {
      const remembered = known.get(topic)
      if (remembered) return remembered
      const bytes = count(topic)
      const size = { messages: bytes.length, bytes: bytes.reduce((sum, each) => sum + each, 0) }
      const [oldest] = known.size < most ? [] : known.keys()
      if (oldest !== undefined) known.delete(oldest)
      known.set(topic, size)
      return size
    },
    change(topic: string, messages: 1 | -1, bytes: number): void {
      const size = known.get(topic)
      if (!size) return
      size.messages += messages
      size.bytes += messages * bytes
      if (size.messages <= 0) known.delete(topic)
    },
  }
}
