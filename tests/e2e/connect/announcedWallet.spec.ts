/**
 * The e-mail wallet used by another library: the methods of MetaMask's public test page, over the
 * announced provider (EIP-6963).
 */
import type { FrameLocator, Page } from '@playwright/test'
import { hashTypedData, parseGwei, recoverAddress } from 'viem'
import type { Hex } from 'viem'
import { addressOf } from '../../../devnet/src/accounts.ts'
import type { Mailed } from '../fixtures/serveMailed.entry.ts'
import { expect, test } from '../fixtures/test.ts'
import { approveIn } from '../support/approvals.ts'
import { chainOf } from '../support/holdings.ts'
import { accountButtonOf, modalOf, openConnect } from '../support/site.ts'

test.setTimeout(120_000)

const friend = addressOf('newcomer')
const frameOf = (page: Page): FrameLocator =>
  page.locator('[data-latchkey=wallet] iframe').contentFrame()

/** Logs in on the demo by e-mail. */
async function logIn(page: Page, mailed: Mailed, email: string): Promise<void> {
  const modal = await openConnect(page, mailed.demo)
  await modal.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await page.keyboard.press('Enter')
  await expect(modal.getByRole('textbox', { name: 'Code from the e-mail' })).toBeFocused()
  await page.keyboard.type(
    /\b\d{6}\b/.exec((await mailed.mailTo(email, /code/i)).subject)?.[0] ?? '',
  )
  await expect(accountButtonOf(page)).toBeVisible()
  await expect(modalOf(page)).toBeHidden()
}

/** Sends a request to the announced provider. @returns its answer, or the code of its error */
function requestWallet(page: Page, method: string, params: unknown = []): Promise<unknown> {
  return page.evaluate(
    async ([method, params]) => {
      const found: {
        info: { rdns: string }
        provider: { request: (call: object) => Promise<unknown> }
      }[] = []
      addEventListener(
        'eip6963:announceProvider',
        (event) => void found.push((event as CustomEvent).detail),
      )
      dispatchEvent(new Event('eip6963:requestProvider'))
      const wallet = found.find(({ info }) => info.rdns === 'app.latchkey.embedded')
      return wallet?.provider
        .request({ method, params })
        .catch((error: { code: number }) => ({ code: error.code }))
    },
    [method, params] as const,
  )
}

