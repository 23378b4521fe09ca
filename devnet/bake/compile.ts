import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import solc from 'solc'
import type { Abi, Hex } from 'viem'

/** A compiled contract, ready to be deployed. */
export type Artifact = { abi: Abi; bytecode: Hex }

type SolcOutput = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>
}

const folder = new URL('../contracts/', import.meta.url)
const require = createRequire(import.meta.url)

/**
 * Compiles every contract of `devnet/contracts`. Each contract has the name of its file.
 * @throws Error with the compiler's message
 */
export function compileContracts(): Map<string, Artifact> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sol'))
  const sources = Object.fromEntries(
    files.map((file) => [file, { content: readFileSync(new URL(file, folder), 'utf8') }]),
  )
  const settings = {
    optimizer: { enabled: true, runs: 200 },
    metadata: { appendCBOR: false },
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
  }
  const input = JSON.stringify({ language: 'Solidity', sources, settings })
  // the cast: solc answers with its standard JSON
  const output = JSON.parse(solc.compile(input, { import: readImport })) as SolcOutput
  const errors = output.errors?.filter((error) => error.severity === 'error') ?? []
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join('\n'))
  return new Map(files.map((file) => [contractOf(file), artifactOf(output, file)]))
}

/** Reads a contract of Uniswap v2 from the compiled file in its npm package. */
export function uniswapArtifact(built: { abi: unknown; bytecode: string }): Artifact {
  // the cast: the compiler has written a valid ABI
  return { abi: built.abi as Abi, bytecode: `0x${built.bytecode.replace(/^0x/, '')}` }
}

function artifactOf(output: SolcOutput, file: string): Artifact {
  const contract = output.contracts[file]?.[contractOf(file)]
  if (!contract) throw new Error(`${file} does not hold a contract of its name.`)
  return { abi: contract.abi, bytecode: `0x${contract.evm.bytecode.object}` }
}

function contractOf(file: string): string {
  return file.replace(/\.sol$/, '')
}

function readImport(path: string) {
  try {
    return { contents: readFileSync(require.resolve(path), 'utf8') }
  } catch {
    return { error: `${path} was not found` } // solc reports this error with the importing line
  }
}
