import bitcore from 'bitcore-lib'
import type { Coin } from '../chain/types.ts'
import type { Transaction } from '../wire/transaction.ts'
import { Refusal, refuse } from './refusal.ts'

const { Script, Transaction: ParsedTransaction } = bitcore
const { Interpreter } = Script

/**
 * The rules under which nodes run the scripts of a waiting transaction. bitcore's own CLEANSTACK
 * refuses every witness, so that rule is checked here.
 */
const flagNames = [
  'P2SH',
  'STRICTENC',
  'DERSIG',
  'LOW_S',
  'NULLDUMMY',
  'MINIMALDATA',
  'DISCOURAGE_UPGRADABLE_NOPS',
  'CHECKLOCKTIMEVERIFY',
  'CHECKSEQUENCEVERIFY',
  'WITNESS',
  'DISCOURAGE_UPGRADABLE_WITNESS_PROGRAM',
  'MINIMALIF',
  'NULLFAIL',
  'WITNESS_PUBKEYTYPE',
  'CONST_SCRIPTCODE',
  'TAPROOT',
  'DISCOURAGE_UPGRADABLE_TAPROOT_VERSION',
  'DISCOURAGE_OP_SUCCESS',
  'DISCOURAGE_UPGRADABLE_PUBKEYTYPE',
] as const
const flags = flagNames.reduce((sum, name) => sum | flagOf(name), 0)

function flagOf(name: string): number {
  const flag = Interpreter[`SCRIPT_VERIFY_${name}`]
  if (flag === undefined) throw new Error(`bitcore-lib has no rule ${name}.`)
  return flag
}

/**
 * Runs the scripts of every input, in bitcore-lib's translation of bitcoind's interpreter. Spent
 * scripts of more than 252 bytes have to be refused before, because bitcore-lib writes their length
 * wrongly when it hashes for taproot.
 * @throws Refusal
 */
export function checkScripts({ raw, inputs }: Transaction, spent: readonly Coin[]): void {
  try {
    const parsed = new ParsedTransaction(raw)
    for (const [index, { value, script }] of spent.entries()) {
      const input = parsed.inputs[index]
      if (input)
        input.output = new ParsedTransaction.Output({
          satoshis: Number(value),
          script: new Script(script),
        })
    }
    for (const [index, { script, witness }] of inputs.entries()) {
      const coin = spent[index]
      if (!coin) return refuse('bad-txns-inputs-missingorspent')
      const run = new Interpreter()
      const isUnlocked = run.verify(
        new Script(script),
        new Script(coin.script),
        parsed,
        index,
        flags,
        [...witness], // the interpreter takes items away
        Number(coin.value),
      )
      if (!isUnlocked) refuse(`mandatory-script-verify-flag-failed (${run.errstr})`)
      if (witness.length === 0 && run.stack.length !== 1)
        refuse('mandatory-script-verify-flag-failed (SCRIPT_ERR_CLEANSTACK)')
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    // bitcore-lib throws at keys, signatures and scripts that it cannot read
    const reason = error instanceof Error ? error.message : String(error)
    refuse(`mandatory-script-verify-flag-failed (${reason})`)
  }
}
