import { numberToHex, pad } from 'viem'
import { rpc } from '../chain/rpc.ts'
import { localEns } from './localEns.ts'

/** The resolver of names outside the chain sends people to this port: another one for each stack. No transaction, no block. */
export const tellGatewayPort = async (chainUrl: string, port: number): Promise<void> => {
  const slot = pad('0x0')
  await rpc(chainUrl, 'anvil_setStorageAt', [localEns.offchainResolver, slot, pad(numberToHex(port))])
}
