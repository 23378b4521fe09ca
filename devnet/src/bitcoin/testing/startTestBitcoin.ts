import { onTestFinished } from 'vitest'
import {
  startBitcoinChain,
  type BitcoinChain,
  type BitcoinChainOptions,
} from '../startBitcoinChain.ts'

/** A chain that only the test mines, with a reader of its REST API. */
export type TestBitcoin = BitcoinChain & {
  /** Requests a path. @returns the status, and the JSON or text of the answer */
  get(path: string): Promise<{ status: number; body: unknown }>
  /** Sends a body by POST. @returns the status, and the JSON or text of the answer */
  post(path: string, body: string): Promise<{ status: number; body: unknown }>
}

/** Starts a chain that ends with the test. */
export async function startTestBitcoin(options: BitcoinChainOptions = {}): Promise<TestBitcoin> {
  const defects: unknown[] = []
  const chain = await startBitcoinChain({
    isHeld: true,
    onDefect: (error) => defects.push(error),
    ...options,
  })
  onTestFinished(async () => {
    await chain.close()
    if (defects.length > 0) throw new Error('The chain has a defect.', { cause: defects[0] })
  })
  const request = async (path: string, init?: RequestInit) => {
    const response = await fetch(chain.url + path, init)
    const text = await response.text()
    const isJson = response.headers.get('content-type') === 'application/json'
    return { status: response.status, body: isJson ? (JSON.parse(text) as unknown) : text }
  }
  return {
    ...chain,
    get: (path) => request(path),
    post: (path, body) => request(path, { method: 'POST', body }),
  }
}
