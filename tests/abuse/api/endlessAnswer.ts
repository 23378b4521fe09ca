import { written, type Answers, type NodeRequest } from './startNode.ts'

/** An answer that begins and then sends spaces without end. */
export function endlessAnswer(
  _: readonly unknown[],
  { id }: NodeRequest,
  response: Parameters<Answers[string]>[2],
): typeof written {
  response.setHeader('content-type', 'application/json')
  response.write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":[`)
  const blank = Buffer.alloc(1024 * 1024, ' ')
  const go = () => {
    while (!response.destroyed) if (!response.write(blank)) return void response.once('drain', go)
  }
  go()
  return written
}
