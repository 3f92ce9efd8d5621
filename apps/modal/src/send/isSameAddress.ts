import type { TokenBalance } from '@latchkey/api-client'

/** Compares addresses of one network, bare or CAIP-10. Case matters in Base58; in a hexadecimal address it is only a checksum. */
export const isSameAddress = (one: string | null | undefined, other: string | null | undefined): boolean =>
  one === other ||
  (typeof one === 'string' && /^(?:[^:]+:[^:]+:)?0x/i.test(one) && one.toLowerCase() === other?.toLowerCase())

/** Returns a token's contract or mint; null for the network's coin. */
export const contractOf = ({ address }: Pick<TokenBalance, 'address'>): string | null =>
  address?.split(':').at(-1) ?? null
