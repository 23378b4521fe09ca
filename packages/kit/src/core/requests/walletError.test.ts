import { walletErrors } from '@latchkey/protocol/rpc'
import fc from 'fast-check'
import {
  BaseError,
  HttpRequestError,
  InternalRpcError,
  RpcRequestError,
  SwitchChainError,
  TimeoutError,
  UserRejectedRequestError,
} from 'viem'
import { expect, test } from 'vitest'
import { SwitchChainNotSupportedError } from '@wagmi/core'
import { kitError } from '../errors/errors.ts'
import { toWalletError } from './walletError.lazy.ts'

const wallet = (code: unknown, rest: object = {}) =>
  Object.assign(new Error('from the wallet'), { code, ...rest })

test.each(Object.entries(walletErrors))(
  'the wallet’s code %s becomes %s, with the wallet’s error as the cause',
  (code, meaning) => {
    const error = wallet(Number(code))
    expect(toWalletError(error)).toMatchObject({ name: 'KitError', code: meaning, cause: error })
    expect(toWalletError({ code: Number(code), message: 'no Error at all' })).toMatchObject({
      code: meaning,
    })
  },
)

test.each([
  5000,
  5001,
  '5000',
  'ACTION_REJECTED',
  'USER_REJECTED',
  'user_rejected',
  'UserRejected',
  'USER_REJECT',
  'Method_Cancel',
  'Failure_ActionCancelled',
])('the wallet’s code %j becomes `userRejected`', (code) => {
  expect(toWalletError(wallet(code))).toMatchObject({ code: 'userRejected' })
})

test.each([1, -32099, '4001x', '', null, {}])('the wallet’s code %j becomes `unknown`', (code) => {
  expect(toWalletError(wallet(code))).toMatchObject({ code: 'unknown', details: 'from the wallet' })
})

test('an error of the kit stays unchanged', () => {
  const error = kitError('answerInvalid')
  expect(toWalletError(error)).toBe(error)
})

test('an unspecific KitError is read again from the message and the data of its cause', () => {
  for (const code of ['internal', 'unknown', 'invalidInput'] as const) {
    expect(
      toWalletError(
        kitError(code, { cause: { code: -32603, message: 'User rejected the request' } }),
      ),
    ).toMatchObject({ code: 'userRejected' })
    expect(
      toWalletError(kitError(code, { cause: { code: -32603, data: { code: '4902' } } })),
    ).toMatchObject({ code: 'switchChain' })
    const plain = kitError(code, { cause: { code: -32603, message: 'boom' } })
    expect(toWalletError(plain)).toBe(plain)
  }
})

test('of several nested codes, the innermost one is used', () => {
  const refusal = wallet(4001)
  expect(toWalletError(new UserRejectedRequestError(refusal))).toMatchObject({
    code: 'userRejected',
  })
  expect(toWalletError(new SwitchChainError(wallet(4902)))).toMatchObject({ code: 'switchChain' })
  expect(
    toWalletError(new BaseError('Outside', { cause: new InternalRpcError(refusal) })),
  ).toMatchObject({ code: 'userRejected' })
  expect(
    toWalletError(
      new InternalRpcError(
        wallet(-32603, { data: { originalError: { code: 4001, message: 'declined' } } }),
      ),
    ),
  ).toMatchObject({ code: 'userRejected' })
  expect(toWalletError(wallet(-32603, { data: { originalError: { code: 4902 } } }))).toMatchObject({
    code: 'switchChain',
  })
})

test('a failed request becomes an HTTP error', () => {
  const url = 'http://127.0.0.1'
  expect(toWalletError(new HttpRequestError({ url, status: 503 }))).toMatchObject({
    code: 'httpFailed',
    status: 503,
  })
  expect(
    toWalletError(new HttpRequestError({ url, cause: new TypeError('fetch failed') })),
  ).toMatchObject({ code: 'httpFailed' })
  expect(toWalletError(new TimeoutError({ body: {}, url }))).toMatchObject({ code: 'httpTimeout' })
})

