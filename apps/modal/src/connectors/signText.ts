import { AppError } from '@latchkey/protocol'
import type { Connector } from './Connector.ts'
import { textToHex } from './textToHex.ts'

/**
 * Signs a text with an EVM account (`personal_sign`). Returns the signature in hexadecimal. Throws WALLET_INVALID_RESPONSE for an invalid
 * response, and what the wallet throws.
 */
export async function signText(
  { connector, address }: { connector: Connector; address: string },
  text: string,
): Promise<string> {
  const signature = await connector.request('eip155', { method: 'personal_sign', params: [textToHex(text), address] })
  if (typeof signature !== 'string' || !/^0x(?:[0-9a-fA-F]{2})+$/.test(signature))
    throw new AppError('WALLET_INVALID_RESPONSE')
  return signature
}
