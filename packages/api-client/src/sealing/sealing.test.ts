import { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { generateP256KeyPair, hpkeDecrypt, hpkeEncrypt, uncompressRawPublicKey } from '@turnkey/crypto'
import { describe, expect, test } from 'vitest'
import { decodeBase64url, encodeBase64url } from '../base64url.ts'
import { encodeShareContext, openShare, type ShareContext, sealShare } from './index.ts'

const context: ShareContext = {
  purpose: 'auth',
  userId: '22222222-2222-4222-8222-222222222222',
  walletId: '11111111-1111-4111-8111-111111111111',
  generation: 1,
  deviceId: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs',
  recoveryShareId: null,
  nonce: 'AAECAwQFBgcICQoLDA0ODw',
}
const share = Uint8Array.from({ length: 33 }, (_, index) => index + 1)
const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))

const makeKeys = async () => {
  const keys = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits'])
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey))
  return { ...keys, recipientPublicKey: encodeBase64url(point) }
}
/** Builds the plaintext of `sealShare`, or a manipulated one. */
const plaintextOf = (header: Uint8Array, body: Uint8Array, length = header.length) =>
  Uint8Array.from([length >> 8, length & 255, ...header, ...body])

test('a share comes back, with a private key that cannot be exported', async () => {
  const keys = await makeKeys()
  const given = share.slice()
  const sealed = await sealShare({ recipientPublicKey: keys.recipientPublicKey, context, share: given })
  expect(given).toEqual(share)
  expect(await openShare({ ...keys, sealed, expectedContext: context })).toEqual(share)
})

test('sealing twice shows no likeness, and fits the wire', async () => {
  const { recipientPublicKey } = await makeKeys()
  const texts = await Promise.all([1, 2].map(() => sealShare({ recipientPublicKey, context, share })))
  expect(texts[0]?.slice(0, 40)).not.toBe(texts[1]?.slice(0, 40))
  for (const text of texts) expect(decodeBase64url(text).length).toBeLessThanOrEqual(1024)
})

describe('@turnkey/crypto', () => {
  test('opens what we seal', async () => {
    const { privateKey, publicKeyUncompressed } = generateP256KeyPair()
    const recipientPublicKey = encodeBase64url(bytesOf(publicKeyUncompressed))
    for (let round = 0; round < 20; round++) {
      const secret = crypto.getRandomValues(new Uint8Array(1 + round * 5))
      const sealed = decodeBase64url(await sealShare({ recipientPublicKey, context, share: secret }))
      const opened = hpkeDecrypt({
        ciphertextBuf: sealed.slice(65),
        encappedKeyBuf: sealed.slice(0, 65),
        receiverPriv: privateKey,
      })
      expect(Uint8Array.from(opened)).toEqual(plaintextOf(encodeShareContext(context), secret))
    }
  })

  test('seals what we open', async () => {
    const keys = await makeKeys()
    const plainTextBuf = plaintextOf(encodeShareContext(context), share)
    for (let round = 0; round < 20; round++) {
      const theirs = hpkeEncrypt({ plainTextBuf, targetKeyBuf: decodeBase64url(keys.recipientPublicKey) })
      const enc = uncompressRawPublicKey(theirs.slice(0, 33))
      const sealed = encodeBase64url(Uint8Array.from([...enc, ...theirs.slice(33)]))
      expect(await openShare({ ...keys, sealed, expectedContext: context })).toEqual(share)
    }
  })
})

