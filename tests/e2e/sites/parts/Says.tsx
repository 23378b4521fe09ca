/**
 * The visitor's data in one half of the site: from the kit's hooks, or from the site's own library.
 */
export function Says({
  who,
  status,
  address,
  chainId,
}: {
  who: string
  status: string
  address: string | undefined
  chainId: number | undefined
}) {
  return (
    <p>
      {who}: <output aria-label={`${who} status`}>{status}</output>{' '}
      <output aria-label={`${who} address`}>{address}</output>{' '}
      <output aria-label={`${who} network`}>{chainId}</output>
    </p>
  )
}
