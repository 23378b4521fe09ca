// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { readExecutionRequests } from '../../sessions/readExecutionRequests.ts'
import { upgradeOf } from '../../sessions/upgradeAccount.ts'
import {
  drawScreen,
  enter,
  pass,
  press,
  release,
  stubLayout,
  write,
} from '../../testing/drawScreen.tsx'
import { foreignSite, startTestLogins } from '../../testing/startTestLogins.ts'
import { LanguageContext } from '../../words/LanguageContext.ts'
import type { ApprovedSession } from './ApproveSessionView.tsx'

const [usdc, strange, shop, account]: readonly Hex[] = ['70', 'ee', 'f1', 'ac'].map(
  (digits): Hex => `0x${digits.repeat(20)}`,
)
const site = '0xdeadbeef00112233445566778899aabbccddeeff'
const end = () => Math.floor(Date.now() / 60_000) * 60 + 7 * 86_400
const network = {
  networkId: 'eip155:1',
  reference: '1',
  namespace: 'eip155',
  name: 'Ethereum',
  currency: { symbol: 'ETH', decimals: 18 },
} as const

/** The answer of a contract with a text. */
const textAnswer = (text: string) =>
  `0x${'20'.padStart(64, '0')}${text.length.toString(16).padStart(64, '0')}${Buffer.from(text)
    .toString('hex')
    .padEnd(64, '0')}`

/** Of the known token, in base units: 10,000 USDC. */
const supply = '2540be400'

type NodeRequest = { method: string; params: readonly unknown[] }
/** A node with one known token, and an account with this balance. */
const nodeOf =
  (balance: string) =>
  async (_: unknown, { method, params }: NodeRequest) => {
    const { to, data } = Object(params[0]) as { to?: string; data?: string } // of a call
    if (method === 'eth_call' && to === usdc)
      return {
        result:
          data === '0x95d89b41'
            ? textAnswer('USDC')
            : `0x${({ '0x313ce567': '6', '0x18160ddd': supply }[data ?? ''] ?? '').padStart(64, '0')}`,
      }
    const answers: Record<string, unknown> = {
      eth_call: '0x',
      eth_getCode: '0x60',
      eth_getBlockByNumber: { baseFeePerGas: '0x3b9aca00' },
      eth_maxPriorityFeePerGas: '0x3b9aca00',
      eth_estimateGas: '0x8000',
      eth_getBalance: balance,
    }
    return method in answers
      ? { result: answers[method] }
      : { error: { code: -32601, message: 'no such method' } }
  }

async function draw(
  type: string,
  data: object,
  {
    rules = [],
    isAdjustmentAllowed,
    balance,
  }: { rules?: readonly object[]; isAdjustmentAllowed?: boolean; balance?: string } = {},
) {
  stubLayout()
  const { default: ApproveSessionView } = await import('./ApproveSessionView.tsx')
  await import('../transaction/estimateSmart.ts') // the code that the screen loads
  const { openFrame } = await startTestLogins()
  const { wallet } = openFrame(foreignSite)
  const [request] = readExecutionRequests(
    [
      {
        chainId: '0x1',
        to: site,
        permission: { type, data, ...(isAdjustmentAllowed === false && { isAdjustmentAllowed }) },
        rules: [{ type: 'expiry', data: { timestamp: end() } }, ...rules],
      },
    ],
    Math.floor(Date.now() / 1_000),
  )
  if (!request || !account) throw new Error('no request')
  const settle = vi.fn<(approved: ApprovedSession) => void>()
  const refuse = vi.fn<() => void>()
  const drawn = await drawScreen(
    <LanguageContext value={wallet.language}>
      <ApproveSessionView
        wallet={{
          ...wallet,
          server: { ...wallet.server, call: nodeOf(balance ?? '0x0') as never },
        }}
        params={{
          request,
          network,
          address: account,
          ...(balance !== undefined && { upgrade: upgradeOf(account, network) }),
          place: { number: 1, count: 1 },
        }}
        settle={settle}
        refuse={refuse}
        waiting={1}
      />
    </LanguageContext>,
  )
  await pass()
  const plain = () => (drawn.text() ?? '').replace(/[\u2068\u2069\u00a0]/g, '')
  const approve = async () => {
    await pass()
    await press(drawn.button('Allow'))
    await release(drawn.button('Allow'))
  }
  return { ...drawn, settle, refuse, plain, approve, request }
}

const periodic = { tokenAddress: usdc, periodAmount: '0x989680', periodDuration: 86_400 }

test('one look says who, what, in which time, until when, to whom, and the worst case', async () => {
  const { plain, settle, approve, request } = await draw(
    'erc20-token-periodic',
    { ...periodic, justification: 'Bread\u202e each\nday' },
    { rules: [{ type: 'payee', data: { addresses: [shop] } }] },
  )
  for (const text of [
    'stranger.example',
    'Up to 10 USDC each day',
    'What is not taken in one period can’t be taken later.',
    'The site saysBread each day',
    'At most70 USDC',
    'until ',
    'The site pays the network fees of each use. You can end it at any time',
  ])
    expect(plain()).toContain(text)
  // with the checksum, as the visitor finds them elsewhere. EIP-55
  expect(plain()).toContain('0xf1f1f1F1f1f1F1F1f1F1f1F1F1F1F1f1F1f1f1F1')
  expect(plain()).toContain('0xDeadbEef00112233445566778899AABBccDDeeFf')
  expect(plain()).not.toContain('I understand')
  await approve()
  expect(settle).toHaveBeenCalledExactlyOnceWith({ terms: request.terms })
})