describe('refused with SHARE_INVALID', () => {
  const refuses = async (input: Parameters<typeof openShare>[0]) =>
    await expect(openShare(input)).rejects.toMatchObject({ name: 'SHARE_INVALID' })

  test.each<[string, Partial<ShareContext>]>([
    ['purpose', { purpose: 'recovery' }],
    ['purpose, however alike', { purpose: 'recovery-auth' }],
    ['user', { userId: '33333333-3333-4333-8333-333333333333' }],
    ['wallet', { walletId: '33333333-3333-4333-8333-333333333333' }],
    ['generation', { generation: 2 }],
    ['device', { deviceId: 'another' }],
    ['device, none', { deviceId: null }],
    ['recovery pair', { recoveryShareId: '33333333-3333-4333-8333-333333333333' }],
    ['good', { purpose: 'auth-export' }],
    ['nonce', { nonce: 'DwAODQwLCgkIBwYFBAMCAQ' }],
    ['nonce, none', { nonce: null }],
  ])('a share of another %s', async (_, other) => {
    const keys = await makeKeys()
    const sealed = await sealShare({ recipientPublicKey: keys.recipientPublicKey, context, share })
    await refuses({ ...keys, sealed, expectedContext: { ...context, ...other } })
  })

  test('every bit that was changed', async () => {
    const keys = await makeKeys()
    const sealed = decodeBase64url(await sealShare({ recipientPublicKey: keys.recipientPublicKey, context, share }))
    for (let index = 0; index < sealed.length; index++) {
      const changed = sealed.slice()
      changed[index] = (changed[index] ?? 0) ^ (1 << (index % 8))
      await refuses({ ...keys, sealed: encodeBase64url(changed), expectedContext: context })
    }
  })

  test('every length but its own', async () => {
    const keys = await makeKeys()
    const sealed = decodeBase64url(await sealShare({ recipientPublicKey: keys.recipientPublicKey, context, share }))
    for (const length of [0, 1, 64, 65, 66, 80, 81, sealed.length - 1]) {
      await refuses({ ...keys, sealed: encodeBase64url(sealed.slice(0, length)), expectedContext: context })
    }
    await refuses({ ...keys, sealed: encodeBase64url(Uint8Array.from([...sealed, 0])), expectedContext: context })
  })

  test('a share for somebody else, the same text over another key, and no text at all', async () => {
    const [keys, others] = await Promise.all([makeKeys(), makeKeys()])
    const sealed = await sealShare({ recipientPublicKey: others.recipientPublicKey, context, share })
    await refuses({ ...keys, sealed, expectedContext: context })
    await refuses({ privateKey: others.privateKey, publicKey: keys.publicKey, sealed, expectedContext: context })
    await refuses({ ...keys, sealed: 'not base64url!', expectedContext: context })
  })

  test.each([
    ['a context that is cut', (header: Uint8Array) => plaintextOf(header.slice(0, -1), share)],
    ['a length that lies about it', (header: Uint8Array) => plaintextOf(header, share, header.length + 1)],
    ['a length beyond the end', (header: Uint8Array) => plaintextOf(header, share, 65_535)],
    ['a context alone, cut', (header: Uint8Array) => plaintextOf(header.slice(0, -1), new Uint8Array(), header.length)],
    ['no share', (header: Uint8Array) => plaintextOf(header, new Uint8Array())],
    ['no context', () => share],
    ['nothing', () => new Uint8Array()],
  ])('%s', async (_, forge) => {
    const keys = await makeKeys()
    const theirs = hpkeEncrypt({
      plainTextBuf: forge(encodeShareContext(context)),
      targetKeyBuf: decodeBase64url(keys.recipientPublicKey),
    })
    const sealed = Uint8Array.from([...uncompressRawPublicKey(theirs.slice(0, 33)), ...theirs.slice(33)])
    await refuses({ ...keys, sealed: encodeBase64url(sealed), expectedContext: context })
  })
})

test.each([
  ['no point', '00'.repeat(65)],
  ['a point off the curve', `04${'11'.repeat(64)}`],
  ['a compressed point', `02${'11'.repeat(32)}`],
  ['the point at infinity', '00'],
])('nothing is sealed to %s', async (_, hex) => {
  await expect(sealShare({ recipientPublicKey: encodeBase64url(bytesOf(hex)), context, share })).rejects.toThrow()
})

test('nothing is sealed to a point in hybrid form', async () => {
  const point = decodeBase64url((await makeKeys()).recipientPublicKey)
  point[0] = 6 + ((point[64] ?? 0) & 1)
  await expect(sealShare({ recipientPublicKey: encodeBase64url(point), context, share })).rejects.toThrow(TypeError)
})

// RFC 9180, appendix A.3.1: the same KEM and KDF, with AES-128-GCM.
test('the library agrees with the published vectors', async () => {
  const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes128Gcm() })
  const info = bytesOf('4f6465206f6e2061204772656369616e2055726e')
  const plaintext = bytesOf('4265617574792069732074727574682c20747275746820626561757479')
  const pkEm =
    '04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac98536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfcb9382657222d18c4'
  const pkRm =
    '04fe8c19ce0905191ebc298a9245792531f26f0cece2460639e8bc39cb7f706a826a779b4cf969b8a0e539c7f62fb3d30ad6aa8f80e30f1d128aafd68a2ce72ea0'
  const recipient = await suite.kem.deriveKeyPair(
    bytesOf('668b37171f1072f3cf12ea8a236a45df23fc13b82af3609ad1e354f6ef817550'),
  )
  const ephemeral = await suite.kem.deriveKeyPair(
    bytesOf('4270e54ffd08d79d5928020af4686d8f6b7d35dbe470265f1f5aa22816ce860e'),
  )
  expect(Buffer.from(await suite.kem.serializePublicKey(recipient.publicKey)).toString('hex')).toBe(pkRm)

  const sender = await suite.createSenderContext({ recipientPublicKey: recipient.publicKey, info, ekm: ephemeral })
  expect(Buffer.from(sender.enc).toString('hex')).toBe(pkEm)
  const sealed = await sender.seal(plaintext, bytesOf('436f756e742d30'))
  expect(Buffer.from(sealed).toString('hex')).toBe(
    '5ad590bb8baa577f8619db35a36311226a896e7342a6d836d8b7bcd2f20b6c7f9076ac232e3ab2523f39513434',
  )

  const opener = await suite.createRecipientContext({ recipientKey: recipient, enc: bytesOf(pkEm), info })
  expect(new Uint8Array(await opener.open(sealed, bytesOf('436f756e742d30')))).toEqual(plaintext)
})
