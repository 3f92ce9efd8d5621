import { createSiweMessage } from 'viem/siwe'
import { expect, test } from 'vitest'
import { fromSiweConfig } from './fromSiweConfig.ts'
import type { SiweConfig } from './SessionProof.ts'

const address = '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063'
const backend = (change: Partial<SiweConfig> = {}) => {
  const calls: string[] = []
  const config: SiweConfig = {
    getNonce: async () => 'abcdefgh12345678',
    getMessageParams: async () => ({
      domain: 'dapp.example',
      uri: 'https://dapp.example',
      iat: '2030-01-01T00:00:00.000Z',
      exp: '2030-01-02T00:00:00.000Z',
    }),
    createMessage: ({ iat = '', exp = '', address: account, ...fields }) => {
      const { nbf: _, ...others } = fields
      return createSiweMessage({
        ...others,
        address: account as `0x${string}`,
        issuedAt: new Date(iat),
        expirationTime: new Date(exp),
      })
    },
    verifyMessage: async () => true,
    getSession: async () => null,
    async signOut() {
      calls.push('signOut')
      return true
    },
    ...change,
  }
  return { siwx: fromSiweConfig(config, 'https://dapp.example'), calls }
}

test('the message is the one of the config, with its fields beside it', async () => {
  const { siwx } = backend()
  const message = await siwx.createMessage({ chainId: 'eip155:137', accountAddress: address })
  expect(message).toMatchObject({
    accountAddress: address,
    chainId: 'eip155:137',
    nonce: 'abcdefgh12345678',
    issuedAt: '2030-01-01T00:00:00.000Z',
    expirationTime: '2030-01-02T00:00:00.000Z',
  })
  expect(String(message)).toContain(`${address}\n\n\nURI: https://dapp.example\nVersion: 1\nChain ID: 137\n`)
})

test('a signature that the backend does not take is no session', async () => {
  const { siwx } = backend({ verifyMessage: async () => false })
  const data = await siwx.createMessage({ chainId: 'eip155:1', accountAddress: address })
  await expect(siwx.addSession({ data, message: '', signature: '0x' })).rejects.toMatchObject({
    name: 'SIGNATURE_INVALID',
  })
})

test.each<[string, Partial<SiweConfig>, number]>([
  ['none', {}, 0],
  ['its account and network', { getSession: async () => ({ address: address.toLowerCase(), chainId: 1 }) }, 1],
  ['another network', { getSession: async () => ({ address, chainId: 137 }) }, 0],
  [
    'another network that counts too',
    { getSession: async () => ({ address, chainId: 137 }), signOutOnNetworkChange: false },
    1,
  ],
  ['another account', { getSession: async () => ({ address: `0x${'1'.repeat(40)}`, chainId: 1 }) }, 0],
  [
    'another account that counts too',
    { getSession: async () => ({ address: `0x${'1'.repeat(40)}`, chainId: 1 }), signOutOnAccountChange: false },
    1,
  ],
])('with a session of %s an account has that many', async (_, change, count) => {
  expect(await backend(change).siwx.getSessions('eip155:1', address)).toHaveLength(count)
})

test('a disconnect signs out, unless the config says otherwise', async () => {
  const { siwx, calls } = backend()
  await siwx.revokeSession('eip155:1', address)
  expect(calls).toEqual(['signOut'])
  const kept = backend({ signOutOnDisconnect: false })
  await kept.siwx.revokeSession('eip155:1', address)
  expect(kept.calls).toEqual([])
})
