/** The prime of the curve's field, its constant, and the exponent that tells a square. Source: RFC 8032, edwards25519 */
const prime = 2n ** 255n - 19n
const constant = 37095705934669439343138083508754565189542113879843219016388785533085940283555n
const half = (prime - 1n) / 2n

/** Whether 32 bytes are a point of the curve, and so may have a private key: of addresses that programs make none may. Source: RFC 8032, 5.1.3; the sign of x does not matter */
export function isOnCurve(bytes: Uint8Array): boolean {
  const number = BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)
  const square = ((number & (2n ** 255n - 1n)) % prime) ** 2n % prime
  // x² = (y² − 1) / (d y² + 1), which is a square exactly when the product of both is
  const product = ((square - 1n + prime) * (constant * square + 1n)) % prime
  return product === 0n || power(product, half) === 1n
}

function power(base: bigint, exponent: bigint): bigint {
  let [result, factor] = [1n, base]
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * factor) % prime
    factor = (factor * factor) % prime
  }
  return result
}
