import { expect, test } from 'vitest'
import { describeDevice, makeDeviceKeys, signDeviceProof } from './device.ts'

test('the device id is the RFC 7638 thumbprint: the example key of RFC 9449 and its `jkt`', async () => {
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: 'l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs',
    y: '9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA',
  }
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const publicKey = await crypto.subtle.importKey('jwk', jwk, algorithm, true, ['verify'])
  const keys = await makeDeviceKeys()
  const device = await describeDevice({ ...keys, signing: { ...keys.signing, publicKey } })
  expect(device.deviceId).toBe('0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I')
  expect(device.jwk).toEqual(jwk)
})

test('the HPKE key is an uncompressed point of its own', async () => {
  const { hpkePublicKey, jwk } = await describeDevice(await makeDeviceKeys())
  const point = Buffer.from(hpkePublicKey, 'base64url')
  expect([point.length, point[0]]).toEqual([65, 4])
  expect(point.subarray(1, 33).toString('base64url')).not.toBe(jwk.x)
})

test('the header of a proof holds the public key and nothing of the private one', async () => {
  const proof = await signDeviceProof(await makeDeviceKeys(), { jti: 'j', htm: 'GET', htu: 'u', iat: 1, bdh: '' })
  const header = JSON.parse(Buffer.from(proof.split('.')[0] ?? '', 'base64url').toString())
  expect(Object.keys(header.jwk).toSorted()).toEqual(['crv', 'kty', 'x', 'y'])
})
