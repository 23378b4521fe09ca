/** The part of bitcore-lib that runs scripts. The package has no types. */
declare module 'bitcore-lib' {
  class Script {
    constructor(bytes: Buffer)
    static Interpreter: typeof Interpreter
  }
  type Output = object
  class Transaction {
    constructor(bytes: Buffer)
    static Output: new (fields: {
      satoshis: number
      script: Script
    }) => Output
    inputs: { output: Output }[]
  }
  class Interpreter {
    errstr: string
    stack: Buffer[]
    verify(
      scriptSig: Script,
      scriptPubKey: Script,
      transaction: Transaction,
      index: number,
      flags: number,
      witness: readonly Buffer[],
      satoshis: number,
    ): boolean
    static [flag: `SCRIPT_VERIFY_${string}`]: number
  }
  const bitcore: { Script: typeof Script; Transaction: typeof Transaction }
  export default bitcore
}
