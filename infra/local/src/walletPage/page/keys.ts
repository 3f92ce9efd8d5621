import { base58 } from '@scure/base'
import type { Hex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/** The keys of this browser: made on first use, in its storage, for chains with worthless coins. */
export type Keys = {
  evm: readonly [PrivateKeyAccount, PrivateKeyAccount]
  solana: { address: string; sign(message: Uint8Array): Promise<Uint8Array> }
}

const remember = async (name: string, make: () => Promise<string>): Promise<string> => {
  const kept = localStorage.getItem(name)
  if (kept !== null) return kept
  const made = await make()
  localStorage.setItem(name, made)
  return made
}

const openSolana = async (): Promise<Keys['solana']> => {
  const text = await remember('solana', async () => {
    const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
    return JSON.stringify(await crypto.subtle.exportKey('jwk', pair.privateKey))
  })
  const jwk = JSON.parse(text) as JsonWebKey
  const key = await crypto.subtle.importKey('jwk', jwk, 'Ed25519', false, ['sign'])
  const point = atob((jwk.x ?? '').replaceAll('-', '+').replaceAll('_', '/'))
  return {
    address: base58.encode(Uint8Array.from(point, (character) => character.charCodeAt(0))),
    sign: async (message) => new Uint8Array(await crypto.subtle.sign('Ed25519', key, new Uint8Array(message))),
  }
}

export const openKeys = async (): Promise<Keys> => {
  const account = async (name: string) =>
    privateKeyToAccount((await remember(name, async () => generatePrivateKey())) as Hex)
  return { evm: [await account('evm 1'), await account('evm 2')], solana: await openSolana() }
}
