import { gatewayUrlOf } from '@latchkey/contracts'
import { type Address, type Hex, keccak256, numberToHex, pad, size, slice, stringToHex } from 'viem'
import { rpc } from '../chain/rpc.ts'
import { localEns } from './localEns.ts'

/**
 * Sets the gateway URLs of the two offchain resolvers to this stack: `port` of the local gateway, and the api for the zone. Writes their
 * storage: no transaction, no block.
 */
export const setGatewayUrls = async (
  chainUrl: string,
  { port, apiUrl }: { port: number; apiUrl: string },
): Promise<void> => {
  const write = (address: Address, slot: Hex, value: Hex) =>
    rpc(chainUrl, 'anvil_setStorageAt', [address, pad(slot), pad(value, { dir: 'right' })])
  await write(localEns.offchainResolver, '0x0', pad(numberToHex(port)))
  for (const [slot, value] of longText(urlSlot, gatewayUrlOf(apiUrl))) await write(localEns.zoneResolver, slot, value)
}

/** The slot of `url` in `LatchkeyNameResolver`, after its mapping. */
const urlSlot = numberToHex(1)
const word = 32

/** Returns a text of more than 31 bytes as Solidity stores it: its length at the slot, its bytes from the slot's hash on. */
function longText(slot: Hex, text: string): [slot: Hex, value: Hex][] {
  const bytes = stringToHex(text)
  const start = BigInt(keccak256(pad(slot)))
  const words = Array.from({ length: Math.ceil(size(bytes) / word) }, (_, index): [Hex, Hex] => [
    numberToHex(start + BigInt(index)),
    slice(bytes, index * word, Math.min((index + 1) * word, size(bytes))),
  ])
  return [[slot, pad(numberToHex(size(bytes) * 2 + 1))], ...words]
}