test('the visitor lowers the amount and shortens the time; a wrong text is named and stops', async () => {
  const { field, plain, settle, approve, request } = await draw('erc20-token-periodic', periodic)
  await write(field('Amount in USDC'), '11')
  expect(plain()).toContain('You can only lower it: 10 USDC at most.')
  expect(field('Amount in USDC').getAttribute('aria-invalid')).toBe('true')
  await approve()
  expect(settle).not.toHaveBeenCalled()
  await write(field('Amount in USDC'), '2.5')
  await pass()
  await enter(field('Amount in USDC'))
  expect(settle, 'Enter in a field gives nothing').not.toHaveBeenCalled()
  await write(field('Ends'), '2001-01-01T00:00')
  expect(plain()).toContain('Choose a time that is still to come.')
  const day = new Date((end() - 86_400) * 1_000)
  const two = (value: number) => String(value).padStart(2, '0')
  await write(
    field('Ends'),
    `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}T${two(day.getHours())}:${two(day.getMinutes())}`,
  )
  expect(plain()).toContain('Up to 2.5 USDC each day')
  expect(plain()).toContain('At most15 USDC')
  await approve()
  expect(settle).toHaveBeenCalledExactlyOnceWith({
    terms: {
      ...request.terms,
      what: { ...request.terms.what, amount: 2_500_000n },
      expiry: end() - 86_400,
    },
  })
})

test('a site that forbids changes gets no fields, and the screen says so', async () => {
  const { plain } = await draw('erc20-token-periodic', periodic, { isAdjustmentAllowed: false })
  expect(plain()).toContain('The site does not let you change the limits.')
  expect(plain()).not.toContain('Change the limits')
})

test.each<[string, object, string]>([
  [
    'erc20-token-allowance',
    { tokenAddress: usdc, allowanceAmount: `0x${'f'.repeat(64)}` },
    'There is no limit',
  ],
  // as much as there is of the token, at once or until the end
  [
    'erc20-token-allowance',
    { tokenAddress: usdc, allowanceAmount: `0x${supply}` },
    'The site can take everything you have of it',
  ],
  ['erc20-token-periodic', { ...periodic, periodAmount: '0x77359400' }, 'There is no limit'],
  [
    'native-token-allowance',
    { allowanceAmount: `0x${(10n ** 30n).toString(16)}` },
    'There is no limit',
  ],
  ['erc20-token-periodic', { ...periodic, tokenAddress: strange }, 'Unknown token'],
  ...[
    'transferShares(address,uint256)',
    'withdrawTo(address,uint256)',
    'approveDelegation(address,uint256)',
    'setRelayerApproval(address,address,bool)',
    'withdraw(address,uint256,address)',
  ].map((text): [string, object, string] => [
    'contract-call',
    { targets: [usdc], functions: [text] },
    'This can take everything',
  ]),
  [
    'contract-call',
    { targets: [usdc], functions: ['buy()'] },
    'The wallet can’t tell what these calls do',
  ],
  [
    'contract-call',
    { targets: [usdc], functions: ['approve(address,uint256)'] },
    'That is all your USDC',
  ],
  [
    'contract-call',
    { targets: [shop], functions: ['buy()'], maxValue: '0x5' },
    'there may be any number of calls',
  ],
])('%s %o needs a tick', async (type, data, warning) => {
  const { plain, settle, approve, tick } = await draw(type, data)
  expect(plain()).toContain(warning)
  await approve()
  expect(settle).not.toHaveBeenCalled()
  await tick()
  await approve()
  expect(settle).toHaveBeenCalledOnce()
})

test('a function is shown by its known name, whatever the site calls it', async () => {
  const { plain } = await draw('contract-call', {
    targets: [usdc],
    functions: ['many_msg_babbage(bytes1)'],
  })
  expect(plain()).toContain('transfer(address,uint256)')
  expect(plain()).not.toContain('babbage')
  expect(plain()).toContain('That is all your USDC')
})

test('a later beginning, and a stream that has grown since the past, are told', async () => {
  const later = await draw('native-token-allowance', {
    allowanceAmount: '0x6f05b59d3b20000',
    startTime: end() - 86_400,
  })
  expect(later.plain()).toContain('It begins later')
  expect(later.plain()).toContain('Up to 0.5 ETH in all')
  const grown = await draw('native-token-stream', {
    amountPerSecond: '0xde0b6b3a7640000',
    startTime: Math.floor(Date.now() / 1_000) - 3_600,
  })
  expect(grown.plain()).toMatch(/can be taken at once: 3,60[01] ETH/)
})

test('an upgrade is told with its cost, and a visitor without Ether can’t go on', async () => {
  const rich = await draw('erc20-token-periodic', periodic, { balance: '0xde0b6b3a7640000' })
  expect(rich.plain()).toContain('Upgrades your account')
  expect(rich.plain()).toMatch(/Network fee.{0,20}0\.000\d+ ETH/)
  await rich.approve()
  expect(rich.settle).toHaveBeenCalledOnce()
  expect(rich.settle.mock.calls[0]?.[0].upgrade?.costs).toHaveLength(1)
  const poor = await draw('erc20-token-periodic', periodic, { balance: '0x1' })
  expect(poor.plain()).toContain('Not enough ETH')
  await poor.approve()
  expect(poor.settle).not.toHaveBeenCalled()
})

test('declined is declined', async () => {
  const { button, refuse, settle } = await draw('erc20-token-periodic', periodic)
  await press(button('Reject'))
  await release(button('Reject'))
  expect(refuse).toHaveBeenCalledOnce()
  expect(settle).not.toHaveBeenCalled()
})
