/**
 * The network of a client, for limits shared by its clients: an IPv4 address, or an IPv6 /48. An
 * organisation gets one /48, with 65,536 clients in it. RFC 6177, section 2
 * @param client an IPv4 address, or the first four groups of an IPv6 address
 */
export const networkOf = (client: string): string =>
  client.includes(':') ? client.split(':').slice(0, 3).join(':') : client