test.each([0, 1, 200, 100])(
  'the status %i in a wallet’s error is not used as an HTTP status',
  (status) => {
    expect(toWalletError(wallet(-32603, { data: { status } }))).toMatchObject({ code: 'internal' })
  },
)

test('an error of a node keeps its message', () => {
  const error = new RpcRequestError({
    body: {},
    url: 'http://127.0.0.1',
    error: { code: 3, message: 'execution reverted' },
  })
  expect(toWalletError(error)).toMatchObject({ code: 'unknown', details: 'RPC Request failed.' })
})

test.each(['failed', '', undefined, null, 5, Symbol('x'), []])(
  '%j becomes the error `unknown`',
  (error) => {
    expect(toWalletError(error)).toMatchObject({
      name: 'KitError',
      code: 'unknown',
      message: 'The wallet answered with an unknown error.',
    })
  },
)

test('`details` has at most 500 characters', () => {
  expect(toWalletError(wallet(-32603, { message: 'a'.repeat(10_000) })).details).toHaveLength(500)
  expect(toWalletError({ message: { html: '<b>' } }).details).toBeUndefined()
})

test('circular causes do not loop', () => {
  const one: { cause?: unknown; message: string } = { message: 'one' }
  one.cause = { message: 'two', cause: one }
  expect(toWalletError(one)).toMatchObject({ code: 'unknown', details: 'one' })
  const own = wallet(undefined)
  own.cause = own
  expect(toWalletError(own)).toMatchObject({ code: 'unknown' })
})

test('an error whose properties throw becomes the error `unknown`', () => {
  const hostile = new Proxy(
    {},
    {
      get: () => {
        throw new Error('hostile')
      },
    },
  )
  expect(toWalletError(hostile).code).toBe('unknown')
  expect(toWalletError(new Error('outside', { cause: hostile }))).toHaveProperty(
    'details',
    'outside',
  )
})

test('a connector that cannot switch networks gives `methodNotSupported`', () => {
  expect(
    toWalletError(new SwitchChainNotSupportedError({ connector: { name: 'Safe' } as never })),
  ).toMatchObject({ code: 'methodNotSupported' }) // only the name of the error is evaluated
})

test.each([
  'Could not resolve "@base-org/account" imported by "@wagmi/connectors". Is it installed?',
  "Cannot find package '@base-org/account' imported from a file",
  'Failed to resolve module specifier "@base-org/account"',
])('the message of a missing package gives `packageMissing`: %s', (message) => {
  expect(toWalletError(new Error(message))).toMatchObject({
    code: 'packageMissing',
    details: message,
  })
})

test.each(['UserRejectedRequestError', 'UserRefusedOnDevice', 'UserRefusedAddress'])(
  'an error with the name %s becomes `userRejected`',
  (name) => {
    expect(toWalletError({ name, message: '' })).toMatchObject({ code: 'userRejected' })
  },
)

test('an error with a refusal code becomes `userRejected`, whatever else it contains', () => {
  for (const inside of [
    { code: -32601 },
    { code: -32002 },
    { status: 500 },
    { name: 'TimeoutError' },
  ]) {
    expect(toWalletError(wallet(4001, { data: inside }))).toMatchObject({ code: 'userRejected' })
    expect(toWalletError({ code: 5000, cause: inside })).toMatchObject({ code: 'userRejected' })
  }
})

