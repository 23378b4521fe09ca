/** A library sends a transaction through the kit; wallets give valid and invalid answers. */
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { reasonOf, startTestKit } from '../../session/startTestKit.ts'
import { isUnsent } from '../../core/errors/isUnsent.ts'
import { KitError } from '../../core/errors/KitError.ts'
import { announceWallet } from '../../testing/announceWallet.ts'
import { startTestPage } from './startTestPage.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const hash = `0x${'ab'.repeat(32)}`

let page: EventTarget
beforeEach(() => {
  page = startTestPage()
})

/** A kit that is connected to a wallet, which gives this answer to every transaction. */
async function start(answer: unknown) {
  const answers: Record<string, unknown> = {
    wallet_requestPermissions: [],
    eth_requestAccounts: [address],
    eth_accounts: [address],
    eth_chainId: '0x7a69',
    eth_sendTransaction: answer,
  }
  const request = async ({ method }: { method: string }) => answers[method]
  onTestFinished(
    announceWallet(
      {
        info: { uuid: 'one', name: 'One', icon: '', rdns: 'one' },
        provider: { on() {}, removeListener() {}, request },
      },
      page,
    ),
  )
  const { kit, until } = startTestKit()
  await kit.connect({ connectorId: 'one' })
  return {
    kit,
    until,
    send: (params: unknown) =>
      kit.request({ method: 'eth_sendTransaction', params: params as readonly unknown[] }),
  } // the cast: a page without types can pass any parameters
}

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['an object without a text form', { toString: null, valueOf: null }],
  ['a list with a hash', [hash]],
  ['an object that reads as a hash', { toString: () => hash }],
  ['a hash that is too long', `${hash}00`],
])(
  'if the wallet answers %s instead of a hash, the caller gets the answer, and the kit follows no transaction',
  async (_, answer) => {
    const { kit, send } = await start(answer)
    expect(await send([{ from: address }])).toBe(answer)
    // the kit's own call of followTransaction began earlier, so it ends before this one rejects
    expect(await reasonOf(kit.followTransaction({ hash: '0x' }))).toMatchObject({
      code: 'optionInvalid',
    })
    expect(kit.getState().pending).toBeUndefined()
  },
)

const noHash: readonly unknown[] = [
  undefined,
  null,
  '',
  '0x',
  '0x1',
  hash.slice(0, -1),
  `${hash}0`,
  hash.slice(2),
  `0x${'zz'.repeat(32)}`,
  [hash],
  { hash },
]
test.each(noHash)(
  "if the wallet answers the kit's own transaction with %j, it counts as possibly sent and is not followed",
  async (answer) => {
    const { kit } = await start(answer)
    const error = await reasonOf(kit.sendTransaction({ to: address, value: 1n }))
    expect(error).toMatchObject({ code: 'answerInvalid' })
    expect(KitError.is(error) && isUnsent(error)).toBe(false)
    expect(kit.getState().pending).toBeUndefined()
  },
)

test.each<[string, unknown]>([
  ['no list', 'x'],
  ['a list of null', [null]],
  [
    'parts that throw when they are read',
    [
      {
        get from() {
          throw new Error('from')
        },
      },
    ],
  ],
  ['parts of other types', [{ from: 1, to: {}, value: 'much', data: [] }]],
])(
  'if a request has %s, its transaction is followed with the connected account as the sender',
  async (_, params) => {
    const { kit, send, until } = await start(hash)
    await send(params)
    await until(({ pending }) => pending !== undefined)
    expect(kit.getState().pending).toMatchObject([{ hash, address }])
  },
)