test('a library that does not know the kit can use the e-mail wallet: accounts, networks, signatures, transactions, batches and permissions', async ({
  page,
  mailed,
  devnet,
}) => {
  await logIn(page, mailed, 'library@example.org')
  const frame = frameOf(page)
  const pressed = async (name: 'Sign' | 'Approve', call: Promise<unknown>) => {
    await approveIn(frame, name)
    return call
  }
  const [address] = (await requestWallet(page, 'eth_requestAccounts')) as [Hex]
  const client = chainOf(devnet, 'eip155:31337')
  await client.request({
    method: 'anvil_setBalance',
    params: [address, '0x8ac7230489e80000'],
  } as never) // viem's types lack this method, which only development chains have

  await test.step('accounts and networks', async () => {
    expect(await requestWallet(page, 'eth_accounts')).toEqual([address])
    expect(await requestWallet(page, 'eth_chainId')).toBe('0x7a69')
    expect(
      await requestWallet(page, 'wallet_switchEthereumChain', [{ chainId: '0x7a69' }]),
    ).toBeNull()
    expect(await requestWallet(page, 'wallet_addEthereumChain', [{ chainId: '0x7a69' }])).toBeNull()
    expect(
      await requestWallet(page, 'wallet_switchEthereumChain', [{ chainId: '0xdead' }]),
    ).toEqual({
      code: 4902,
    })
    expect(await requestWallet(page, 'eth_getBalance', [address, 'latest'])).toBe(
      '0x8ac7230489e80000',
    )
  })

  await test.step('signatures', async () => {
    const message = '0x4578616d706c6520606d657373616765600a'
    const signature = await pressed(
      'Sign',
      requestWallet(page, 'personal_sign', [message, address, 'Example password']),
    )
    expect(await requestWallet(page, 'personal_ecRecover', [message, signature])).toBe(
      address.toLowerCase(),
    )
    expect(
      await requestWallet(page, 'eth_signTypedData', [
        [
          { type: 'string', name: 'Message', value: 'Hi, Alice!' },
          { type: 'uint32', name: 'A number', value: '1337' },
        ],
        address,
      ]),
    ).toEqual({ code: 4200 })
    const mail = {
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'chainId', type: 'uint256' },
        ],
        Person: [
          { name: 'name', type: 'string' },
          { name: 'wallet', type: 'address' },
        ],
        Mail: [
          { name: 'from', type: 'Person' },
          { name: 'contents', type: 'string' },
        ],
      },
      primaryType: 'Mail',
      domain: { name: 'Ether Mail', chainId: 31337 },
      message: { from: { name: 'Cow', wallet: friend }, contents: 'Hello, Bob!' },
    }
    for (const method of ['eth_signTypedData_v3', 'eth_signTypedData_v4']) {
      const call = requestWallet(page, method, [address, JSON.stringify(mail)])
      const signed = await pressed('Sign', call)
      expect(
        await recoverAddress({
          hash: hashTypedData(mail as Parameters<typeof hashTypedData>[0]),
          signature: signed as Hex,
        }),
      ).toBe(address) // the cast is safe: `mail` is complete typed data
    }
    expect(await requestWallet(page, 'eth_sign', [address, message])).toMatchObject({
      code: expect.anything(),
    })
  })

  await test.step('transactions', async () => {
    const gas = { gasPrice: `0x${parseGwei('20').toString(16)}` }
    const fees = {
      maxFeePerGas: `0x${parseGwei('20').toString(16)}`,
      maxPriorityFeePerGas: `0x${parseGwei('1').toString(16)}`,
    }
    for (const price of [gas, fees]) {
      const hash = (await pressed(
        'Approve',
        requestWallet(page, 'eth_sendTransaction', [
          { from: address, to: friend, value: '0x29a2241af62c0000', gas: '0x5208', ...price },
        ]),
      )) as Hex
      await expect
        .poll(() => client.request({ method: 'eth_getTransactionReceipt', params: [hash] }))
        .toMatchObject({ status: '0x1' })
    }
  })

  await test.step('batches', async () => {
    const isAtomic = async (status: string) =>
      expect(await requestWallet(page, 'wallet_getCapabilities', [address])).toMatchObject({
        '0x7a69': { atomic: { status } },
      })
    await isAtomic('ready')
    const call = requestWallet(page, 'wallet_sendCalls', [
      {
        version: '2.0.0',
        from: address,
        chainId: '0x7a69',
        atomicRequired: false,
        calls: [
          { to: friend, value: '0x1' },
          { to: friend, value: '0x2' },
        ],
      },
    ])
    const { id } = (await pressed('Approve', call)) as { id: string }
    await expect
      .poll(
        async () =>
          ((await requestWallet(page, 'wallet_getCallsStatus', [id])) as { status: number }).status,
      )
      .toBe(200)
    await isAtomic('supported') // the batch has upgraded the account
  })

  await test.step('after the library revokes its permission, it sees no account, and the kit stays connected', async () => {
    expect(await requestWallet(page, 'wallet_getPermissions')).toMatchObject([
      { parentCapability: 'eth_accounts' },
    ])
    expect(
      await requestWallet(page, 'wallet_requestPermissions', [{ eth_accounts: {} }]),
    ).toMatchObject([{ parentCapability: 'eth_accounts' }])
    expect(await requestWallet(page, 'wallet_grantPermissions', [{}])).toEqual({ code: -32_602 })
    expect(await requestWallet(page, 'wallet_revokePermissions', [{ eth_accounts: {} }])).toBeNull()
    expect(await requestWallet(page, 'eth_accounts')).toEqual([])
    await expect(accountButtonOf(page)).toBeVisible()
  })
})
