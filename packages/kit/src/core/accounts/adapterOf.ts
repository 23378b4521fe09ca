import type { Namespace } from '@latchkey/protocol/namespace'
import type { ChainAdapter } from '../contracts/adapter.ts'
import { kitError } from '../errors/errors.ts'
import type { Kit } from '../kit/kit.ts'
import { contextOf } from '../kit/context.ts'

/** The adapter of a namespace. @throws KitError connectionMissing */
export function adapterOf(kit: Kit, namespace: Namespace): ChainAdapter {
  const adapter = contextOf(kit).adapters.find((candidate) => candidate.namespace === namespace)
  if (!adapter) throw kitError('connectionMissing')
  return adapter
}
