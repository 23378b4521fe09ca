import type { Kit } from 'latchkey'
import type { Blockhash } from '@solana/kit'
import { formatUnits } from 'viem'
import { networkIdOf } from '../otherNetworks.ts'
import type { OtherNetwork } from '../otherNetworks.ts'
import { endOf, faultOf } from './endOf.ts'
import type { Tips } from './tips.ts'

const systemProgram = '11111111111111111111111111111111'

/** Tips in SOL. */
export function solanaTips(network: OtherNetwork): Tips {
  const networkId = networkIdOf(network)
  const { symbol, decimals } = network.nativeCurrency
  return {
    networkId,
    coin: { id: networkId, symbol, decimals },
    hasTokens: false,
    bakers: '7EeV8eiRuGoR8bFHCjdCRGQd1RM5sR2dAkdiTEtC9ko7',
    isAddress: (text) => /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text),
    async send(kit, { to, amount }, { signal, note }) {
      const { address } = await kit.connect({ namespace: 'solana', signal })
      const serialized = await payment(kit, { from: address, to, amount, signal })
      const transfers = [
        { direction: 'out', symbol, quantity: formatUnits(amount, decimals) },
      ] as const
      const hash = await kit.sendTransaction({
        serialized,
        description: { operationType: 'send', sentTo: to, transfers },
        signal,
      })
      note('Sent. Waiting for a block.')
      const ended = await endOf(kit, hash, signal)
      const fault = faultOf(ended)
      if (fault !== undefined) throw new Error(fault)
      const found = await request<{ slot: number; meta: { fee: number } } | null>(
        kit,
        'getTransaction',
        [hash, { commitment: 'confirmed', maxSupportedTransactionVersion: 0 }],
        signal,
      )
      if (!found) throw new Error('It is in a block, but the node does not find it again.')
      return {
        hash,
        place: `block ${found.slot}`,
        isDone: ended.status === 'mined',
        fee: formatUnits(BigInt(found.meta.fee), decimals),
        symbol,
      }
    },
  }
}

type Payment = { from: string; to: string; amount: bigint; signal: AbortSignal }

/** Makes the bytes of an unsigned payment. */
async function payment(kit: Kit, { from, to, amount, signal }: Payment) {
  const {
    AccountRole,
    address,
    appendTransactionMessageInstruction,
    compileTransaction,
    createTransactionMessage,
    getTransactionEncoder,
    pipe,
    setTransactionMessageFeePayer,
    setTransactionMessageLifetimeUsingBlockhash,
  } = await import('@solana/kit')
  const data = new DataView(new ArrayBuffer(12)) // the instruction Transfer, then the lamports
  data.setUint32(0, 2, true)
  data.setBigUint64(4, amount, true)
  const transfer = {
    programAddress: address(systemProgram),
    accounts: [
      { address: address(from), role: AccountRole.WRITABLE_SIGNER },
      { address: address(to), role: AccountRole.WRITABLE },
    ],
    data: new Uint8Array(data.buffer),
  }
  const { value } = await request<{
    value: { blockhash: Blockhash; lastValidBlockHeight: number }
  }>(kit, 'getLatestBlockhash', [{ commitment: 'confirmed' }], signal)
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (made) => setTransactionMessageFeePayer(address(from), made),
    (made) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: value.blockhash, lastValidBlockHeight: BigInt(value.lastValidBlockHeight) },
        made,
      ),
    (made) => appendTransactionMessageInstruction(transfer, made),
  )
  return getTransactionEncoder().encode(compileTransaction(message))
}

/** Sends a request to the page's node through the kit. */
const request = async <result>(
  kit: Kit,
  method: string,
  params: readonly unknown[],
  signal: AbortSignal,
) => (await kit.request({ method, params, namespace: 'solana', signal })) as result // the devnet's node
