import { native, type Bytes, type Primitives } from './native.ts'

/**
 * Makes the primitives. If the browser has an algorithm, its own cryptography is used, else
 * `@noble/*`, which is loaded when it is first needed. Older browsers and pages without a secure
 * context need `@noble/*`. The check runs once for each primitive.
 */
export function createPrimitives(own: Partial<Primitives> = native): Primitives {
  const chosen = new Map<keyof Primitives, Promise<unknown>>()
  const noble = () => import('./noble.lazy.ts').then((module) => module.noble)

  function primitive<name extends keyof Primitives>(name: name): Primitives[name] {
    const call = async (...parameters: Bytes[]): Promise<Bytes> => {
      const implementation = (await (chosen.get(name) ?? choose(name))) as (
        ...parameters: Bytes[]
      ) => Promise<Bytes> // every primitive takes bytes and returns bytes
      return implementation(...parameters)
    }
    return call as Primitives[name] // both versions have these parameters
  }

  function choose(name: keyof Primitives): Promise<unknown> {
    const native = own[name]
    const choice = (
      native
        ? isSupported(name, own).then((supported) => supported && native)
        : Promise.resolve(undefined)
    ).then((use) => use || noble().then((module) => module[name]))
    chosen.set(name, choice)
    return choice
  }

  return {
    x25519Public: primitive('x25519Public'),
    x25519Shared: primitive('x25519Shared'),
    ed25519Public: primitive('ed25519Public'),
    ed25519Sign: primitive('ed25519Sign'),
    sha256: primitive('sha256'),
    hkdf: primitive('hkdf'),
    seal: primitive('seal'),
    open: primitive('open'),
  }
}

const key = new Uint8Array(32).fill(9)
const probes: Record<keyof Primitives, (own: Partial<Primitives>) => Promise<unknown> | undefined> =
  {
    x25519Public: (own) => own.x25519Public?.(key),
    x25519Shared: (own) => own.x25519Shared?.(key, key),
    ed25519Public: (own) => own.ed25519Public?.(key),
    ed25519Sign: (own) => own.ed25519Sign?.(key, key),
    sha256: (own) => own.sha256?.(key),
    hkdf: (own) => own.hkdf?.(key),
    seal: (own) => own.seal?.(key, new Uint8Array(12), key),
    // `seal` and `open` use one algorithm, so the check of `seal` holds for both
    open: (own) => own.seal?.(key, new Uint8Array(12), key),
  }

async function isSupported(name: keyof Primitives, own: Partial<Primitives>): Promise<boolean> {
  try {
    await probes[name](own)
    return true
  } catch {
    return false // the browser does not support the algorithm, or only in secure contexts
  }
}
