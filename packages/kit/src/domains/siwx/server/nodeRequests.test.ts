import { describe, expect, test } from 'vitest'
import { startTestSiwx } from './startTestSiwx.ts'

describe('requests to a node', () => {
  /**
   * A site with a node. `requests` collects the methods that the node receives. The node reports
   * `code` as the code of every address.
   */
  function startWithNode({
    code = '0x',
    ...options
  }: Partial<Parameters<typeof startTestSiwx>[0]> & { code?: string } = {}) {
    const requests: string[] = []
    const fetch = async (_: unknown, init?: RequestInit) => {
      // the cast: the server under test sends the request
      const { method } = JSON.parse(String(init?.body)) as { method: string }
      requests.push(method)
      return Response.json({
        jsonrpc: '2.0',
        id: 1,
        result:
          method === 'eth_chainId'
            ? '0x1'
            : method === 'eth_getCode'
              ? code
              : `0x${'00'.repeat(32)}`,
      })
    }
    return {
      requests,
      ...startTestSiwx({ rpcUrls: { 'eip155:1': 'http://node.example' }, fetch, ...options }),
    }
  }

  test('one nonce causes at most three requests to the node, however often it is sent', async () => {
    const { requests, browser } = startWithNode({ code: '0x00' })
    const { send, sign } = browser()
    const signed = await sign()
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, index) =>
        send('/verify', { ...signed, signature: `0x${'12'.repeat(index)}` }),
      ),
    )
    expect(requests).toEqual(['eth_chainId', 'eth_getCode', 'eth_call'])
    expect(answers.filter(({ body }) => body.error?.code === 'signatureInvalid')).toHaveLength(1)
    // the nonce is spent, so even a valid signature now needs a new nonce
    expect((await send('/verify', signed)).body.error?.code).toBe('nonceSpent')
    expect((await send('/verify', await sign())).status).toBe(200)
  })

  test('an account without code needs one request to the node; a key’s signature needs no request', async () => {
    const { requests, browser } = startWithNode()
    const { send, sign } = browser()
    await send('/verify', { ...(await sign()), signature: '0x12' })
    await send('/verify', { ...(await sign()), signature: '0x12' })
    expect(requests).toEqual(['eth_chainId', 'eth_getCode', 'eth_getCode'])
    expect((await send('/verify', await sign())).status).toBe(200)
    expect(requests).toHaveLength(3)
  })

  test('requests are limited per client, and a client does not use up the limit of another client', async () => {
    let address = '192.0.2.1'
    const { requests, clock, browser } = startWithNode({ client: () => address })
    const { send, sign } = browser()
    const attempt = async () =>
      (await send('/verify', { ...(await sign()), signature: '0x12' })).body.error?.code
    const codes = []
    for (let count = 0; count < 60; count += 1) codes.push(await attempt())
    expect(codes.filter((code) => code === 'signatureInvalid')).toHaveLength(20)
    expect(codes.slice(20).every((code) => code === 'tooMany')).toBe(true)
    expect(requests.length).toBeLessThanOrEqual(21)
    // the rate limit does not refuse a key's signature, which needs no node
    expect((await send('/verify', await sign())).status).toBe(200)
    address = '192.0.2.2'
    expect(await attempt()).toBe('signatureInvalid')
    address = '192.0.2.1'
    clock.advance(3_000)
    expect([await attempt(), await attempt()]).toEqual(['signatureInvalid', 'tooMany'])
  })

  test('requests are limited even if clients are unknown', async () => {
    const { requests, browser } = startWithNode({ code: '0x00' })
    const { send, sign } = browser()
    const signed = []
    for (let count = 0; count < 80; count += 1) signed.push(await sign())
    await Promise.all(signed.map((one) => send('/verify', { ...one, signature: '0x12' })))
    expect(requests.length).toBeLessThanOrEqual(3 * 30)
  })

  test('an account that the site does not admit causes no requests', async () => {
    const { requests, browser } = startWithNode({ admits: () => false })
    const { send, sign } = browser()
    const signed = await sign()
    for (let count = 0; count < 50; count += 1)
      expect((await send('/verify', { ...signed, signature: '0x12' })).body.error?.code).toBe(
        'accountRefused',
      )
    expect(requests).toEqual([])
  })
})
