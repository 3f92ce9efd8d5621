import type { Vault } from '@latchkey/vault-protocol'
import { verifyMessage } from 'viem'
import { bytesToHex } from 'viem/utils'

/** Returns whether the vault's signature is this account's, verified by viem. */
export const canSign = async (vault: Vault, address = ''): Promise<boolean> => {
  const message = new TextEncoder().encode('still mine')
  const { signature } = await vault.sign({ kind: 'personalMessage', address, message: message.buffer })
  return verifyMessage({
    address: address as `0x${string}`,
    message: { raw: message },
    signature: bytesToHex(new Uint8Array(signature)),
  })
}