test.each([
  'User rejected the request.',
  'MetaMask Tx Signature: User denied transaction signature.',
  'user cancelled',
  'Transaction was rejected',
  'User has rejected the request',
  'user canceled',
  'The user declined',
  'Request rejected by the user.',
  'Cancelled by user',
  'User closed modal',
  'Transaction declined',
  'Plugin Closed',
  'Rejected',
  'Canceled',
  'User did not approve',
  'User Reject',
  'Approval Denied',
  'Message signing rejected',
  'Sign message rejected',
  'sign request declined',
  'authorization request declined',
  'The user cancel the operation',
  'User aborted',
  'User exited before wallet could be connected',
  'Modal closed by user',
  'Popup window was closed by the user',
  'Popup closed',
  'You declined the action in your wallet.',
  'Transaction rejected in your wallet.',
  'Rejected the request',
  'WalletError: Transaction rejected',
  '#ktek_error: sign canceled',
  'USER_REJECTED_TRANSACTION',
  'user-rejected',
  'rejected_by_user',
  'UserRejectedTransaction',
  'User didn’t approve',
  'rejected by the wallet owner',
  'User disapproved requested chains',
  'Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)',
  'Ledger device: UNKNOWN_ERROR (0x5501)',
  'Magic RPC Error: [-32603] Internal error: User denied signing.',
  'Lattice1: Declined by user',
])('without a specific code, the message %j becomes `userRejected`', (message) => {
  expect(toWalletError(new Error(message))).toMatchObject({ code: 'userRejected' })
  for (const code of [-32603, -32000, '-32603'])
    expect(toWalletError(wallet(code, { message }))).toMatchObject({ code: 'userRejected' })
})

test.each([
  'execution reverted: user rejected',
  'The user aborted a request.',
  'Connection closed',
  'Transaction rejected: nonce too low',
  'already rejected',
  'Permission denied by user agent',
  'The request was denied by the user agent',
  'Signature verification failed: signer has not signed',
  'ERC721: owner has not approved this contract',
  'custom program error: owner rejected',
  'Transaction simulation failed: Program log: User denied',
  'VM Exception: user denied',
  'access denied: user denylisted',
  'user cancellation limit exceeded',
  'User operation rejected: AA21',
  'UserOperation rejected because the stake is too low',
  'connect ECONNREFUSED 127.0.0.1:8545',
  'Connection refused',
  'Request rejected due to policy',
  'could not decode 0x5501',
])('the message %j is not read as a refusal', (message) => {
  expect(toWalletError(wallet(-32603, { message }))).toMatchObject({ code: 'internal' })
  expect(toWalletError(message)).toMatchObject({ code: 'unknown' })
})

test('the revert reason of a contract is not read as a refusal, even in a separate field', () => {
  expect(
    toWalletError(
      wallet(-32603, { message: 'execution reverted', data: { message: 'user rejected' } }),
    ),
  ).toMatchObject({ code: 'internal' })
})

/** The places in which wallets and libraries store the original error. */
const wrappings: readonly ((inner: object) => object)[] = [
  (inner) => inner,
  (cause) => ({ message: 'outside', cause }),
  (error) => ({ code: -32603, message: 'outside', error }),
  (originalError) => ({ code: -32603, message: 'outside', originalError }),
  (data) => ({ code: -32603, message: 'Internal JSON-RPC error.', data }),
  (originalError) => ({ code: -32603, data: { originalError } }),
  (cause) => ({ code: '-32603', data: { cause } }),
  (error) => ({ code: 'UNKNOWN_ERROR', info: { error } }),
  (error) => ({ code: 'UNKNOWN_ERROR', body: JSON.stringify({ error }) }),
  (inner) => ({ code: -32000, message: JSON.stringify(inner) }),
  (inner) => ({ message: 'outside', data: JSON.stringify(inner) }),
]

test('a code is found anywhere in the error, as a number or a text, even inside three wrappers', () => {
  const spelled = fc.constantFrom(
    ...Object.entries(walletErrors).filter(([code]) => !['-32603', '-32000'].includes(code)),
  )
  fc.assert(
    fc.property(
      spelled,
      fc.boolean(),
      fc.array(fc.constantFrom(...wrappings), { maxLength: 3 }),
      ([code, meaning], isText, around) => {
        const error = around.reduce((inner, wrap) => wrap(inner), {
          code: isText ? code : Number(code),
        } as object)
        expect(toWalletError(error).code).toBe(meaning)
      },
    ),
  )
})

test('anything that a wallet throws becomes a `KitError`', () => {
  fc.assert(
    fc.property(fc.anything(), (error) => {
      expect(toWalletError(error).name).toBe('KitError')
    }),
  )
})
