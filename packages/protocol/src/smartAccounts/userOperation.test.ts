import { encodeAbiParameters, hashTypedData, keccak256, stringToHex } from 'viem'
import {
  getUserOperationHash,
  toPackedUserOperation,
  type UserOperation,
} from 'viem/account-abstraction'
import { expect, test } from 'vitest'
import { delegator, entryPoint, isKnownCode, smartAccountContracts } from './contracts.ts'
import { isSmartAccountCode, readDesignator, writeDesignator } from './delegation.ts'
import { domainSeparator } from './typedData.ts'
import {
  accountDomain,
  packUserOperation,
  twoHalves,
  userOperationHash,
  userOperationTypedData,
  type UserOperationFields,
} from './userOperation.ts'

const fields: UserOperationFields = {
  sender: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  nonce: (7n << 64n) | 3n,
  callData: '0xe9ae5c53',
  callGasLimit: 300_000n,
  verificationGasLimit: 200_000n,
  preVerificationGas: 60_000n,
  maxFeePerGas: 2_000_000_000n,
  maxPriorityFeePerGas: 1_000_000_000n,
  signature: '0x1234',
}
const sponsor = {
  paymaster: `0x${'ab'.repeat(20)}`,
  paymasterVerificationGasLimit: 100_000n,
  paymasterPostOpGasLimit: 1n,
  paymasterData: '0xdeadbeef',
} as const

test.each([undefined, sponsor])('operations are packed and hashed as viem does: %o', (paid) => {
  const whole = { ...fields, sponsor: paid }
  const foreign: UserOperation<'0.7'> = { ...fields, ...paid }
  const packed = packUserOperation(whole)
  expect(packed).toEqual(toPackedUserOperation(foreign))
  expect(userOperationHash(packed, 31_337)).toBe(
    getUserOperationHash({
      chainId: 31_337,
      entryPointAddress: entryPoint,
      entryPointVersion: '0.7',
      userOperation: foreign,
    }),
  )
})

test('a limit or fee of more than 128 bits is refused', () => {
  expect(() => packUserOperation({ ...fields, callGasLimit: 1n << 128n })).toThrow(RangeError)
  expect(twoHalves(1n, 2n)).toBe(`0x${'0'.repeat(31)}1${'0'.repeat(31)}2`)
})

test('what is signed depends on the account, the chain and each field but the signature', () => {
  const packed = packUserOperation(fields)
  const digest = hashTypedData(userOperationTypedData(packed, 1))
  expect(hashTypedData(userOperationTypedData({ ...packed, signature: '0x' }, 1))).toBe(digest)
  expect(hashTypedData(userOperationTypedData(packed, 2))).not.toBe(digest)
  for (const [key, value] of Object.entries({
    sender: sponsor.paymaster,
    nonce: 1n,
    initCode: '0x01',
    callData: '0x01',
    accountGasLimits: twoHalves(1n, 1n),
    preVerificationGas: 1n,
    gasFees: twoHalves(1n, 1n),
    paymasterAndData: '0x01',
  }))
    expect(hashTypedData(userOperationTypedData({ ...packed, [key]: value }, 1)), key).not.toBe(
      digest,
    )
})

test('a domain is hashed as EIP-712 says', () => {
  const type = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'
  const [typeHash, name, version] = [type, 'EIP7702StatelessDeleGator', '1'].map((text) =>
    keccak256(stringToHex(text)),
  )
  const types = ['bytes32', 'bytes32', 'bytes32', 'uint256', 'address'].map((each) => ({
    type: each,
  }))
  const encoded = encodeAbiParameters(types, [typeHash, name, version, 31_337n, fields.sender])
  expect(`0x${domainSeparator(accountDomain(fields.sender, 31_337))}`).toBe(keccak256(encoded))
})

test('a delegation is read from the code of its account, and no other code is one', () => {
  const code = writeDesignator(delegator)
  expect(code).toBe('0xef010063c0c19a282a1b52b07dd5a65b58948a07dae32b')
  expect(readDesignator(code.toUpperCase().replace('0X', '0x'))).toBe(delegator.toLowerCase())
  expect(isSmartAccountCode(code)).toBe(true)
  expect(isSmartAccountCode(writeDesignator(sponsor.paymaster))).toBe(false)
  for (const other of ['0x', undefined, `${code}00`, code.slice(0, -2), `0xef0101${code.slice(8)}`])
    expect(readDesignator(other)).toBeUndefined()
})

test('no code, foreign code and code without the places of the chain are not the known code', () => {
  for (const contract of Object.values(smartAccountContracts))
    for (const code of [undefined, '0x', '0x00', `0x${'00'.repeat(12_000)}`, 'code'])
      expect(isKnownCode(contract, 1, code)).toBe(false)
})
