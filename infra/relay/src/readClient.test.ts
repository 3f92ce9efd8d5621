import { describe, expect, test } from 'vitest'
import { readClient } from './readClient.ts'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const toBase58 = (bytes: Uint8Array): string => {
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (; value > 0n; value /= 58n) text = alphabet[Number(value % 58n)] + text
  return text
}
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const now = 1_800_000_000_000
const client = async () => {
  const { publicKey, privateKey } = (await crypto.subtle.generateKey('Ed25519', true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))
  const iss = `did:key:z${toBase58(Uint8Array.of(0xed, 0x01, ...raw))}`
  const token = async (changes: object = {}, head: object = { alg: 'EdDSA', typ: 'JWT' }) => {
    const claims = { iss, sub: 'ab', aud: 'ws://relay', iat: now / 1000, exp: now / 1000 + 86_400, ...changes }
    const signed = `${encode(head)}.${encode(claims)}`
    const signature = await crypto.subtle.sign('Ed25519', privateKey, Buffer.from(signed))
    return `${signed}.${Buffer.from(signature).toString('base64url')}`
  }
  return { iss, token }
}

describe('readClient', () => {
  test('names the key that signed', async () => {
    const { iss, token } = await client()
    expect(await readClient(await token(), now)).toBe(iss)
  })

  test('accepts only the key’s own name', async () => {
    const [ada, eve] = await Promise.all([client(), client()])
    expect(await readClient(await eve.token({ iss: ada.iss }), now)).toBeNull()
  })

  test.each<[string, object, object?]>([
    ['is over', { exp: now / 1000 - 61 }],
    ['has not begun', { iat: now / 1000 + 61 }],
    ['names no key', { iss: 'did:web:example.org' }],
    ['names a key of another kind', { iss: 'did:key:zQ3shokFTS3brHcDQrn82RUDfCZESWL1ZdCEJwekUDPQiYBme' }],
    ['is of another algorithm', {}, { alg: 'none' }],
    ['has no end', { exp: undefined }],
  ])('refuses a token that %s', async (_, changes, head) => {
    const { token } = await client()
    expect(await readClient(await token(changes, head), now)).toBeNull()
  })

  test('rejects a changed signature, and an invalid token', async () => {
    const { token } = await client()
    const good = await token()
    for (const bad of [null, '', 'a.b.c', `${good}.x`, good.slice(0, -4), good.replace('.', '.x')])
      expect(await readClient(bad, now)).toBeNull()
  })
})
